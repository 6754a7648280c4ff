import { RunError } from '../../../errors/run-error.ts';
import { isMadeColumn } from '../../rows/made-column.ts';
import type { ReadFrom, Row } from '../../rows/row.ts';
import { bytesFor } from '../block-rows.ts';
import { beginningOf, openBytes, toLookAt } from '../bytes/bytes.ts';
import { openOrEmpty } from '../empty-source.ts';
import { withNulls } from '../nulls.ts';
import { RAW_COLUMN, type Reasons, writtenName } from '../rejects-format.ts';
import { passRows, type RowParser, rowChunks, rowOfRecord } from '../row-parser.ts';
import type { RejectsWriter, Source, SourceFormat, SourceOptions } from '../source.ts';
import { JsonArrayRows } from './json-array-rows.ts';
import { openDocument } from './json-document.ts';
import { NdjsonRows } from './ndjson-rows.ts';

/** One JSON object on each line, or one JSON array of objects; the first characters decide. */
export const ndjson = {
  name: 'ndjson',
  label: 'NDJSON',
  endings: ['.ndjson', '.jsonl', '.json'],
  takes: new Set(),
  looksLike: (head) => /^\s*[[{]/.test(head.subarray(0, 1_000).toString()),
  open: openNdjson,
  rejects: async (): Promise<RejectsWriter> => ({
    head: '',
    line: (row, _source, reasons) => `${JSON.stringify(rejected(row, reasons), bigints)}\n`,
  }),
} as const satisfies SourceFormat;

function openNdjson(path: string, file: number, options: SourceOptions): Promise<Source> {
  const { rows } = options;
  return openOrEmpty(ndjson, path, options, (each) =>
    rows === undefined ? openRows(path, file, each) : openDocument(ndjson, path, file, rows, each),
  );
}

async function openRows(path: string, file: number, options: SourceOptions): Promise<Source> {
  const bytes = await openBytes(path, options.encoding, options.files);
  const begins = (await beginningOf(toLookAt(bytes).read(bytes.start), BEGIN_BYTES)).toString('latin1');
  refuseOneObject(path, begins);
  const array = arrayStart(begins, bytes.start);
  const first = { ...(array ?? { byte: bytes.start, line: 1 }), row: 0 };
  const parserFrom = (from: ReadFrom): RowParser =>
    array ? new JsonArrayRows(file, bytes.encoding, from) : new NdjsonRows(file, bytes.encoding, from);
  const source: Source = {
    path,
    format: ndjson,
    plain: bytes.plain,
    encoding: bytes.encoding,
    bytes: bytes.size,
    async *read(from, signal, reading) {
      const start = from ?? first;
      const parser = parserFrom(start);
      yield* rowChunks(bytes.read(start.byte, signal), parser, signal, reading);
      refuseUnclosed(parser, path);
    },
    rowOf: (record, at) => rowOfRecord(parserFrom(at), record),
    async pass(sink, signal) {
      const parser = parserFrom(first);
      await passRows(bytesFor(bytes, first.byte, sink, signal), parser, sink);
      refuseUnclosed(parser, path);
    },
  };
  return withNulls(source, options.nulls);
}

/** Refuses an array without its closing bracket: rows may be missing, and no other check would notice. */
function refuseUnclosed(parser: RowParser, path: string): void {
  if (!(parser instanceof JsonArrayRows) || parser.closed) return;
  const message = `${path} is cut off: the file ends before the ] of its JSON array`;
  throw new RunError('SOURCE.TRUNCATED', message, { where: { file: path } });
}

/** Enough bytes to see past leading blanks. */
const BEGIN_BYTES = 4_096;

/** The position after the bracket that opens an array of objects; undefined if the text is not such an array. */
function arrayStart(begins: string, start: number): Omit<ReadFrom, 'row'> | undefined {
  const [opening] = /^[ \t\r\n]*\[(?=[ \t\r\n]*(?:[{\]]|$))/.exec(begins) ?? [];
  if (opening === undefined) return undefined;
  return { byte: start + opening.length, line: 1 + (opening.match(/\r\n|\n|\r/g) ?? []).length };
}

/**
 * Refuses a file with one JSON object over several lines: each line would be refused without the real reason. A file
 * with a broken first row is not such a file.
 */
function refuseOneObject(path: string, begins: string): void {
  if (!/^[ \t\r\n]*\{[ \t]*[\r\n]/.test(begins) || begins.split(/[\r\n]/).some(isRow)) return;
  throw new RunError('SOURCE.FORMAT_UNKNOWN', `${path} is one JSON object over several lines, not rows`, {
    hint: 'name the path of its rows in the pipeline, for example  rows: $.messages[*]',
    where: { file: path, line: 1 },
  });
}

/** True if a line is a row: nested objects are indented, and all but the last one have a comma after them. */
function isRow(line: string): boolean {
  if (!line.startsWith('{"') || !line.endsWith('}')) return false;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function rejected({ values, raw }: Row, reasons: Reasons): Record<string, unknown> {
  const own = Object.entries(values).flatMap(([name, value]) =>
    isMadeColumn(name) ? [] : [[writtenName(name), value] as const],
  );
  const unread = raw === undefined ? [] : [[RAW_COLUMN, raw] as const];
  return Object.fromEntries([...own, ...unread, ...Object.entries(reasons)]);
}

/** Writes an integer beyond 2^53 as a string with its original digits, because a JSON number would lose some. */
const bigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
