import type { CopiesRevision } from '../../../delivery/plan.ts';
import type { FileIntent, MapEntry } from '../file-map.ts';
import {
  isSameStore,
  requireStore,
  type StoreOfPipeline,
  type StorePlace,
  storePlaceOf,
} from '../stores/store-place.ts';
import { allEntries, allObjects, type MapIndex, type NumberedObject } from './map-index.ts';
import type { MapObject } from './map-record.ts';

/** An upload in parts that has begun. */
export type OpenUpload = { readonly object: string; readonly id: string };

/** The map of copied files as it was when it was opened: what became of each address, and which objects there are. */
export class SavedFileMap implements AsyncDisposable {
  #index: MapIndex;
  readonly #again: () => MapIndex;
  #isHeld = false;

  /** @param again makes the index anew, after another process has taken it */
  constructor(index: MapIndex, again: () => MapIndex) {
    this.#index = index;
    this.#again = again;
  }

  protected get index(): MapIndex {
    return this.#index;
  }

  protected replaceIndex(index: MapIndex): void {
    this.#index = index;
  }

  /** The entry of an address, by its key. */
  find(addressKey: string): MapEntry | undefined {
    return this.#ask((index) => index.find(addressKey));
  }

  /** All entries, in the order in which their addresses came. */
  entries(): Generator<MapEntry> {
    return allEntries({ entriesAfter: (id) => this.#ask((index) => index.entriesAfter(id)) });
  }

  /**
   * All objects, each with the number of addresses that it is the copy of. It may be 0: the file at its address has changed,
   * and what was sent before still names it.
   */
  objects(): Generator<NumberedObject> {
    return allObjects({ objectsAfter: (id) => this.#ask((index) => index.objectsAfter(id)) });
  }

  /** An object that has a copy of some address, or had. */
  findObject(object: string): MapObject | undefined {
    return this.#ask((index) => index.findObject(object));
  }

  /** True if rows may name an object: it has a copy, or had when they were sent, and nobody has given it up since. */
  isNamed(object: string): boolean {
    return (
      this.namesOf(object) > 0 ||
      (this.findObject(object) !== undefined && this.intentFor(object) === undefined)
    );
  }

  /** The number of addresses that an object is the copy of. */
  namesOf(object: string): number {
    return this.#ask((index) => index.namesOf(object));
  }

  /** Objects that may be in the store although no entry says so. They are few. */
  openIntents(): readonly FileIntent[] {
    return this.#ask((index) => index.intents());
  }

  /** The same for one object. */
  intentFor(object: string): FileIntent | undefined {
    return this.#ask((index) => index.intent(object));
  }

  /** The same for one address. */
  intentsOf(addressKey: string): readonly FileIntent[] {
    return this.#ask((index) => index.intentsOf(addressKey));
  }

  /** Uploads in parts that have begun and not ended. */
  openUploads(): readonly OpenUpload[] {
    return this.#ask((index) => index.uploads());
  }

  /** Numbers of addresses that got another answer than before. */
  get revision(): CopiesRevision {
    return this.#ask((index) => index.revision);
  }

  /** The store that the copies are in, as it was first used; undefined before that. */
  get store(): StorePlace | undefined {
    return this.#ask((index) => index.store);
  }

  /** The public address below which messages were sent, or may have been, that keep it; undefined before that. */
  get sentUnder(): string | undefined {
    return this.#ask((index) => index.sentUnder);
  }

  /** True if the copies are in the store of a pipeline, however it is spelled. */
  isIn(spec: StoreOfPipeline): boolean {
    const { store } = this;
    return store !== undefined && isSameStore(store, storePlaceOf(spec));
  }

  /**
   * Checks that, and that a folder of copies is apart from the state.
   * @throws RunError `FILES.CONFIG`
   */
  requireStore(spec: StoreOfPipeline, stateFolder: string): void {
    requireStore(this.store, spec, stateFolder);
  }

  #ask<T>(question: (index: MapIndex) => T): T {
    try {
      this.hold();
      return question(this.#index);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SQLITE_ERROR') throw error;
    }
    this.#letGo();
    this.#index[Symbol.dispose]();
    this.#index = this.#again();
    return question(this.#index);
  }

  /** Holds the index until whoever asks waits for something: to take it for each question costs more than its answer. */
  protected hold(): void {
    if (this.#isHeld) return;
    this.#index.exec('BEGIN');
    this.#isHeld = true;
    queueMicrotask(() => this.#letGo());
  }

  #letGo(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    try {
      this.#index.exec('COMMIT');
    } catch {
      // It had not begun: another process had the index.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#letGo();
    this.#index[Symbol.dispose]();
  }
}
