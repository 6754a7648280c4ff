import { dirname, join } from 'node:path';
import type { StateStore } from '../files/state/state-store.ts';
import { removeIndex } from '../ledger/index/remove-index.ts';
import type { ObjectCounts } from '../pipeline/files/file-counts.ts';
import type { FilesSpec } from '../pipeline/files/files-spec.ts';
import type { FileMap } from '../pipeline/files/map/file-map.ts';
import { MAP_INDEX, MAP_LOG, openFileMap } from '../pipeline/files/map/open-file-map.ts';
import type { SavedFileMap } from '../pipeline/files/map/saved-file-map.ts';
import type { FileStore } from '../pipeline/files/stores/file-store.ts';
import { openStore } from '../pipeline/files/stores/stores.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { KeyAccess } from '../pipeline/target.ts';
import { eachOf } from '../service/each-of.ts';
import { State } from '../state/state.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';

/** Objects that were removed, or were to be. */
export type RemovedObjects = ObjectCounts & {
  /** Objects that something else still names. */
  readonly kept: ObjectCounts;
  /** The number of these that another pipeline names: once that is undone, the same call removes them. */
  readonly shared: number;
};

type CopiesOf = {
  readonly pipeline: Pipeline;
  /** Writes only while the lock is ours. */
  readonly system: System;
  readonly access: KeyAccess;
};

/** Objects that are our work, and that a pipeline beside this one names: those that we name too, and those that we gave up. */
type SharedObjects = { readonly named: number; readonly givenUp: number };

type MapPlace = {
  readonly folder: string;
  readonly state: StateStore;
  readonly files: Files;
  readonly spec: FilesSpec;
};

/**
 * The copies of files that the state of a pipeline knows, with the store that they are in. The lock of the state is held.
 */
export class KeptCopies implements AsyncDisposable {
  readonly map: FileMap;
  readonly store: FileStore;
  readonly #opened: AsyncDisposableStack;
  readonly #place: MapPlace;
  /** Objects whose removal was begun by a process that has not ended it. */
  readonly #begun: readonly OwnObject[];
  #beside: readonly SavedFileMap[] | undefined;

  private constructor(map: FileMap, store: FileStore, opened: AsyncDisposableStack, place: MapPlace) {
    this.map = map;
    this.store = store;
    this.#opened = opened;
    this.#place = place;
    this.#begun = map.openIntents().filter(({ object }) => map.findObject(object));
  }

  /**
   * Opens them; the map is made if there is none. Nothing is asked of the store.
   * @throws RunError `STATE.*`, `FILES.*`, `AUTH.KEY_MISSING`
   */
  static async open(files: FilesSpec, { pipeline, system, access }: CopiesOf): Promise<KeptCopies> {
    const { stateFolder } = pipeline;
    await using opened = new AsyncDisposableStack();
    const { kept } = new State(stateFolder, system.files);
    const place = { folder: stateFolder, state: kept, files: system.files, spec: files };
    const map = opened.use(await openFileMap(kept, join(stateFolder, MAP_INDEX), system.files, 'write'));
    map.requireStore(files, stateFolder);
    const store = opened.use(await openStore(files, { system, place: pipeline, access }));
    return new KeptCopies(map, store, opened.move(), place);
  }

  /** The same where files were copied; undefined if not, or if the pipeline copies none. */
  static async find(of: CopiesOf): Promise<KeptCopies | undefined> {
    const { files, stateFolder } = of.pipeline;
    if (!files || !hasCopies(stateFolder, of.system.files)) return undefined;
    const found = await KeptCopies.open(files, of);
    await found.lookBeside();
    return found;
  }

  /** The objects that are our work, and that no pipeline beside this one names. */
  get created(): ObjectCounts {
    const counts = { objects: 0, bytes: 0 };
    for (const { object, bytes } of ownObjects(this.map)) if (!this.isNamedBeside(object)) add(counts, bytes);
    for (const { object, bytes } of this.map.openIntents())
      if (!this.map.findObject(object) && !this.isNamedBeside(object)) add(counts, bytes);
    return counts;
  }

  get shared(): SharedObjects {
    const counts = { named: 0, givenUp: 0 };
    for (const { object } of ownObjects(this.map))
      if (this.isNamedBeside(object)) counts[this.map.isNamed(object) ? 'named' : 'givenUp']++;
    return counts;
  }

  /** The number of uploads in parts that have not ended. */
  get uploads(): number {
    return this.map.openUploads().length;
  }

