import type { EntityName } from '../input/entities/entity.ts';
import { fingerprint64 } from '../keys/fingerprint64.ts';
import { KeyIndex, type KeyState } from '../keys/key-index.ts';
import type { Ledger } from './ledger.ts';

/** After so many single lookups all keys are read at once, which is much cheaper for each key. */
const SINGLE_LOOKUPS_MAX = 1_000;
/** The largest number of keys read into memory, 25 bytes each; for an entity with more, every lookup is single. */
const KEYS_MAX = 1_000_000;

/**
 * The keys of a sync run: those of its rows and, for references, those of rows that earlier runs have created. A reference
 * to a row of an earlier run is valid, even if the row with the same key in this run is invalid.
 */
export class KnownKeys extends KeyIndex {
  readonly #ledger: Ledger;
  readonly #entity: EntityName;
  /** There were no rows of earlier runs when this one began. */
  readonly #isFirst: boolean;
  #lookups = 0;
  readonly #woken = new Set<string>();
  /** All acknowledged keys when they were read; keys that are acknowledged later are among the keys of this run. */
  #earlier: KeyIndex | undefined;

  /** @param room as of a KeyIndex */
  constructor(ledger: Ledger, entity: EntityName, room?: ConstructorParameters<typeof KeyIndex>[0]) {
    super(room);
    this.#ledger = ledger;
    this.#entity = entity;
    this.#isFirst = ledger.lastRow(entity) === 0;
  }

  override state(key: string): KeyState | undefined {
    const state = super.state(key);
    return state !== 'landed' && this.#isAcknowledged(key) ? 'landed' : state;
  }

  /**
   * True if the service has the row of this key, of a user who is deactivated: by the row of this run, and by what earlier runs
   * have left. The ledger knows that, too, of a user whose row says nothing of it, and of one whose row was not read.
   */
  override isInactive(key: string): boolean {
    if (super.isInactive(key)) return true;
    if (this.#isFirst || this.#woken.has(key)) return false;
    return this.#ledger.find(this.#entity, key)?.active === false;
  }

  /** Takes whether this run makes a user active again, of whom the ledger does not say so yet. The last row decides. */
  wake(key: string, isWoken: boolean): void {
    if (isWoken) this.#woken.add(key);
    else this.#woken.delete(key);
  }

  #isAcknowledged(key: string): boolean {
    if (this.#isFirst) return false;
    if (++this.#lookups === SINGLE_LOOKUPS_MAX && this.#ledger.lastRow(this.#entity) <= KEYS_MAX)
      this.#readAll();
    return this.#earlier
      ? this.#earlier.state(key) !== undefined
      : this.#ledger.hasAcknowledged(this.#entity, key);
  }

  #readAll(): void {
    this.#earlier = new KeyIndex();
    for (const key of this.#ledger.acknowledgedKeys(this.#entity)) {
      const { lo, hi } = fingerprint64(key);
      this.#earlier.land(lo, hi, 0, 1, 0);
    }
  }
}
