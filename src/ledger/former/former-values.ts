import { asRunError } from '../../errors/run-error.ts';
import { holdsBytes } from '../../files/state/state-store.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { System } from '../../system/system.ts';
import type { LedgerPlace } from '../ledger-place.ts';
import { soundRecords } from './former-lines.ts';
import type { FieldChange, FormerField, FormerRow, Held } from './former-row.ts';
import { type KeptChange, OpenFormer, writeAnew } from './open-former.ts';

/**
 * Values that fields of rows that were there before us had before our first change. The log is appended and synced before a change is
 * sent, and is opened when the first such change comes. One process uses it at a time (the lock of the state).
 */
export class FormerValues implements Disposable {
  readonly #place: LedgerPlace;
  readonly #system: Pick<System, 'files' | 'random'>;
  #opened: OpenFormer | undefined;

  constructor(place: LedgerPlace, system: Pick<System, 'files' | 'random'>) {
    this.#place = place;
    this.#system = system;
  }

  /** True if there is a log. */
  get exists(): boolean {
    return holdsBytes(this.#place.state, this.#place.name);
  }

  /**
   * Keeps what a change replaces, except where an older value is kept; resolves once that survives a power cut. Wait for it
   * before you send the change.
   * @param id messages: the service's own id
   * @returns how to end it; undefined if all of it was kept before
   * @throws RunError `STATE.UNWRITABLE`, `STATE.CORRUPT`
   */
  async keep(
    entity: EntityName,
    key: string,
    changes: readonly FieldChange[],
    id?: string,
  ): Promise<KeptChange | undefined> {
    if (changes.length === 0) return undefined;
    return this.#open().keep({ entity, key, ...(id === undefined ? {} : { id }) }, changes);
  }

  /** Returns what is kept of a row. */
  find(entity: EntityName, key: string): FormerRow | undefined {
    return this.exists ? this.#open().index.find(entity, key) : undefined;
  }

  /** True if a change of a field that takes several calls may have been ended before the last of them. */
  isHalfway(entity: EntityName, key: string, field: string): boolean {
    const kept = this.find(entity, key)?.fields[field];
    return kept !== undefined && this.#open().isHalfway(kept);
  }

  /** The kept rows of an entity. Some of them may be settled meanwhile. */
  *of(entity: EntityName): Generator<FormerRow> {
    if (this.exists) yield* this.#open().index.of(entity);
  }

  /** Grows with every change of which something was kept; 0 if nothing is. */
  get changes(): number {
    return this.exists ? this.#open().changes : 0;
  }

  /** True if we have written what a field has now. */
  wrote({ wrote }: FormerField, now: Held): boolean {
    return wrote.includes(this.#open().digest(now));
  }

  /** True if that is what we have written last. */
  wroteLast({ wrote }: FormerField, now: Held): boolean {
    return wrote.at(-1) === this.#open().digest(now);
  }

  /**
   * Notes what a first call of several that put a row back leaves; resolves once that survives a power cut.
   * @throws RunError `STATE.UNWRITABLE`
   */
  async undoing({ entity, key }: FormerRow, field: string, to: Held): Promise<void> {
    const opened = this.#open();
    const fields = { [field]: { wrote: [opened.digest(to)] } };
    await opened.write({ entity, key, fields, undoing: true });
  }

  /** Forgets what is kept of a row: its fields are put back, or stay as they are. */
  settle({ entity, key }: FormerRow): void {
    this.#open().settle(entity, key);
  }

  /** Deletes the log, once all of it is settled. */
  async end(): Promise<void> {
    if (!this.exists) return;
    this[Symbol.dispose]();
    await this.#place.state.remove(this.#place.name);
  }

  #open(): OpenFormer {
    try {
      this.#opened ??= new OpenFormer(this.#place, this.#system);
      return this.#opened;
    } catch (error) {
      const path = this.#place.state.pathOf(this.#place.name);
      throw asRunError(error, 'STATE.UNWRITABLE', `${path} cannot be opened: ${(error as Error).message}`);
    }
  }

  [Symbol.dispose](): void {
    this.#opened?.close();
    this.#opened = undefined;
  }
}

/** Writes a log anew without its damaged lines; without its first one nothing in it can be compared, and all of it goes. */
export async function dropDamaged(place: LedgerPlace): Promise<void> {
  if (writeSound(place) === 0) await place.state.remove(place.name);
}

function writeSound(place: LedgerPlace): number {
  using kept = place.state.read(place.name);
  return writeAnew(place, kept ? soundRecords(kept) : []);
}
