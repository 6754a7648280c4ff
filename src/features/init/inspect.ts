import { stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { onlyRunError, RunError } from '../../errors/run-error.ts';
import { type InspectedColumn, masked } from '../../input/columns/column.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { isExportName } from '../../input/sources/formats.ts';
import { chosenFiles } from '../../inspection/trees/many-files.ts';
import {
  ARCHIVES,
  filesIn,
  filesUnder,
  mayHaveTables,
  type UnreadFile,
  unreadLines,
  WORKBOOK,
} from '../../inspection/trees/walk.ts';
import { errorBlock } from '../../report/screen/error-block.ts';
import { errorJson, type Runtime, type Stderr, type Stdout } from '../../terminal/context.ts';
import { argument, cut, fromHere, grouped, printable, printableJson } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { doubtsOfRows } from './check/doubts.ts';
import { findExport, inspectExport, NONE, unsupported } from './exported/inspect-export.ts';
import { examineTables } from './files/documents.ts';
import { examineFiles, sorted } from './files/exports.ts';
import { type DetectedValue, type Examined, examineFile, type Inspection } from './files/inspect-file.ts';
import { type FoundFiles, filesText, tablesOf } from './files/tables.ts';
import { recognisedText } from './guess/entity-guess.ts';
import { type Proposal, propose } from './guess/proposal.ts';
import { mapLines } from './text/pipeline-text.ts';

/** Options of `inspect`. */
export type InspectCommandOptions = {
  readonly files: readonly string[];
  /** Shows values as written in the file, instead of their form. */
  readonly samples: boolean;
  readonly entity: EntityName | undefined;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly zone: string | undefined;
};

/**
 * Prints what each file contains; files of one form in a folder or an archive are shown as one. If a file cannot be
 * read, the others are still shown.
 * @returns the highest exit code of any file that was named; what a folder has besides exports is no error
 */
export async function inspect(
  { files, samples, ...known }: InspectCommandOptions,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { out, err, style, errStyle, json } = context;
  const shown: object[] = [];
  const unread: Unread[] = [];
  const sayUnread = (path: string, { message, hint }: Omit<Unread, 'path'>): void => {
    unread.push({ path, message, hint });
    const said = message.startsWith(`${basename(path)}:`) ? message : `${fromHere(path)}: ${message}`;
    if (!json) out(`${style.yellow('!')} ${printable(said)}\n  → ${printable(hint)}\n\n`);
  };
  let exitCode = 0;
  let filesNotRead = 0;
  for (const path of files) {
    const look = known.entity === undefined ? await findExport(path, context).catch(onlyUnread) : NONE;
    const { found: exported, maybe } = look instanceof RunError ? NONE : look;
    if (look instanceof RunError) sayUnread(path, look);
    const [one] = exported;
    if (one && exported.length === 1) {
      shown.push(await inspectExport(one, path, known.zone, context));
      continue;
    }
    const isKnown = look instanceof RunError;
    // What is known to have no rows is not shown as rows.
    if (!mayHaveTables(path) && (await stat(path).catch(() => undefined))?.isFile()) {
      const why = isKnown ? undefined : await unsupported(path, context);
      if (why) sayUnread(path, why);
      if (isKnown || why) continue;
    }
    const { found, base, leftOut, errors } = await inspected(path, known, context);
    if (!isKnown && found.examined.length === 0 && errors.length === 0)
      sayUnread(path, (await unsupported(path, context)) ?? NOTHING_READ);
    if (base === undefined && found.examined.some(isPlainText)) sayUnread(path, NO_TABLE);
    filesNotRead += found.unread?.reduce((sum, { paths }) => sum + paths.length, 0) ?? 0;
    for (const { path: at, error } of errors) {
      if (base === undefined) {
        exitCode = Math.max(exitCode, error.exitCode);
        err(errorBlock(error, context));
      }
      if (json) shown.push({ path: at, error: errorJson(error) });
    }
    for (const line of unreadLines(leftOut, fromHere))
      err(`  ${errStyle.yellow('!')} ${printable(cut(`skipped ${line}`, 200))}\n`);
    if (json)
      shown.push(
        ...found.examined.map((each) =>
          withDoubts(samples ? each.inspection : withoutValues(each.inspection), each),
        ),
      );
    else for (const file of byForm(found, base)) out(`${inspectionScreen(file, samples, style)}\n`);
    for (const { reader, detected } of maybe) {
      if (json) shown.push({ path, maybe: { system: reader.system, variant: detected.variant } });
      else
        out(
          `${style.yellow('?')} ${printable(fromHere(path))} may be an export of ${reader.label} (${detected.variant}):  sources: { export: { system: ${reader.system}, path: ${argument(path)} } }\n\n`,
        );
    }
  }
  if (json)
    out(
      printableJson({
        version: 1,
        exitCode,
        files: shown,
        ...(filesNotRead > 0 ? { filesNotRead } : {}),
        ...(unread.length > 0 ? { unread } : {}),
      }),
    );
  return exitCode;
}

/** A path of which something is known and not read, or of which nothing can be read. */
type Unread = { readonly path: string; readonly message: string; readonly hint: string };

const NOTHING_READ = {
  message: 'nothing in it can be read',
  hint: 'name a folder or an archive of exports: CSV, NDJSON, JSON or .xlsx, or the export of another chat system',
};

const NO_TABLE = {
  message: 'no table is found in it, because each line is one cell',
  hint: 'if it is one, name the text between its cells:  --delimiter ";"; else turn it into rows by a program',
};

/** True if a text, whose name does not say that it is CSV, is not divided into cells. */
const isPlainText = ({ inspection: { path, format, columns, delimiter } }: Examined): boolean =>
  format === 'csv' && delimiter?.how === 'guess' && columns.length < 2 && !/\.[ct]sv(?:\.\w+)?$/i.test(path);

/** Returns what is known and not read; throws any other error. */
function onlyUnread(thrown: unknown): RunError {
  if (thrown instanceof RunError && thrown.code === 'EXPORT.NOT_READ') return thrown;
  throw thrown;
}

/** The files at a path; `base` is the folder of several. */
type Inspected = {
  readonly found: FoundFiles;
  readonly base?: string;
  readonly leftOut: readonly UnreadFile[];
  readonly errors: readonly { readonly path: string; readonly error: RunError }[];
};

/** Inspects a file, or the exports in a folder or an archive. */
async function inspected(
  path: string,
  known: Omit<InspectCommandOptions, 'files' | 'samples'>,
  context: Runtime,
): Promise<Inspected> {
  const { files } = context.system;
  try {
    const within = await exportsWithin(path);
    if (within) {
      const choice = chosenFiles(within, files);
      const { examined, errors } = await examineFiles(choice.read, () => known, context);
      const found = sorted(examined, errors, choice);
      const shown = found.examined.length > 0 ? found.examined : examined;
      const base = ARCHIVES.test(path) ? dirname(resolve(path)) : resolve(path);
      return { found: { ...found, examined: shown, all: within }, base, leftOut: found.leftOut, errors };
    }
    const options = { ...known, files };
    const tables = (await examineTables(path, options, context.signal)).filter(hasRowsOrColumns);
    const examined = tables.length > 0 ? tables : [await examineFile(path, options, context.signal)];
    return { found: { examined, all: [] }, leftOut: [], errors: [] };
  } catch (error) {
    if (context.signal.aborted) throw error;
    return { found: { examined: [], all: [] }, leftOut: [], errors: [{ path, error: onlyRunError(error) }] };
  }
}

/** False for a list that is empty in its document. */
const hasRowsOrColumns = ({ inspection: { rows, columns } }: Examined): boolean =>
  rows > 0 || columns.length > 0;

/** The exports in a folder or an archive; undefined for any other file. */
async function exportsWithin(path: string): Promise<readonly string[] | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return (await filesUnder(resolve(path))).exports;
  if (!stats?.isFile() || !ARCHIVES.test(path)) return undefined;
  const found = (await filesIn(path)).filter(isExportName);
  return found.length === 0 && WORKBOOK.test(path) ? undefined : found;
}

