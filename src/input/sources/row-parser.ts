import type { RowSink } from '../rows/record.ts';
import type { Row } from '../rows/row.ts';
import type { Reading } from './source.ts';
import { CHUNK_ROWS_MAX } from './source.ts';

/** Turns a file's bytes, in pieces of any size, into rows. Does no input or output. */
export interface RowParser {
  /** Adds the next bytes and passes the rows that are now complete to the sink. */
  push(bytes: Buffer, sink: RowSink): void;
  /** Passes the remaining rows to the sink at the end of the file. */
  end(sink: RowSink): void;
}

/** Parses bytes into chunks of at most `CHUNK_ROWS_MAX` values; rows if there is no reading. */
export async function* rowChunks<T = Row>(
  bytes: AsyncIterable<Buffer>,
  parser: RowParser,
  signal: AbortSignal,
  reading?: Reading<T>,
): AsyncGenerator<readonly T[]> {
  let values: T[] = [];
  const sink = sinkOf(reading ?? (ROWS as Reading<T>), (value) => values.push(value));
  for await (const piece of bytes) {
    parser.push(piece, sink);
    yield* cut(values, signal);
    values = [];
  }
  parser.end(sink);
  yield* cut(values, signal);
}

const ROWS: Reading = { row: (row) => row };

/**
 * A reading of rows that are changed before they become values. It gets no records, because they are as before: whoever
 * passes the rows to a sink must not know records either, or a sync would look for them in vain.
 */
export const overRows = <T>(change: (row: Row) => Row, reading = ROWS as Reading<T>): Reading<T> => ({
  row: (row) => reading.row(change(row)),
});

function sinkOf<T>(reading: Reading<T>, push: (value: T) => void): RowSink {
  const { expected } = reading;
  const blocks = reading.blocks?.(push);
  return {
    ...(expected ? { expected } : {}),
    ...(reading.known ? { known: (...record) => reading.known?.(...record) === true } : {}),
    ...(blocks ? { blocks } : {}),
    row: (row) => push(reading.row(row)),
  };
}

function* cut<T>(values: readonly T[], signal: AbortSignal): Generator<readonly T[]> {
  for (let at = 0; at < values.length; at += CHUNK_ROWS_MAX) {
    signal.throwIfAborted();
    yield values.slice(at, at + CHUNK_ROWS_MAX);
  }
}

/** Parses all bytes and passes the rows to a sink. */
export async function passRows(
  bytes: AsyncIterable<Buffer>,
  parser: RowParser,
  sink: RowSink,
): Promise<void> {
  for await (const piece of bytes) parser.push(piece, sink);
  parser.end(sink);
}

const LINE_END = Buffer.from('\n');

/** The row of a single record, as a parser of its file makes it; undefined if the bytes are not one whole record. */
export function rowOfRecord(parser: RowParser, record: Buffer): Row | undefined {
  const rows: Row[] = [];
  const sink: RowSink = { row: (row) => rows.push(row) };
  parser.push(Buffer.concat([record, LINE_END]), sink);
  parser.end(sink);
  return rows.length === 1 ? rows[0] : undefined;
}
