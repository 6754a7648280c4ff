import { cannotWrite } from '../../../errors/run-error.ts';
import type { StateStore } from '../../../files/state/state-store.ts';
import type { FileIntent, MapEntry } from '../file-map.ts';
import type { UploadLog } from '../stores/file-store.ts';
import { requireSameStore, type StoreOfPipeline, storePlaceOf } from '../stores/store-place.ts';
import type { MapIndex } from './map-index.ts';
import { MapLog, mapLogLines } from './map-log.ts';
import { MAP_HEAD, MAP_START, type MapRecord } from './map-record.ts';
import { SavedFileMap } from './saved-file-map.ts';

/** Records in one transaction of the index: after a kill, as many are read again. */
const TRANSACTION_MAX = 1_000;

export type FileMapPlace = {
  readonly state: StateStore;
  /** The name of the log in it. */
  readonly name: string;
  /** Makes an empty index in the place of the one that is there. */
  readonly beginIndex: () => MapIndex;
};

/**
 * The map, open to be written. Its log is the truth: each call resolves once its record survives a power cut; those that wait
 * at the same time share one sync. Its index answers what is asked.
 */
export class FileMap extends SavedFileMap {
  readonly #place: FileMapPlace;
  #log: MapLog;
  #inTransaction = 0;

  constructor(log: MapLog, index: MapIndex, place: FileMapPlace) {
    super(index, () => {
      throw new Error('the index of the map of copied files is not usable any more');
    });
    this.#log = log;
    this.#place = place;
  }

  /** Records what became of an address: it takes the place of an earlier entry of it. */
  record(entry: MapEntry): Promise<void> {
    return this.#add({ is: 'entry', ...entry });
  }

  /** Records that an object that is not in the store is about to be put there. */
  intent(intent: FileIntent): Promise<void> {
    return this.#add({ is: 'intent', ...intent });
  }

  /** The parts of the upload of an object. */
  uploadOf(object: string): UploadLog {
    const { index } = this;
    return {
      get begun() {
        return index.upload(object);
      },
      begin: (id, partBytes) => this.#add({ is: 'upload', object, id, partBytes }),
      part: (number, etag) => this.#add({ is: 'part', object, number, etag }),
      drop: () => this.#add({ is: 'noUpload', object }),
    };
  }

  /** Drops every entry of an object that is about to be removed; until `removed`, it is one of the open intents. */
  release(object: string): Promise<void> {
    return this.#add({ is: 'released', object });
  }

  /** Records that an object was removed from the store, or was never there. */
  removed(object: string): Promise<void> {
    return this.#add({ is: 'removed', object });
  }

  /**
   * Records which store the copies are in.
   * @throws RunError `FILES.CONFIG` if there are copies in another one: what was sent leads there
   */
  async bindTo(spec: StoreOfPipeline): Promise<void> {
    const before = this.store;
    requireSameStore(before, spec);
    const now = storePlaceOf(spec);
    if (before?.store !== now.store || before.folder !== now.folder) await this.#add({ is: 'store', ...now });
  }

  /** Records that messages are about to be sent with addresses of copies below a public one. */
  async sendsUnder(publicUrl: string): Promise<void> {
    if (this.sentUnder !== publicUrl) await this.#add({ is: 'sent', publicUrl });
  }

  /**
   * Removes the entries of some addresses, and these addresses from the log. Objects that were their copies stay known.
   * @throws RunError `STATE.UNWRITABLE`
   */
  async forgetEntries(addresses: ReadonlySet<string>): Promise<void> {
    const { state, name, beginIndex } = this.#place;
    const path = state.pathOf(name);
    await this.#log.sync();
    try {
      using draft = state.draft(name);
      const next = new MapLog(draft, path, MAP_START, MAP_HEAD);
      for (const record of this.index.records(addresses)) next.append(record);
      const { end } = next;
      // The index has the addresses as well.
      this.index.exec('ROLLBACK');
      this.index[Symbol.dispose]();
      const index = beginIndex();
      await this.#log.close();
      draft.publish();
      const store = state.open(name);
      this.#log = new MapLog(store, path, end, MAP_HEAD);
      index.exec('BEGIN IMMEDIATE');
      for (const { record, place } of mapLogLines(store, MAP_START)) index.apply(record, place);
      this.replaceIndex(index);
      this.#commit();
    } catch (error) {
      throw cannotWrite(error, `the map of copied files ${path}`);
    }
  }

  async #add(record: MapRecord): Promise<void> {
    const place = this.#log.append(record);
    try {
      this.index.apply(record, place);
      if (++this.#inTransaction >= TRANSACTION_MAX) this.#commit();
    } catch (error) {
      throw cannotWrite(error, 'the index of the map of copied files');
    }
    await this.#log.sync();
  }

  /** It has the index for itself. */
  protected override hold(): void {}

  #commit(): void {
    this.#inTransaction = 0;
    this.index.save();
    this.index.exec('COMMIT');
    this.index.exec('BEGIN IMMEDIATE');
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.index.save();
      this.index.exec('COMMIT');
    } catch {
      // It is made anew from the log.
    } finally {
      await super[Symbol.asyncDispose]();
      await this.#log.close();
    }
  }
}
