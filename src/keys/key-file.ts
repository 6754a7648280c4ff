import { setImmediate as nextTurn } from 'node:timers/promises';
import { RunError } from '../errors/run-error.ts';
import type { StateStore } from '../files/state/state-store.ts';
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
const SAVE_EVERY = 500_000;

/** Options of a key file: what it does beside keeping its keys. */
export type KeyFileOptions = {
  /** Place where the filter of a large index is saved: a file of this machine, a cache. Absent: it is made anew. */
  readonly filter?: { readonly path: string; readonly files: Files } | undefined;
  /** Called with the bytes of each append, once they are durable. */
  readonly onAppended?: ((bytes: Uint8Array) => void) | undefined;
  /** After so many keys the filter is saved again. */
  readonly saveEvery?: number;
};

/** @param name of the log, begun by the first append */
export function keyFile(
  state: StateStore,
  name: string,
  { filter, onAppended = () => {}, saveEvery = SAVE_EVERY }: KeyFileOptions = {},
): KeyFile {
  const saved = filter && new FilterFile(filter, () => state.read(name));
  let length = 0;
  let index: KeyIndex | undefined;
  let moves = 0;
  /** The first bytes of the file whose keys are in the saved filter. */
  let covered = 0;
  const saveFilter = async (): Promise<void> => {
    const onDisk = index?.onDisk;
    if (!saved || !index || !onDisk || index.moves === moves) return;
    // What is in the file was in the index when it was written, so it was before the keys were moved since.
    moves = index.moves;
    if (length - covered < saveEvery * STAMP_BYTES) return;
    await saved.save(onDisk, length);
    onDisk.isSaved = true;
    covered = length;
  };
  return {
    async restore(into, bytes) {
      index = into;
      length = bytes;
      const isLater = into.restoreLater(bytes / STAMP_BYTES, () => blocksOf(state, name, bytes));
      const { onDisk } = into;
      const before = isLater && onDisk ? await saved?.load(onDisk.filter, bytes) : undefined;
      covered = before?.covered ?? 0;
      if (before) onDisk?.useSorted(before.description);
      else if (bytes > 0) await saved?.remove();
      for (const block of blocksOf(state, name, bytes, covered)) {
        // Those that no process before has sorted are known beside all that are there.
        if (isLater && !before) onDisk?.note(block);
        else into.restore(block);
        // Signals are heard, and the lock is kept, while many keys are read.
        await nextTurn();
      }
      // Those that were moved meanwhile are not all that were read.
      moves = into.moves;
    },
    async append({ bytes }) {
      await saveFilter();
      if (bytes.length === 0) return length;
      length += await state.append(name, bytes, length);
      onAppended(bytes);
      return length;
    },
  };
}

/** The stamps in the first `bytes` of a key file, in the order in which their rows were settled. */
export function* stampsIn(
  state: StateStore,
  name: string,
  bytes: number,
): Generator<{ readonly stamp: Stamp; readonly state: KeyState }> {
  for (const block of blocksOf(state, name, bytes)) yield* decodeStamps(block);
}

/**
 * The first `bytes` of a key file, in blocks of whole stamps; each is valid until the next.
 * @param from leaves out the bytes before
 * @throws RunError `STATE.CORRUPT` if the file is missing or shorter
 */
function* blocksOf(state: StateStore, name: string, bytes: number, from = 0): Generator<Buffer<ArrayBuffer>> {
  if (bytes === 0) return;
  using kept = state.read(name);
  if (!kept) throw new RunError('STATE.CORRUPT', `the key file ${state.pathOf(name)} is missing`);
  const room = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, bytes - from));
  for (let at = from; at < bytes; at += BLOCK_BYTES) {
    const block = room.subarray(0, bytes - at);
    if (kept.read(block, at) < block.length) {
      const message = `the key file ${state.pathOf(name)} is shorter than the checkpoint claims`;
      throw new RunError('STATE.CORRUPT', message);
    }
    yield block;
  }
}

/**
 * The key file of a retry of rejected rows: the keys of the run before are known, and the keys of its rejected rows are
 * free again. New keys go into a separate file.
 * @param before the key file of the run, and how many bytes of it are valid
 */
export function retryKeyFile(
  own: KeyFile,
  before: { readonly file: KeyFile; readonly bytes: number },
): KeyFile {
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
 * Copies the first `bytes` of a key file behind the first `at` bytes of the key file `name`.
 * @returns the new valid length of `name`, bytes
 */
export async function joinKeyFile(
  state: StateStore,
  name: string,
  at: number,
  from: { readonly state: StateStore; readonly bytes: number },
): Promise<number> {
  let end = at;
  for (const block of blocksOf(from.state, name, from.bytes)) end += await state.append(name, block, end);
  return end;
}
