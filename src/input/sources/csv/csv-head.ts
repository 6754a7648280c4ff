import { RunError } from '../../../errors/run-error.ts';
import type { Bytes } from '../bytes/bytes.ts';
import type { SourceOptions } from '../source.ts';
import { type CsvHeader, readableRecord, readCsvHeader } from './csv-header.ts';
import { numberedColumns } from './csv-names.ts';
import type { ValueWatch } from './csv-rows.ts';
import { csvStart, type TextPlace } from './csv-start.ts';
import { firstRecord, guessDelimiter } from './delimiter.ts';

/** What the beginning of a CSV file tells: its delimiter, its columns, and where its first row begins. */
export type CsvHead = CsvHeader & {
  readonly delimiter: string;
  /** The evidence for a delimiter that was guessed. */
  readonly evidence?: string | undefined;
};

/**
 * Reads the beginning of a CSV file, with the options of a pipeline.
 * @throws RunError `CONFIG.INVALID` for a delimiter that is not one ASCII character; `SOURCE.*` for a bad header
 */
export async function csvHead(bytes: Bytes, options: SourceOptions): Promise<CsvHead> {
  const usual = /\.tsv(\.gz|\.zstd?)?$/i.test(bytes.path) ? '\t' : ',';
  const declared = checked(options.delimiter, bytes.path);
  const start = await csvStart(bytes, options.skipLines ?? 0);
  const given = declared ?? start.delimiter;
  const { known = [], columns } = options;
  const guess = given ? undefined : await guessDelimiter(bytes, usual, start, { known, columns });
  const delimiter = given ?? guess?.record.delimiter ?? usual;
  const header = await headerOf(bytes, delimiter, start, options);
  return { ...header, delimiter, evidence: guess?.evidence };
}

async function headerOf(
  bytes: Bytes,
  delimiter: string,
  start: TextPlace,
  { columns, header, known = [] }: SourceOptions,
): Promise<CsvHeader> {
  if (columns && header !== 'skip') return { columns, unnamed: [], first: start };
  const record = await firstRecord(bytes, delimiter, start);
  if (header === undefined) return await readCsvHeader(bytes, record, start, known);
  const after = record && { byte: record.frame.endByte, line: record.frame.endLine };
  const first = header === 'skip' ? (after ?? start) : start;
  if (columns) return { columns, unnamed: [], first };
  const row = header === 'skip' ? ((await firstRecord(bytes, delimiter, first)) ?? record) : record;
  const { cells } = await readableRecord(bytes, row, first);
  return { columns: numberedColumns(cells.length), unnamed: [], first };
}

/**
 * Watches the columns without a name for values, unless the pipeline maps them. The first value of each is said once.
 */
export function unnamedWatch(
  { columns, unnamed }: Pick<CsvHeader, 'columns' | 'unnamed'>,
  { known = [], warn }: SourceOptions,
): ValueWatch | undefined {
  const left = unnamed.filter((name) => !known.includes(name));
  if (left.length === 0 || !warn) return undefined;
  const named = left.map((name) => JSON.stringify(name)).join(', ');
  warn(`the header has ${left.length === 1 ? 'a column' : 'columns'} without a name, left out: ${named}`);
  const waiting = new Set(left.map((name) => columns.indexOf(name)));
  return {
    columns: waiting,
    found(column, line) {
      waiting.delete(column);
      const name = JSON.stringify(columns[column]);
      warn(`line ${line} has a value in ${name}, a column without a name; a map can take it: ${name}`);
    },
  };
}

function checked(declared: string | undefined, path: string): string | undefined {
  if (declared === undefined || /^[^"\r\n\u0080-\u{10ffff}]$/u.test(declared)) return declared;
  throw new RunError('CONFIG.INVALID', `delimiter ${JSON.stringify(declared)} is not one ASCII character`, {
    hint: 'use one character such as  ,  ;  |  or a tab',
    where: { file: path },
  });
}