  /**
   * Opens what pipelines with a state beside this one have copied to the same store.
   * @throws RunError `STATE.*`
   */
  async lookBeside(): Promise<void> {
    if (this.#beside) return;
    const { folder: ours, files, spec } = this.#place;
    const beside: SavedFileMap[] = [];
    for (const folder of await foldersBeside(ours, files)) {
      const { kept } = new State(folder, files);
      const found = this.#opened.use(await openFileMap(kept, join(folder, MAP_INDEX), files, 'read'));
      if (found.isIn(spec)) beside.push(found);
    }
    this.#beside = beside;
  }

  /** The same, where nobody has looked beside so far. */
  async isShared(object: string): Promise<boolean> {
    await this.lookBeside();
    return this.isNamedBeside(object);
  }

  /** True if such a pipeline names an object. */
  isNamedBeside(object: string): boolean {
    return this.#beside?.some((other) => other.isNamed(object)) ?? true;
  }

  /**
   * Removes objects that are our work from the store, and from the map. What another pipeline names stays, and is given up, so
   * that the undo of the other does not leave it for us. Killed anywhere, the same call does the rest.
   * @param mayRemove whether nothing else names the object
   * @throws RunError `FILES.STORE_*`, `STATE.UNWRITABLE`, the reason of the signal
   */
  async remove(mayRemove: (object: string) => boolean, signal: AbortSignal): Promise<RemovedObjects> {
    const removed = { objects: 0, bytes: 0, kept: { objects: 0, bytes: 0 }, shared: 0 };
    const { concurrency } = this.#place.spec;
    await this.lookBeside();
    await this.abortUploads(signal);
    const { map } = this;
    const remove = async ({ object, bytes }: OwnObject): Promise<void> => {
      if (!mayRemove(object)) return add(removed.kept, bytes);
      if (this.isNamedBeside(object)) {
        removed.shared++;
        add(removed.kept, bytes);
        if (map.isNamed(object)) await map.release(object);
        return;
      }
      await this.map.release(object);
      await this.store.remove(object, signal);
      await this.map.removed(object);
      add(removed, bytes);
    };
    // The next copying after such a process has ended it.
    for (const { object, bytes } of this.#begun) if (!map.findObject(object)) add(removed, bytes);
    const left = map.openIntents().filter(({ object }) => !map.findObject(object));
    await eachOf(left, concurrency, remove, signal);
    await eachOf(ownObjects(map), concurrency, remove, signal);
    // Its owner may remove what we do not name any more.
    const giveUp = async ({ object }: OwnObject): Promise<void> => {
      if (!mayRemove(object) || !this.isNamedBeside(object)) return;
      await map.release(object);
      await map.removed(object);
    };
    await eachOf(objectsOf(map, 'exists'), concurrency, giveUp, signal);
    return removed;
  }

  /** Gives up what was begun and not ended, so that no part of it stays in the store. */
  async abortUploads(signal: AbortSignal): Promise<void> {
    for (const { object, id } of this.map.openUploads()) {
      await this.store.abort(object, id, signal);
      await this.map.uploadOf(object).drop();
    }
  }

  /** Removes the map, once no object is left that is our work. It is disposed of with that. */
  async clear(): Promise<void> {
    await this.#opened.disposeAsync();
    const { state, folder, files } = this.#place;
    await state.remove(MAP_LOG);
    removeIndex(join(folder, MAP_INDEX), files);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#opened.disposeAsync();
  }
}

/** An object that is our work. */
type OwnObject = { readonly object: string; readonly bytes: number };

function add(counts: ObjectCounts, bytes: number): void {
  counts.objects++;
  counts.bytes += bytes;
}

function* objectsOf(map: SavedFileMap, origin: 'created' | 'exists'): Generator<OwnObject> {
  for (const object of map.objects()) if (object.origin === origin) yield object;
}

const ownObjects = (map: SavedFileMap): Generator<OwnObject> => objectsOf(map, 'created');

/** True if files were copied with a state. */
export const hasCopies = (stateFolder: string, files: Files): boolean =>
  files.existsSync(join(stateFolder, MAP_LOG));

/** The state folders of other pipelines beside one. */
async function foldersBeside(stateFolder: string, files: Files): Promise<readonly string[]> {
  const root = dirname(stateFolder);
  const names = await files.readdir(root).catch(() => []);
  return names
    .map((name) => join(root, name))
    .filter((folder) => folder !== stateFolder && hasCopies(folder, files));
}

/** Counts the copies that a state knows; the store is not asked. */
export async function countCopies(
  { kept, paths }: Pick<State, 'kept' | 'paths'>,
  files: Files,
): Promise<ObjectCounts & { readonly uploads: number; readonly to: string | undefined }> {
  await using map = await openFileMap(kept, join(paths.folder, MAP_INDEX), files, 'read');
  const counts = { objects: 0, bytes: 0 };
  for (const { bytes } of ownObjects(map)) add(counts, bytes);
  return { ...counts, uploads: map.openUploads().length, to: map.store?.shown };
}
