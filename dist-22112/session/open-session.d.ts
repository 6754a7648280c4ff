import type { Checkpoint } from '../delivery/checkpoint.ts';
import type { Plan } from '../delivery/plan.ts';
import { type Lock } from '../files/lock.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { type CheckpointInputs } from '../state/open-checkpoint.ts';
import { State } from '../state/state.ts';
import type { System } from '../system/system.ts';
import type { Runtime, Stderr } from '../terminal/context.ts';
import { type Connection } from './connect.ts';
import { RequestTally } from './request-tally.ts';
import { type RunTrace, type TracedWork } from './runs/run-trace.ts';
/**
 * The resources of one command on a pipeline: lock, target, checkpoint and ledger. A command opens them in the order that
 * it needs; disposing of the session closes them in reverse order.
 */
export interface Session extends AsyncDisposable {
    readonly pipeline: Pipeline;
    /** The state that is written: that of the pipeline, or of a retry of its rejects. */
    readonly state: State;
    /** Sends and saves only while the lock is ours. */
    readonly system: System;
    readonly requests: RequestTally;
    /**
     * Prepares the target.
     * @throws RunError `AUTH.KEY_MISSING`, `SANDBOX.FAILED`
     */
    connect(): Promise<Connection>;
    /**
     * Loads the checkpoint of the state, or creates a new one; with `fresh` always a new one, which is not saved yet.
     * @param inputs the input files, by entity
     * @param nowMs when the run began, epoch milliseconds
     * @throws RunError `STATE.*` if the state belongs to other inputs, another target or another pipeline
     */
    openCheckpoint(connection: Connection, inputs: CheckpointInputs, nowMs: number, fresh?: boolean): Promise<Checkpoint>;
    /**
     * Writes what the sources say and no call carries: which ids were made, and which files no address leads to.
     * @throws RunError `STATE.UNWRITABLE`
     */
    writeLists(plan: Plan, signal: AbortSignal): Promise<void>;
    /**
     * Opens the ledger of the pipeline.
     * @throws RunError `STATE.*`, also if it does not hold what the checkpoints claim
     */
    openLedger(connection: Connection): Promise<Ledger>;
    /**
     * Opens the ledger for a run that starts over: one of another target, or that is damaged, is renamed to `….before`.
     * @throws RunError `STATE.*`
     */
    openFreshLedger(connection: Connection): Promise<Ledger>;
    /**
     * Does work that leaves a trace, also if it fails.
     * @throws RunError `STATE.UNWRITABLE` if the trace cannot be begun
     */
    traced(what: TracedWork, work: (trace: RunTrace) => Promise<number>): Promise<number>;
}
/**
 * Creates the state folder and takes the lock of the pipeline. Runs and retries of one pipeline share that lock. From then on
 * a command must use the state and the system of its session.
 * @param lock the lock of the pipeline, if the caller has taken it; it then stays the caller's
 * @throws RunError `STATE.UNWRITABLE`, `STATE.NOT_OWN`, `STATE.LOCKED`
 */
export declare function openSession(pipeline: Pipeline, unlocked: State, context: Runtime & Stderr, lock?: Lock): Promise<Session>;
/** Session that `inTracedSession` opens. */
type Opening = {
    readonly pipeline: Pipeline;
    readonly state: State;
    /** The lock of the pipeline, if the caller has taken it; it then stays the caller's. */
    readonly lock?: Lock | undefined;
    readonly command: 'run' | 'rejects retry';
    /** The pipeline file as typed. */
    readonly file: string;
};
/**
 * Does the work of a command that writes rows, in a session on a state and with a trace; if it ends with 0, what was prepared
 * for it is removed. Returns the exit code.
 * @throws RunError those of `openSession` and `traced`, `STATE.SHARDED`
 */
export declare function inTracedSession({ pipeline, state, lock, command, file }: Opening, context: Runtime & Stderr, work: (session: Session, trace: RunTrace) => Promise<number>): Promise<number>;
export {};
