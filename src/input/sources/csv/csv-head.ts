import { isUtf8 } from 'node:buffer';
import { RunError, type Where } from '../../../errors/run-error.ts';
import type { Bytes } from '../bytes/bytes.ts';
import { guessEncoding } from '../bytes/encoding-guess.ts';
import { encodingInvalid } from '../row-fault.ts';
import type { SourceOptions } from '../source.ts';
import { type Dialect, dialectOf } from './csv-dialect.ts';
import type { ValueWatch } from './csv-rows.ts';
import { csvStart, type TextPlace } from './csv-start.ts';
import { DELIMITERS, type FirstRecord, firstRecord, guessDelimiter, shownDelimiter } from './delimiter.ts';

/**
 * The facts that the beginning of a CSV file tells: its columns, how its rows are read, and where the first one
 * begins.
 */
export type CsvHead = CsvHeader & {
  readonly delimiter: string;
  /** The evidence for a delimiter that was guessed. */
  readonly evidence?: string | undefined;
  /** Set if the pipeline declares what RFC 4180 does not have. */
  readonly dialect?: Dialect | undefined;
};

/** Reads the first record from a position on, with a delimiter. */
type RecordAt = (delimiter: string, from: TextPlace) => Promise<FirstRecord | undefined>;

/**
 * Reads the beginning of a CSV file, with the options of a pipeline.
 * @throws RunError `CONFIG.INVALID` for options that cannot be used; `SOURCE.*` for a bad header
 */
export async function csvHead(bytes: Bytes, options: SourceOptions): Promise<CsvHead> {
  const tsv = /\.tsv(\.gz|\.zstd?)?$/i.test(bytes.path) ? '\t' : ',';
  const start = await csvStart(bytes, options.skipLines ?? 0);
  const usual = start.delimiter ?? tsv;
  const declared = options.delimiter ?? start.delimiter;
  const dialect = dialectOf(options, usual, bytes.path);
  const { known = [], columns } = options;
  const guess =
    dialect || declared ? undefined : await guessDelimiter(bytes, usual, start, { known, columns });
  const delimiter = declared ?? guess?.record.delimiter ?? usual;
  const recordAt: RecordAt = dialect
    ? async (_, from) => (await import('./dialect-head.ts')).firstDialectRecord(bytes, dialect, from)
    : (given, from) => firstRecord(bytes, given, from);
  const header = await headerOf(bytes, recordAt, delimiter, start, options);
  return { ...header, delimiter, evidence: guess?.evidence, dialect };
}

async function headerOf(
  bytes: Bytes,
  recordAt: RecordAt,
  delimiter: string,
  start: TextPlace,
  { columns, header, known = [] }: SourceOptions,
): Promise<CsvHeader> {
  if (columns && header !== 'skip') return { columns, unnamed: [], first: start };
  const record = await recordAt(delimiter, start);
  if (header === undefined) return await readCsvHeader(bytes, record, start, known);
  const after = record && { byte: record.frame.endByte, line: record.frame.endLine };
  const first = header === 'skip' ? (after ?? start) : start;
  if (columns) return { columns, unnamed: [], first };
  const row = header === 'skip' ? ((await recordAt(delimiter, first)) ?? record) : record;
  const { cells } = await readableRecord(bytes, row, first);
  return { columns: numberedColumns(cells.length), unnamed: [], first };
}

/** Columns without a name that are named. */
const SHOWN_MAX = 100;

/**
 * Watches the columns without a name for values, unless the pipeline maps them. The first value of each is said once.
 */
export function unnamedWatch(
  { columns, unnamed }: Pick<CsvHeader, 'columns' | 'unnamed'>,
  { known = [], warn }: SourceOptions,
): ValueWatch | undefined {
  const left = unnamed.filter((name) => !known.includes(name));
  if (left.length === 0 || !warn) return undefined;
  const shown = left.slice(0, SHOWN_MAX).map((name) => JSON.stringify(name));
  const named = [...shown, ...(left.length > SHOWN_MAX ? [`${left.length - SHOWN_MAX} more`] : [])].join(
    ', ',
  );
  warn(`the header has ${left.length === 1 ? 'a column' : 'columns'} without a name, ignored: ${named}`);
  const names = new Set(left);
  const waiting = new Set(columns.flatMap((name, column) => (names.has(name) ? [column] : [])));
  return {
    columns: waiting,
    found(column, line) {
      waiting.delete(column);
      const name = JSON.stringify(columns[column]);
      warn(`line ${line} has a value in ${name}, a column without a name; a map can take it: ${name}`);
    },
  };
}

/** The column names of a CSV file, and the position of its first row. */
type CsvHeader = {
  readonly columns: readonly string[];
  /** The names that columns without one have got. */
  readonly unnamed: readonly string[];
  readonly first: TextPlace;
  /** The text of the header, as far as it was read as one. */
  readonly header?: Buffer;
};

/**
 * Reads the names of a CSV file's columns from its first record.
 * @param record undefined if the file has only blank lines
 * @param known the names that something maps
 * @throws RunError `SOURCE.EMPTY`, `.HEADER_INVALID`, `.DELIMITER_WRONG`, `.ENCODING_UNKNOWN`
 */
