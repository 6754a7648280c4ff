import type { RowSink } from '../rows/record.ts';
import type { Row } from '../rows/row.ts';
import type { Selection } from './source.ts';
import { CHUNK_ROWS_MAX } from './source.ts';

/** Turns a file's bytes, in pieces of any size, into rows. Does no input or output. */
export interface RowParser {
  /** Adds the next bytes and passes the rows that are now complete to the sink. */
  push(bytes: Buffer, sink: RowSink): void;
  /** Passes the remaining rows to the sink at the end of the file. */
  end(sink: RowSink): void;
}

/** Parses bytes into chunks of at most `CHUNK_ROWS_MAX` rows. */
export async function* rowChunks(
  bytes: AsyncIterable<Buffer>,
  parser: RowParser,
  signal: AbortSignal,
  selection?: Selection,
): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  const sink: RowSink = selection
    ? {
        expected: selection.expected,
        known: (bytes, start, end) => selection.known(bytes, start, end),
        row: (row) => rows.push(selection.take(row)),
      }
    : { row: (row) => rows.push(row) };
  for await (const piece of bytes) {
    parser.push(piece, sink);
    yield* cut(rows, signal);
    rows = [];
  }
  parser.end(sink);
  yield* cut(rows, signal);
}

function* cut(rows: readonly Row[], signal: AbortSignal): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += CHUNK_ROWS_MAX) {
    signal.throwIfAborted();
    yield rows.slice(at, at + CHUNK_ROWS_MAX);
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
