import type { State } from '../../state/state.ts';
import type { System } from '../../system/system.ts';
import { type Traces } from './traces.ts';
/** The parts of a kept file that name the person. */
export type KeptTrace = {
    /** Its path in the state folder. */
    readonly file: string;
    /** The parts to remove from it, such as `3 records`, or `the file`. */
    readonly what: string;
    /** The number of these parts; 1 for a whole file. */
    readonly count: number;
    /** Removes them. Done again, it does no harm. */
    remove(): Promise<void>;
};
/**
 * Finds what is kept of a person, in the order in which it is to be removed: a removal that is killed finds the rest again.
 * @param isAgain whether an earlier removal was interrupted
 */
export declare function findKept(state: State, traces: Traces, { hasLedger, isAgain }: {
    readonly hasLedger: boolean;
    readonly isAgain: boolean;
}, system: System): Promise<readonly KeptTrace[]>;
