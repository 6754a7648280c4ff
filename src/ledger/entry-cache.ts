import type { EntityName } from '../input/entities/entity.ts';
import type { LedgerEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';

/** Rows that are kept at most. */
const MOST = 50_000;

/** Rows of the ledger that are asked for again and again, such as the groups of messages; for a while in which none of them changes. */
export class EntryCache {
  readonly #ledger: Ledger;
  readonly #found = new Map<string, LedgerEntry | undefined>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** As `Ledger.find`. */
  find(entity: EntityName, key: string): LedgerEntry | undefined {
    const name = `${entity} ${key}`;
    const known = this.#found.get(name);
    if (known !== undefined || this.#found.has(name)) return known;
    if (this.#found.size >= MOST) this.#found.clear();
    const found = this.#ledger.find(entity, key);
    this.#found.set(name, found);
    return found;
  }

  /** Forgets all of them: they may have changed. */
  clear(): void {
    this.#found.clear();
  }
}
