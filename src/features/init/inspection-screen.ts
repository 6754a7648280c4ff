import { cut, fromHere, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { type InspectedColumn, masked } from './columns/column.ts';
import type { DetectedValue, Inspection } from './files/inspection.ts';
import type { Proposal } from './guess/proposal.ts';
import { mapLines } from './text/pipeline-text.ts';

const COLUMNS_SHOWN = 20;
const QUESTIONS_SHOWN = 5;
/** As long as two times. */
const EXAMPLE_CHARS = 44;
const LINE_CHARS = 118;

/** The text that `inspect` prints for one file, at most a screen. */
export const inspectionScreen = (file: Inspection, samples: boolean, style: Style): string =>
  [
    ...fileLines(file, style),
    '',
    ...columnLines(file, samples, style),
    '',
    ...(file.proposal ? proposalLines(file.proposal, style) : []),
  ].join('\n');

function fileLines(file: Inspection, style: Style): string[] {
  const { rows, whole, bytes, faulty, encoding } = file;
  const label = (name: string): string => style.dim(name.padEnd(9));
  const partly = whole ? '' : ' (only the beginning was read)';
  const advice = encoding.how === 'guess' ? ` → declare it: encoding: ${encoding.value}` : '';
  return [
    style.bold(printable(fromHere(file.path))),
    `  ${label('rows')} ${grouped(rows)}${partly} · ${grouped(bytes)} bytes${faultyText(file, style)}`,
    ...faulty.first.map(
      ({ line, code, message }) => `            ${printable(`line ${line}  ${code}  ${cut(message, 80)}`)}`,
    ),
    `  ${label('format')} ${formatText(file, style)}`,
    `  ${label('encoding')} ${found(encoding, style)}${advice}`,
    `  ${label('entity')} ${entityText(file, style)}`,
  ];
}

function formatText({ format, delimiter, header }: Inspection, style: Style): string {
  const delimited = delimiter ? `, delimiter ${found(shownDelimiter(delimiter), style)}` : '';
  return `${format}${delimited}${header === false ? ', no header line' : ''}`;
}

/** A map to copy, and the questions to answer before it is complete. */
function proposalLines({ map, missing, questions }: Proposal, style: Style): string[] {
  const shown = (text: string): string => cut(printable(text), LINE_CHARS);
  const entries = mapLines(map);
  const asked = [...missing.map(missingText), ...questions];
  const more = asked.length - QUESTIONS_SHOWN;
  return [
    ...(entries.length > 0 ? [`  ${style.dim('map:')}`] : []),
    ...entries.map((line) => `    ${shown(line)}`),
    ...asked.slice(0, QUESTIONS_SHOWN).map((text) => `  ${style.yellow('?')} ${shown(text)}`),
    ...(more > 0 ? [`    and ${more} more questions in --json`] : []),
    ...(entries.length + asked.length > 0 ? [''] : []),
  ];
}

const missingText = ({ field, columns }: Proposal['missing'][number]): string =>
  `${field} is required${columns.length > 0 ? `: one of ${columns.join(', ')}?` : ', and no column looks like it'}`;

function faultyText({ faulty }: Inspection, style: Style): string {
  return faulty.rows === 0 ? '' : ` · ${style.red(`${grouped(faulty.rows)} cannot be read`)}`;
}

/** Shown as certain, because its evidence already names what was found. */
const shownDelimiter = (delimiter: DetectedValue): DetectedValue => ({
  ...delimiter,
  how: 'file',
  value: JSON.stringify(delimiter.value),
});

function found({ value, how, evidence }: DetectedValue, style: Style): string {
  const why = how === 'guess' ? `a guess: ${evidence}` : evidence;
  return `${printable(value)} ${style.dim(`(${printable(why)})`)}`;
}

function entityText({ entity }: Inspection, style: Style): string {
  if (!entity) return `unknown: neither the file name nor the columns show what it contains`;
  const certainty = entity.certain ? '' : style.yellow(' uncertain');
  return `${entity.entity}${certainty} ${style.dim(`(by ${printable(cut(entity.evidence, 80))})`)}`;
}

function columnLines({ columns, proposal }: Inspection, samples: boolean, style: Style): string[] {
  const fieldOf = new Map(Object.entries(proposal?.fields ?? {}).map(([field, column]) => [column, field]));
  const rows = columns
    .slice(0, COLUMNS_SHOWN)
    .map((column) => columnCells(column, fieldOf.get(column.name) ?? '', samples));
  const head = ['column', 'type', 'filled', 'distinct', 'chars', 'field', samples ? 'first value' : 'form'];
  const [headLine = '', ...rowLines] = aligned([head, ...rows]);
  const more = columns.length - rows.length;
  return [style.dim(headLine), ...rowLines, ...(more > 0 ? [`  and ${more} more columns in --json`] : [])];
}

function columnCells(column: InspectedColumn, field: string, samples: boolean): string[] {
  return [
    cut(printable(column.name), 24),
    column.time ? `time ${column.time.time}` : column.type,
    filledText(column),
    distinctText(column),
    charsText(column),
    field,
    cut(exampleText(column, samples), EXAMPLE_CHARS),
  ];
}

/** Aligns cells in columns, each as wide as its widest cell. */
function aligned(lines: readonly (readonly string[])[]): string[] {
  const lengthOf = (cell: string | undefined): number => [...(cell ?? '')].length;
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((cells) => lengthOf(cells[at])))) ?? [];
  const padded = (cell: string, at: number): string =>
    cell + ' '.repeat(Math.max(0, (widths[at] ?? 0) - lengthOf(cell)));
  return lines.map((cells) => `  ${cells.map(padded).join('  ')}`.trimEnd());
}

function charsText({ filled, shortest, longest }: InspectedColumn): string {
  if (filled === 0) return '';
  return shortest === longest ? `${longest}` : `${shortest}–${grouped(longest)}`;
}

function filledText({ filled, empty }: InspectedColumn): string {
  if (empty === 0) return filled === 0 ? '' : '100 %';
  const share = (filled / (filled + empty)) * 100;
  return `${share > 0 && share < 1 ? '<1' : Math.min(99, Math.floor(share))} %`;
}

function distinctText({ distinct: { count, error } }: InspectedColumn): string {
  return error === 0 ? grouped(count) : `${grouped(count)} ±${Math.round(error * 200)} %`;
}

/** Times are shown as a range, other columns by the form of their first value, or by the value itself with `samples`. */
function exampleText(column: InspectedColumn, samples: boolean): string {
  const { time, samples: cells } = column;
  if (time) return `${time.first} … ${time.last}`;
  const [first = ''] = cells;
  return printable(samples ? first : masked(first)).replaceAll('\\u000a', '⏎');
}
