import type { EntityName } from '../input/entities/entity.ts';
import { KeyIndex, type KeyState } from '../keys/key-index.ts';
import type { Ledger } from './ledger.ts';
/**
 * The keys of a sync run: those of its rows and, for references, those of rows that earlier runs have created. A reference
 * to a row of an earlier run is valid, even if the row with the same key in this run is invalid.
 */
export declare class KnownKeys extends KeyIndex {
    #private;
    /** @param room as of a KeyIndex */
    constructor(ledger: Ledger, entity: EntityName, room?: ConstructorParameters<typeof KeyIndex>[0]);
    state(key: string): KeyState | undefined;
    /**
     * True if the service has the row of this key, of a user who is deactivated: by the row of this run, and by what earlier runs
     * have left. The ledger knows that, too, of a user whose row says nothing of it, and of one whose row was not read.
     */
    isInactive(key: string): boolean;
    /** Takes whether this run makes a user active again, of whom the ledger does not say so yet. The last row decides. */
    wake(key: string, isWoken: boolean): void;
}
