import type { Cursor, Row } from '../rows/row.ts';
import type { Source } from './source.ts';

/** The rows of all files of a step, one file after the other, starting at a cursor. */
export async function* readRows(
  sources: readonly Source[],
  from: Cursor | undefined,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  for (const [file, source] of sources.entries()) {
    if (from && file < from.file) continue;
    yield* source.read(from?.file === file ? from : undefined, signal);
  }
}
