import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { type Plan } from '../../delivery/plan.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import { KeyIndex } from '../../keys/key-index.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { State } from '../../state/state.ts';
export type RestoreDeps = {
    readonly ledger: Ledger;
    readonly landed: Readonly<Record<EntityName, LandedKeys>>;
    /** Restores only rows whose keys have landed; of rows with one key, the first. Else the one in the last file. */
    readonly onlyLanded: boolean;
    /** True if the service has what the sources have now. */
    readonly isContentKnown: boolean;
    /** True if the ledger had rows before. */
    readonly isOlder: boolean;
    /** Rows of unknown origin count as created by us. */
    readonly ours: boolean;
};
/** Writes the rows of the sources into a ledger, as rows that the service has acknowledged. */
export declare class RestoredRows {
    #private;
    constructor(plan: Plan, deps: RestoreDeps);
    /** The number of rows that have landed whose keys no source has. */
    get unnamed(): number;
    restore(signal: AbortSignal): Promise<void>;
}
/** The keys of the rows of one entity that the service has acknowledged. */
type LandedKeys = {
    readonly index: KeyIndex;
    count: number;
    /** Some of the rows were in the service before, and it is not known which. */
    isAnyForeign: boolean;
};
/** Reads the keys that checkpoints claim; those of a later one replace those of an earlier one. */
export declare function landedKeys(states: readonly (readonly [state: State, checkpoint: Checkpoint | undefined])[]): Readonly<Record<EntityName, LandedKeys>>;
export {};
