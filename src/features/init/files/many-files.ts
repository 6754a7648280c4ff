import { type Files, type OpenFile, readAllSync } from '../../../system/files.ts';

/** A larger file is read piece by piece. */
const SMALL_BYTES = 1_048_576;
const inMemory = new WeakMap<Files, string>();

/**
 * The same files, of which a small one is read here at once and then comes from memory. Each thing that is detected opens
 * it again, and in a tree of small files this would cost more than their rows.
 */
export async function readOnce(path: string, files: Files): Promise<Files> {
  if (inMemory.get(files) === path) return files;
  const stats = await files.stat(path).catch(() => undefined);
  if (!stats?.isFile() || stats.size > SMALL_BYTES) return files;
  const bytes = beginningAt(path, stats.size, files);
  // What is wrong with it is said where it is opened.
  if (bytes?.length !== stats.size) return files;
  const refuse = async (): Promise<never> => {
    throw new TypeError(`${path} is open for reading`);
  };
  const close = async (): Promise<void> => {};
  const file: OpenFile = {
    read: async (into, offset, length, position) => ({
      bytesRead: bytes.copy(into, offset, position, position + length),
    }),
    stat: async () => stats,
    write: refuse,
    datasync: refuse,
    sync: refuse,
    close,
    [Symbol.asyncDispose]: close,
  };
  const once: Files = {
    ...files,
    stat: async (other) => (other === path ? stats : await files.stat(other)),
    open: async (other, ...how) => (other === path ? file : await files.open(other, ...how)),
  };
  inMemory.set(once, path);
  return once;
}

/** The first bytes of a file, at most so many; undefined if it cannot be read. */
function beginningAt(path: string, most: number, files: Files): Buffer | undefined {
  try {
    const file = files.openSync(path, 'r');
    try {
      const bytes = Buffer.allocUnsafe(most);
      return bytes.subarray(0, readAllSync(files, file, bytes, 0));
    } finally {
      files.closeSync(file);
    }
  } catch {
    return undefined;
  }
}
