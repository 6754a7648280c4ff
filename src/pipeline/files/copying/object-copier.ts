import { createHash } from 'node:crypto';
import { RunError } from '../../../errors/run-error.ts';
import type { FetchedFile } from '../fetch/fetched-file.ts';
import type { CopyEntry, FileIntent } from '../file-map.ts';
import type { FilesSpec } from '../files-spec.ts';
import type { FileMap } from '../map/file-map.ts';
import type { FileStore, StoredObject, UploadLog } from '../stores/file-store.ts';

/** Of so many objects, one is read back. */
const READ_BACK_EVERY = 100;

/** Origin of an object. */
export type ObjectResult = {
  readonly outcome: 'copied' | 'alreadyThere' | 'sameContent';
  readonly origin: 'created' | 'exists';
};

/** Things that objects are put with. */
export type ObjectDeps = {
  readonly spec: Pick<FilesSpec, 'cacheControl' | 'shown'>;
  readonly map: FileMap;
  readonly store: FileStore;
};

/** The key of the object of some content. */
export const objectKey = (sha256: string, extension: string): string =>
  `${sha256.slice(0, 2)}/${sha256}.${extension}`;

/**
 * Puts files into the store, each content once. That an object is put is recorded before, after a look whether it is there: what
 * a process that was killed may have put is known as our work, and what was there before it is not.
 */
export class ObjectCopier {
  readonly #deps: ObjectDeps;
  /** Objects that are being put. */
  readonly #busy = new Map<string, Promise<unknown>>();
  #puts = 0;

  constructor(deps: ObjectDeps) {
    this.#deps = deps;
  }

  /** Does work for an object while nobody else does some for it. */
  async alone<T>(object: string, work: () => Promise<T>): Promise<T> {
    for (let busy = this.#busy.get(object); busy; busy = this.#busy.get(object)) await busy.catch(() => {});
    const working = work();
    this.#busy.set(object, working);
    try {
      return await working;
    } finally {
      this.#busy.delete(object);
    }
  }

  /**
   * Makes sure that the store has a file.
   * @throws RunError `FILE.KEY_TAKEN`, `FILES.STORE_*`, `STATE.UNWRITABLE`
   */
  async put(file: FetchedFile, intent: FileIntent, signal: AbortSignal): Promise<ObjectResult> {
    const { map, store } = this.#deps;
    const { object } = intent;
    const ours = map.intentFor(object);
    const known = ours ? undefined : map.findObject(object);
    if (known) return { outcome: 'sameContent', origin: known.origin };
    const found = await store.head(object, signal);
    if (found && (await this.#isSame(found, intent, signal))) {
      if (ours) await store.settle?.(object);
      return { outcome: 'alreadyThere', origin: ours ? 'created' : 'exists' };
    }
    if (found && !ours) throw this.#keyTaken(object);
    if (ours?.address !== intent.address) await map.intent(intent);
    await this.#write(file, object, signal);
    return { outcome: 'copied', origin: 'created' };
  }

  /**
   * Puts the file of a copy into the store again, under the same name, if it is not there as it was. It is our work from then on.
   * @returns true if it was put
   * @throws RunError `FILE.KEY_TAKEN`, `FILES.STORE_*`, `STATE.UNWRITABLE`
   */
  async putAgain(file: FetchedFile, copy: CopyEntry, signal: AbortSignal): Promise<boolean> {
    const { map, store } = this.#deps;
    const { object, type, origin } = copy;
    const found = await store.head(object, signal);
    if (found && (await this.#isSame(found, copy, signal))) return false;
    if (found && origin === 'exists') throw this.#keyTaken(object);
    if (origin === 'exists') await map.record({ ...copy, origin: 'created' });
    await this.#write({ ...file, type }, object, signal);
    return true;
  }

  #keyTaken(object: string): RunError {
    const { shown } = this.#deps.spec;
    return new RunError('FILE.KEY_TAKEN', `${shown} has another object with the name ${object}`);
  }

  /** True if the store has an object as it was put, or was to be. */
  async has(intent: FileIntent, signal: AbortSignal): Promise<boolean> {
    const { store } = this.#deps;
    const found = await store.head(intent.object, signal);
    if (!found || !(await this.#isSame(found, intent, signal))) return false;
    await store.settle?.(intent.object);
    return true;
  }

  async #isSame(found: StoredObject, intent: FileIntent, signal: AbortSignal): Promise<boolean> {
    if (found.bytes !== intent.bytes) return false;
    // Without a word of what it is, its bytes decide.
    const sha256 = found.sha256 ?? (await this.#hashOf(intent.object, signal));
    return sha256 === intent.sha256;
  }

  async #write(
    { body, type, isDownload }: Pick<FetchedFile, 'body' | 'type' | 'isDownload'>,
    object: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { map, store, spec } = this.#deps;
    const headers = { type, isDownload, cacheControl: spec.cacheControl };
    for (let isAgain = false; ; isAgain = true) {
      const upload = watched(map.uploadOf(object));
      await store.put(object, body, headers, upload, signal);
      const isReadBack = upload.isInParts || isAgain || ++this.#puts % READ_BACK_EVERY === 0;
      if (!isReadBack || (await this.#hashOf(object, signal)) === body.sha256) return;
      if (!isAgain) continue;
      await store.remove(object, signal);
      // What rows name stays known.
      if (map.namesOf(object) === 0) await map.removed(object);
      throw new RunError('FILES.STORE_SILENT', `${spec.shown} has other bytes than were put in ${object}`, {
        hint: 'see what is wrong with the store: it was read back twice',
      });
    }
  }

  async #hashOf(object: string, signal: AbortSignal): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of this.#deps.store.read(object, signal)) hash.update(chunk);
    return hash.digest('hex');
  }
}

/** The log of an upload, which says whether there was one. */
function watched(upload: UploadLog): UploadLog & { readonly isInParts: boolean } {
  let isInParts = upload.begun !== undefined;
  return {
    get isInParts() {
      return isInParts;
    },
    get begun() {
      return upload.begun;
    },
    begin: (id, partBytes) => {
      isInParts = true;
      return upload.begin(id, partBytes);
    },
    part: (number, etag) => upload.part(number, etag),
    drop: () => upload.drop(),
  };
}
