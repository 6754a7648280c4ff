import type { Bytes } from '../bytes/bytes.ts';
import type { SourceOptions } from '../source.ts';
import { type Dialect, dialectOf } from './csv-dialect.ts';
import { type CsvHeader, readableRecord, readCsvHeader } from './csv-header.ts';
import { numberedColumns } from './csv-names.ts';
import type { ValueWatch } from './csv-rows.ts';
import { csvStart, type TextPlace } from './csv-start.ts';
import { type FirstRecord, firstRecord, guessDelimiter } from './delimiter.ts';

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
  warn(`the header has ${left.length === 1 ? 'a column' : 'columns'} without a name, left out: ${named}`);
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
