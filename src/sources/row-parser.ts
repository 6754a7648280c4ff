import type { Row } from '../row.ts';
import { CHUNK_ROWS_MAX } from '../source.ts';

/** Turns a file's bytes into rows, whatever the size of the pieces in which they come; no input or output. */
export interface RowParser {
  /** Takes the next bytes and gives the rows that are complete with them. */
  push(bytes: Buffer): readonly Row[];
  /** Gives what is left at the end of the file. */
  end(): readonly Row[];
}

/** Runs bytes through a parser, in chunks of at most `CHUNK_ROWS_MAX` rows. */
export async function* rowChunks(
  bytes: AsyncIterable<Buffer>,
  parser: RowParser,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  for await (const piece of bytes) yield* cut(parser.push(piece), signal);
  yield* cut(parser.end(), signal);
}

function* cut(rows: readonly Row[], signal: AbortSignal): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += CHUNK_ROWS_MAX) {
    signal.throwIfAborted();
    yield rows.slice(at, at + CHUNK_ROWS_MAX);
  }
}
