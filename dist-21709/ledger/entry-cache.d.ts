import type { EntityName } from '../input/entities/entity.ts';
import type { LedgerEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';
/** Caches ledger entries that are looked up often, such as the groups of messages. Valid while the ledger is unchanged. */
export declare class EntryCache {
    #private;
    constructor(ledger: Ledger);
    /** The same as `Ledger.find`, from the cache if possible. */
    find(entity: EntityName, key: string): LedgerEntry | undefined;
    /** Empties the cache, because entries may have changed. */
    clear(): void;
}