/** Files of one form as one, if a folder has many. */
function byForm(found: FoundFiles, base: string | undefined): Shown[] {
  if (base === undefined || found.examined.length < 2)
    return found.examined.map((each) => withDoubts(each.inspection, each));
  return tablesOf(found, base).map((table) => {
    const [first] = table.files as readonly [Inspection, ...Inspection[]];
    if (table.files.length === 1) return withDoubts(first, table);
    const { proposal: _, ...rest } = first;
    const { entity, columns } = table;
    const proposal = entity && propose(entity.entity, columns, undefined);
    const shown = {
      ...rest,
      path:
        resolve(base, `${table.paths[0]}`) +
        (table.paths.length > 1 ? ` and ${table.paths.length - 1} more` : ''),
      bytes: table.files.reduce((sum, { bytes }) => sum + bytes, 0),
      rows: table.rows,
      whole: table.whole,
      ...(table.unread.length > 0 ? { filesRead: filesText(table) } : {}),
      faulty: { rows: table.faulty, first: table.files.flatMap(({ faulty }) => faulty.first).slice(0, 5) },
      columns,
      ...(entity && proposal ? { entity, proposal } : {}),
    };
    return withDoubts(shown, table);
  });
}

/** An inspection, of several files with how many of them were read, and what may be wrong with its rows. */
type Shown = Inspection & { readonly filesRead?: string; readonly doubts: readonly string[] };

