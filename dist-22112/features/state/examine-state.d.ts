import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { State } from '../../state/state.ts';
import type { System } from '../../system/system.ts';
/** Everything that was found out about a state folder. */
export type Examination = {
    readonly findings: readonly StateFinding[];
    /** The checkpoint of the run, if there is a sound one. */
    readonly checkpoint: Checkpoint | undefined;
    /** The checkpoint of a retry of the rejects that is not finished. */
    readonly retry: Checkpoint | undefined;
};
/** Reads every kept file of a state and compares it with what is known of it. Changes nothing. */
export declare function examineState(state: State, system: System): Promise<Examination>;
/**
 * `ok`: as it was written. `changed`: a rejects file that the user may correct. `damaged`: not what was written. `lost`: it
 * does not hold what the checkpoint says that it held. `unchecked`: the checkpoint that knows its content is damaged.
 */
type FindingStatus = 'ok' | 'changed' | 'damaged' | 'lost' | 'unchecked';
/** Part of the state that a repair has to mend, or to do without. */
export type StatePart = 'run' | 'retry' | 'ledger' | 'former' | 'fingerprints' | 'plan' | 'report' | 'runs';
/** Finding about one kept file. */
export type StateFinding = {
    /** Its path in the state folder. */
    readonly file: string;
    readonly part: StatePart;
    readonly status: FindingStatus;
    /** Damage: the first byte that is wrong or missing, as far as that is known. */
    readonly byte?: number | undefined;
    /** The contents, or what is wrong; no final period. */
    readonly message: string;
};
/** True if a run does not go on with what was found. */
export declare const isBad: ({ status }: StateFinding) => boolean;
export {};
