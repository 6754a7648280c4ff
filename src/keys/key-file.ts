import { asRunError, RunError } from '../errors/run-error.ts';
import { appendAt } from '../files/append-at.ts';
import type { Files } from '../system/files.ts';
import { FilterFile } from './filter-file.ts';
import {
  decodeStamps,
  type KeyIndex,
  type KeyState,
  STAMP_BYTES,
  type Stamp,
  type Stamps,
} from './key-index.ts';

/** The keys of an entity on disk; a resumed run reads them instead of its sources. */
export interface KeyFile {
  /** Reads the first `bytes` of the file into the index. */
  restore(index: KeyIndex, bytes: number): Promise<void>;
  /** Appends, syncs to disk and returns the new length in bytes. */
  append(stamps: Pick<Stamps, 'bytes'>): Promise<number>;
}

const BLOCK_BYTES = STAMP_BYTES * 50_000;
/** After so many keys the filter of an index is saved, if it has one. */
const SAVE_EVERY = 1_000_000;

/**
 * @param path created by the first append, 0600; the filter of a large index is saved beside it
 * @param onAppended called with the bytes of each append, once they are on disk
 * @param saveEvery after so many keys the filter is saved again
 */
export function keyFile(
  path: string,
  files: Files,
  onAppended: (bytes: Uint8Array) => void = () => {},
  saveEvery = SAVE_EVERY,
): KeyFile {
  const saved = new FilterFile(`${path}.filter`, path, files);
  let length = 0;
  let index: KeyIndex | undefined;
  let moves = 0;
  /** The first bytes of the file whose keys are in the saved filter. */
  let covered = 0;
  const saveFilter = async (): Promise<void> => {
    if (!index?.filter || index.moves === moves) return;
    // What is in the file was in the index when it was written, so it was before the keys were moved since.
    moves = index.moves;
    if (length - covered < saveEvery * STAMP_BYTES) return;
    await saved.save(index.filter, length);
    covered = length;
  };
  return {
    async restore(into, bytes) {
      index = into;
      moves = into.moves;
      length = bytes;
      const isLater = into.restoreLater(bytes / STAMP_BYTES, () => blocksNow(files, path, bytes));
      covered = isLater && into.filter ? await saved.load(into.filter, bytes) : 0;
      if (covered === 0 && bytes > 0) await saved.remove();
      for await (const block of blocksOf(files, path, bytes, covered))
        if (isLater) into.note(block);
        else into.restore(block);
    },
    async append({ bytes }) {
      await saveFilter();
      if (bytes.length === 0) return length;
      length += await appendAt(files, path, bytes, length);
      onAppended(bytes);
      return length;
    },
  };
}

/** The stamps in the first `bytes` of a key file, in the order in which their rows were settled. */
export async function* stampsIn(
  files: Files,
  path: string,
  bytes: number,
): AsyncGenerator<{ readonly stamp: Stamp; readonly state: KeyState }> {
  for await (const block of blocksOf(files, path, bytes)) yield* decodeStamps(block);
}

/**
 * The first `bytes` of a key file, in blocks of whole stamps.
 * @param from leaves out the bytes before
 * @throws RunError `STATE.CORRUPT` if the file is missing or shorter
 */
async function* blocksOf(
  files: Files,
  path: string,
  bytes: number,
  from = 0,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  if (bytes === 0) return;
  await using file = await files.open(path, 'r').catch((error: Error) => {
    throw asRunError(error, 'STATE.CORRUPT', `the key file ${path} is missing: ${error.message}`);
  });
  for (let at = from; at < bytes; at += BLOCK_BYTES) {
    const block = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, bytes - at));
    const { bytesRead } = await file.read(block, 0, block.length, at);
    if (bytesRead < block.length)
      throw new RunError('STATE.CORRUPT', `the key file ${path} is shorter than the checkpoint claims`);
    yield block;
  }
}

/** The same as `blocksOf`, without a wait; it has read them before. */
function* blocksNow(files: Files, path: string, bytes: number): Generator<Buffer<ArrayBuffer>> {
  const fd = files.openSync(path, 'r');
  try {
    for (let at = 0; at < bytes; at += BLOCK_BYTES) {
      const block = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, bytes - at));
      for (let read = 0; read < block.length; ) {
        const count = files.readSync(fd, block, read, block.length - read, at + read);
        if (count === 0) throw new RunError('STATE.CORRUPT', `the key file ${path} has become shorter`);
        read += count;
      }
      yield block;
    }
  } finally {
    files.closeSync(fd);
  }
}

/**
 * The key file of a retry of rejected rows: the keys of the run before are known, and the keys of its rejected rows are
 * free again. New keys go into a separate file.
 * @param before the key file of the run, and how many bytes of it are valid
 */
export function retryKeyFile(
  path: string,
  before: { readonly file: KeyFile; readonly bytes: number },
  files: Files,
  onAppended?: (bytes: Uint8Array) => void,
): KeyFile {
  const own = keyFile(path, files, onAppended);
  return {
    async restore(index, bytes) {
      await before.file.restore(index, before.bytes);
      index.reopen();
      await own.restore(index, bytes);
    },
    append: (stamps) => own.append(stamps),
  };
}

/**
 * Copies the first `bytes` of the key file `from` behind the first `at` bytes of the key file `path`.
 * @returns the new valid length of `path`, bytes
 */
export async function joinKeyFile(
  files: Files,
  path: string,
  at: number,
  from: string,
  bytes: number,
): Promise<number> {
  let end = at;
  for await (const block of blocksOf(files, from, bytes)) end += await appendAt(files, path, block, end);
  return end;
}
