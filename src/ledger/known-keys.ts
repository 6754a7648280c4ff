import type { EntityName } from '../input/entities/entity.ts';
import { fingerprint64 } from '../keys/fingerprint64.ts';
import { KeyIndex, type KeyState } from '../keys/key-index.ts';
import type { Ledger } from './ledger.ts';

/** Keys asked for one by one before all are read at once, which costs a fraction of it for each. */
const ONE_BY_ONE = 1_000;
/** Keys that are kept at most, 25 bytes each; of an entity with more they are asked for one by one. */
const MOST = 1_000_000;

/**
 * The keys of a night: those that came tonight, and for references also those that the service has held since an earlier
 * one. A row that was good once can be referred to, whatever tonight's row of its key is like.
 */
export class KnownKeys extends KeyIndex {
  readonly #ledger: Ledger;
  readonly #entity: EntityName;
  #asked = 0;
  /** All that were held when they were read; who lands later is among the keys of tonight. */
  #before: KeyIndex | undefined;

  constructor(ledger: Ledger, entity: EntityName) {
    super();
    this.#ledger = ledger;
    this.#entity = entity;
  }

  override state(key: string): KeyState | undefined {
    const tonight = super.state(key);
    return tonight !== 'landed' && this.#isHeld(key) ? 'landed' : tonight;
  }

  #isHeld(key: string): boolean {
    if (++this.#asked === ONE_BY_ONE && this.#ledger.lastRow(this.#entity) <= MOST) this.#readAll();
    return this.#before
      ? this.#before.state(key) !== undefined
      : this.#ledger.hasAcknowledged(this.#entity, key);
  }

  #readAll(): void {
    this.#before = new KeyIndex();
    for (const key of this.#ledger.acknowledgedKeys(this.#entity)) {
      const { lo, hi } = fingerprint64(key);
      this.#before.land(lo, hi, 0, 1, 0);
    }
  }
}
