import type { FileMap } from '../map/file-map.ts';
import type { FileStore } from '../stores/file-store.ts';

/** Things that processes may have left that were killed, and the place where they are. */
export type Leftovers = {
  readonly map: FileMap;
  readonly store: FileStore;
  readonly isShared?: (object: string) => Promise<boolean>;
};

/**
 * Gives up uploads that have not ended, and removes objects that were put, or may have been, and that no address has as its copy.
 * What another pipeline names stays, and stays ours. Killed anywhere, the same call does the rest.
 * @throws RunError `FILES.STORE_*`, `STATE.UNWRITABLE`
 */
export async function settleLeftovers(
  { map, store, isShared }: Leftovers,
  signal: AbortSignal,
): Promise<void> {
  for (const { object, id } of map.openUploads()) {
    await store.abort(object, id, signal);
    await map.uploadOf(object).drop();
  }
  for (const { object } of map.openIntents()) {
    if (await isShared?.(object)) continue;
    await store.remove(object, signal);
    await map.removed(object);
  }
}
