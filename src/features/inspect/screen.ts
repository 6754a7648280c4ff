import { cut, fromHere, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { type InspectedColumn, masked } from './column.ts';
import type { Detected, Inspection } from './inspection.ts';
import { mapLines } from './pipeline-text.ts';

const COLUMNS_SHOWN = 20;
const QUESTIONS_SHOWN = 5;
/** As long as two times. */
const EXAMPLE_CHARS = 44;
const LINE_CHARS = 118;

/** One file as a person reads it, at most a screen. */
export function inspectionScreen(file: Inspection, samples: boolean, style: Style): string {
  const { proposal } = file;
  const label = (name: string): string => style.dim(name.padEnd(9));
  const lines = [
    style.bold(printable(fromHere(file.path))),
    `  ${label('rows')} ${grouped(file.rows)}${file.whole ? '' : ' (only the beginning was read)'} · ${grouped(file.bytes)} bytes${faultyText(file, style)}`,
    ...file.faulty.first.map(
      ({ line, code, message }) => `            ${printable(`line ${line}  ${code}  ${cut(message, 80)}`)}`,
    ),
    `  ${label('format')} ${file.format}${file.delimiter ? `, delimiter ${found(shownDelimiter(file.delimiter), style)}` : ''}${file.header === false ? ', no header line' : ''}`,
    `  ${label('encoding')} ${found(file.encoding, style)}${file.encoding.how === 'guess' ? ` → declare it: encoding: ${file.encoding.value}` : ''}`,
    `  ${label('entity')} ${entityText(file, style)}`,
    '',
    ...columnLines(file, samples, style),
    '',
  ];
  if (proposal) {
    const entries = mapLines(proposal.map);
    if (entries.length > 0)
      lines.push(
        `  ${style.dim('map:')}`,
        ...entries.map((line) => `    ${cut(printable(line), LINE_CHARS)}`),
      );
    const asked = [
      ...proposal.missing.map(
        ({ field, columns }) =>
          `${field} is needed${columns.length > 0 ? `: one of ${columns.join(', ')}?` : ', and no column looks like it'}`,
      ),
      ...proposal.questions,
    ];
    lines.push(
      ...asked
        .slice(0, QUESTIONS_SHOWN)
        .map((text) => `  ${style.yellow('?')} ${cut(printable(text), LINE_CHARS)}`),
    );
    if (asked.length > QUESTIONS_SHOWN)
      lines.push(`    and ${asked.length - QUESTIONS_SHOWN} more questions in --json`);
    if (entries.length + asked.length > 0) lines.push('');
  }
  return lines.join('\n');
}

function faultyText({ faulty }: Inspection, style: Style): string {
  return faulty.rows === 0 ? '' : ` · ${style.red(`${grouped(faulty.rows)} cannot be read`)}`;
}

/** What its evidence says speaks for itself. */
const shownDelimiter = (delimiter: Detected): Detected => ({
  ...delimiter,
  how: 'file',
  value: JSON.stringify(delimiter.value),
});

function found({ value, how, evidence }: Detected, style: Style): string {
  const why = how === 'guess' ? `a guess: ${evidence}` : evidence;
  return `${printable(value)} ${style.dim(`(${printable(why)})`)}`;
}

function entityText({ entity }: Inspection, style: Style): string {
  if (!entity) return `unknown: neither the name nor the columns say what it holds`;
  const doubt = entity.certain ? '' : style.yellow(' in doubt');
  return `${entity.entity}${doubt} ${style.dim(`(by ${printable(cut(entity.evidence, 80))})`)}`;
}

function columnLines({ columns, proposal }: Inspection, samples: boolean, style: Style): string[] {
  const fieldOf = new Map(Object.entries(proposal?.fields ?? {}).map(([field, column]) => [column, field]));
  const rows = columns
    .slice(0, COLUMNS_SHOWN)
    .map((column) => [
      cut(printable(column.name), 24),
      column.time ? `time ${column.time.time}` : column.type,
      filledText(column),
      distinctText(column),
      column.filled === 0
        ? ''
        : column.shortest === column.longest
          ? `${column.longest}`
          : `${column.shortest}–${grouped(column.longest)}`,
      fieldOf.get(column.name) ?? '',
      cut(exampleText(column, samples), EXAMPLE_CHARS),
    ]);
  const head = ['column', 'type', 'filled', 'distinct', 'chars', 'field', samples ? 'first value' : 'form'];
  const widths = head.map((name, at) =>
    Math.max(name.length, ...rows.map((row) => [...(row[at] ?? '')].length)),
  );
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, at) => cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - [...cell].length))).join('  ')}`.trimEnd();
  const more = columns.length - rows.length;
  return [
    style.dim(line(head)),
    ...rows.map(line),
    ...(more > 0 ? [`  and ${more} more columns in --json`] : []),
  ];
}

function filledText({ filled, empty }: InspectedColumn): string {
  if (empty === 0) return filled === 0 ? '' : '100 %';
  const share = (filled / (filled + empty)) * 100;
  return `${share > 0 && share < 1 ? '<1' : Math.min(99, Math.floor(share))} %`;
}

function distinctText({ distinct: { count, error } }: InspectedColumn): string {
  return error === 0 ? grouped(count) : `${grouped(count)} ±${Math.round(error * 200)} %`;
}

/** Times are shown as they range; everything else by its form, unless samples are asked for. */
function exampleText(column: InspectedColumn, samples: boolean): string {
  const { time, samples: cells } = column;
  if (time) return `${time.first} … ${time.last}`;
  const [first = ''] = cells;
  return printable(samples ? first : masked(first)).replaceAll('\\u000a', '⏎');
}
