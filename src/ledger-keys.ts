import type { EntityName } from './entity.ts';
import { KeyIndex, type KeyState } from './key-index.ts';
import type { Ledger } from './ledger.ts';

/** Keys of earlier nights that are kept at most. */
const MOST = 50_000;

/**
 * The keys of a night: those that came tonight, and for references also those that the service has held since an earlier
 * one. A row that was good once can be referred to, whatever tonight's row of its key is like.
 */
export class LedgerKeys extends KeyIndex {
  /** Many rows refer to few; who lands tonight is among the keys of tonight. */
  readonly #before = new Map<string, boolean>();
  readonly #ledger: Ledger;
  readonly #entity: EntityName;

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
    const known = this.#before.get(key);
    if (known !== undefined) return known;
    if (this.#before.size >= MOST) this.#before.clear();
    const held = this.#ledger.holds(this.#entity, key);
    this.#before.set(key, held);
    return held;
  }
}
