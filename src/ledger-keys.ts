import type { EntityName } from './entity.ts';
import { KeyIndex, type KeyState } from './key-index.ts';
import { LandedCache } from './landed-cache.ts';
import type { Ledger } from './ledger.ts';

/**
 * The keys of a night: those that came tonight, and for references also those that the service has held since an earlier
 * one. A row that was good once can be referred to, whatever tonight's row of its key is like.
 */
export class LedgerKeys extends KeyIndex {
  /** Many rows refer to few; who lands tonight is among the keys of tonight. */
  readonly #before: LandedCache;
  readonly #entity: EntityName;

  constructor(ledger: Ledger, entity: EntityName) {
    super();
    this.#before = new LandedCache(ledger);
    this.#entity = entity;
  }

  override state(key: string): KeyState | undefined {
    const tonight = super.state(key);
    if (tonight === 'landed') return tonight;
    const before = this.#before.find(this.#entity, key);
    return before && before.origin !== 'sent' ? 'landed' : tonight;
  }
}