async function readCsvHeader(
  bytes: Bytes,
  record: FirstRecord | undefined,
  from: TextPlace,
  known: readonly string[],
): Promise<CsvHeader> {
  const { frame, text, cells } = await readableRecord(bytes, record, from);
  const place = { file: bytes.path, line: frame.line, byte: frame.byte };
  if (!isUtf8(text)) throw headerNotUtf8(text, frame.byte, bytes.encoding, place);
  const { columns, unnamed, unclear } = columnNames(cells, known);
  if (unnamed.length === columns.length)
    throw new RunError('SOURCE.HEADER_INVALID', 'no column of the header has a name', { where: place });
  const [twice] = unclear;
  if (twice) throw nameUnclear(twice, place);
  return { columns, unnamed, first: { byte: frame.endByte, line: frame.endLine }, header: text };
}

/**
 * The first record, if it can be divided into cells.
 * @throws RunError `SOURCE.EMPTY`, `.HEADER_INVALID`, `.DELIMITER_WRONG`
 */
async function readableRecord(
  bytes: Bytes,
  record: FirstRecord | undefined,
  from: TextPlace,
): Promise<FirstRecord> {
  const where = { file: bytes.path };
  if (record === undefined)
    throw new RunError('SOURCE.EMPTY', `${bytes.path} has only blank lines and no header`, { where });
  const { fault, cells, line, byte } = record.frame;
  if (fault?.code !== 'ROW.TOO_LARGE' && (fault !== undefined || cells === 1))
    await refuseOtherDelimiter(bytes, record.delimiter, from);
  if (fault === undefined) return record;
  const { message, column } = fault;
  throw new RunError('SOURCE.HEADER_INVALID', `the header cannot be read: ${message}`, {
    hint: 'correct the first line of the file',
    where: { ...where, line, byte, ...(column === undefined ? {} : { column }) },
  });
}

function headerNotUtf8(text: Buffer, byte: number, encoding: string, where: Where): RunError {
  const { message } = encodingInvalid(text, byte, encoding);
  const likely = guessEncoding(text)?.encoding;
  const example =
    likely === undefined ? 'for example  encoding: windows-1252' : `probably  encoding: ${likely}`;
  return new RunError('SOURCE.ENCODING_UNKNOWN', `the header cannot be read: ${message}`, {
    hint: `declare the encoding of the file; ${example}`,
    where,
  });
}

/** Refuses a header that has one column only because its delimiter is another one. */
async function refuseOtherDelimiter(bytes: Bytes, delimiter: string, from: TextPlace): Promise<void> {
  const counted = [];
  for (const other of DELIMITERS) {
    if (other === delimiter) continue;
    counted.push({ other, cells: (await firstRecord(bytes, other, from))?.frame.cells ?? 0 });
  }
  const likely = counted.reduce((best, each) => (each.cells > best.cells ? each : best));
  if (likely.cells < 2) return;
  const shown = shownDelimiter(likely.other);
  const message = `the header has one column when separated by ${shownDelimiter(delimiter)}, but ${likely.cells} when separated by ${shown}`;
  throw new RunError('SOURCE.DELIMITER_WRONG', message, {
    hint: `declare it in the pipeline: delimiter: ${shown}`,
    where: { file: bytes.path, line: from.line },
  });
}

/** A repeated name that something maps: one of the columns would be lost. */
function nameUnclear(
  { name, numbers }: { readonly name: string; readonly numbers: readonly number[] },
  where: Where,
): RunError {
  const last = numbers.at(-1);
  const columns = `${numbers.slice(0, -1).slice(0, 9).join(', ')} and ${last}`;
  const message = `the header has ${JSON.stringify(name)} in columns ${columns}`;
  const hint = `give each column its own name, or say in the map which one is meant: ${name}-1 for the first, ${name}-2 for the second`;
  return new RunError('SOURCE.HEADER_INVALID', message, { hint, where });
}

/** The names of a header's columns, each of them once. */
type ColumnNames = {
  readonly columns: readonly string[];
  /** The names that columns without one have got: `column 3`. */
  readonly unnamed: readonly string[];
  /** Names that several columns have and that something maps, with the 1-based numbers of these columns. */
  readonly unclear: readonly { readonly name: string; readonly numbers: readonly number[] }[];
};

/**
 * Names the columns of a header: one without a name becomes `column 3`, the second and third of the same name become
 * `name-2` and `name-3`. The first is `name-1` if `known` has it.
 * @param known the names that something maps
 */
export function columnNames(cells: readonly string[], known: readonly string[]): ColumnNames {
  const mapped = new Set(known);
  const places = Map.groupBy(cells.keys(), (at) => cells[at] as string);
  const taken = new Set(cells);
  const free = (base: string, from: number): string => {
    let number = from;
    while (taken.has(`${base}-${number}`)) number += 1;
    taken.add(`${base}-${number}`);
    return `${base}-${number}`;
  };
  const unnamed: string[] = [];
  const unclear: { name: string; numbers: number[] }[] = [];
  const columns = [...cells];
  for (const [name, indices] of places) {
    if (name.trim() === '') {
      for (const index of indices) {
        const shown = `column ${index + 1}`;
        columns[index] = taken.has(shown) ? free(shown, 2) : shown;
        unnamed.push(columns[index] as string);
      }
      continue;
    }
    if (indices.length === 1) continue;
    let next = 2;
    indices.forEach((index, nth) => {
      if (nth > 0) {
        columns[index] = free(name, next);
        next = Number(columns[index].slice(name.length + 1)) + 1;
      } else if (mapped.has(`${name}-1`)) columns[index] = free(name, 1);
    });
    const told = indices.some((index) => columns[index] !== name && mapped.has(columns[index] as string));
    if (mapped.has(name) && !told) unclear.push({ name, numbers: indices.map((index) => index + 1) });
  }
  return { columns, unnamed, unclear };
}

/** The names of columns without a header: `1`, `2`, … */
const numberedColumns = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));
