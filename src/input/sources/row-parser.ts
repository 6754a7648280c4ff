import type { RowSink } from '../rows/record.ts';
import type { Row } from '../rows/row.ts';
import type { Selection } from './source.ts';
import { CHUNK_ROWS_MAX } from './source.ts';

/** Turns a file's bytes into rows, whatever the size of the pieces in which they come; no input or output. */
export interface RowParser {
  /** Takes the next bytes and gives the rows that are complete with them. */
  push(bytes: Buffer, sink: RowSink): void;
  /** Gives what is left at the end of the file. */
  end(sink: RowSink): void;
}

/** Runs bytes through a parser, in chunks of at most `CHUNK_ROWS_MAX` rows. */
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

/** Runs all of the bytes through a parser into a sink. */
export async function passRows(
  bytes: AsyncIterable<Buffer>,
  parser: RowParser,
  sink: RowSink,
): Promise<void> {
  for await (const piece of bytes) parser.push(piece, sink);
  parser.end(sink);
}