/** Adds the doubts about the rows of an inspection. */
const withDoubts = <T extends Inspection>(
  shown: T,
  { keys, sample }: Pick<Examined, 'keys' | 'sample'>,
): T & { readonly doubts: readonly string[] } => ({
  ...shown,
  doubts: doubtsOfRows({ columns: shown.columns, keys, sample }, shown.proposal),
});

/** Shows samples by their form only, and no list of values, because they may be personal data. */
function withoutValues(file: Inspection): Inspection {
  const columns = file.columns.map(({ values: _, ...column }) => ({
    ...column,
    samples: column.samples.map(masked),
  }));
  return { ...file, columns };
}

const COLUMNS_SHOWN = 20;
const QUESTIONS_SHOWN = 5;
/** As long as two times. */
const EXAMPLE_CHARS = 44;
const LINE_CHARS = 118;

/** The text that `inspect` prints for one file, at most a screen. */
const inspectionScreen = (file: Shown, samples: boolean, style: Style): string =>
  [
    ...fileLines(file, style),
    '',
    ...columnLines(file, samples, style),
    '',
    ...file.doubts.map((text) => `  ${style.yellow('!')} ${cut(printable(text), LINE_CHARS)}`),
    ...(file.proposal ? proposalLines(file.proposal, style) : []),
  ].join('\n');

function fileLines(file: Shown, style: Style): string[] {
  const { rows, whole, filesRead, bytes, faulty, encoding } = file;
  const label = (name: string): string => style.dim(name.padEnd(9));
  const partly = whole ? '' : ` (only ${filesRead ?? 'the beginning'} ${filesRead ? 'were' : 'was'} read)`;
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
  `${field} is required${columns.length > 0 ? `: one of ${columns.join(', ')}?` : ', and no column seems to contain it'}`;

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
  const why = how === 'guess' ? `guessed: ${evidence}` : evidence;
  return `${printable(value)} ${style.dim(`(${printable(why)})`)}`;
}

function entityText({ entity }: Inspection, style: Style): string {
  if (!entity) return `unknown: neither the file name nor the columns show what the file contains`;
  const certainty = entity.certain ? '' : style.yellow(' uncertain');
  return `${entity.entity}${certainty} ${style.dim(`(${printable(cut(recognisedText(entity.evidence), 80))})`)}`;
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
