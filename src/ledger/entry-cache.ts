import type { EntityName } from '../input/entities/entity.ts';
import type { LedgerEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';

/** The largest number of cached entries: some four megabytes. */
const ENTRIES_MAX = 10_000;

/** Caches ledger entries that are looked up often, such as the groups of messages. Valid while the ledger is unchanged. */
export class EntryCache {
  readonly #ledger: Ledger;
  readonly #found = new Map<string, LedgerEntry | undefined>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  /** The same as `Ledger.find`, from the cache if possible. */
  find(entity: EntityName, key: string): LedgerEntry | undefined {
    const name = `${entity} ${key}`;
    const known = this.#found.get(name);
    if (known !== undefined || this.#found.has(name)) return known;
    if (this.#found.size >= ENTRIES_MAX) this.#found.clear();
    const found = this.#ledger.find(entity, key);
    this.#found.set(name, found);
    return found;
  }

  /** Empties the cache, because entries may have changed. */
  clear(): void {
    this.#found.clear();
  }
}
