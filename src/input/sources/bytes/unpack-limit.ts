import { RunError } from '../../../errors/run-error.ts';

/** A file that unpacks to more than this, and to so many times its size, is made to keep a machine busy. */
const RATIO_MAX = 500;
const RATIO_FROM_BYTES = 100_000_000;

/** The most bytes that so many packed ones may become. */
export const mostUnpacked = (size: number): number => Math.max(RATIO_FROM_BYTES, size * RATIO_MAX);

/**
 * Passes what a file of one packed text unpacks to.
 * @param size of the packed file
 * @throws RunError `SOURCE.ARCHIVE_UNSAFE`
 */
export async function* bounded(
  pieces: AsyncIterable<Buffer>,
  {
    path,
    size,
    signal,
  }: { readonly path: string; readonly size: number; readonly signal: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  const most = mostUnpacked(size);
  let length = 0;
  for await (const piece of pieces) {
    signal?.throwIfAborted();
    length += piece.length;
    if (length > most)
      throw new RunError('SOURCE.ARCHIVE_UNSAFE', `${path} unpacks ${size} bytes to more than ${most}`, {
        hint: 'if you trust it, unpack it and name the unpacked file',
        where: { file: path },
      });
    yield piece;
  }
}
