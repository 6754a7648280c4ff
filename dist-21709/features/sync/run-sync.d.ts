import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import type { Lock } from '../../files/lock.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { type FinishedRun } from '../../session/finish-run.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Options of a sync run. */
export type SyncOptions = {
    /** The pipeline file as typed. */
    readonly pipeline: string;
    readonly yes: boolean;
    readonly strict: boolean;
    readonly maxDurationMs?: number | undefined;
    /** The id of a sync run that is allowed although a guard stopped it. */
    readonly confirm?: string | undefined;
    /** A saved plan that must still be true. */
    readonly plan?: string | undefined;
    /** Those that listen to the run besides the person at the terminal. */
    readonly listeners?: readonly RunListener[];
};
/** Asks before the first run writes these rows; is given the lock of the pipeline if it is taken. */
export type Agree = (rows: Plan, lock: Lock | undefined) => Promise<void>;
/**
 * One sync run: compares the sources with the ledger and writes what has changed. After a kill the same command starts
 * again and finds everything that was acknowledged. Returns the exit code.
 * @throws RunError `GUARD.*`, `SOURCE.*`, `PLAN.STALE`, `STATE.*`
 */
export declare function runSync(pipeline: Pipeline, options: SyncOptions, agree: Agree, context: Runtime & Stdout & Stderr): Promise<number>;
/** A run whose plan is open. */
export type OpenedRun<Options> = Pick<FinishedRun, 'session' | 'plan' | 'startedAt' | 'trace'> & {
    readonly options: Options;
    /** The checkpoint of the last run of all rows, also if that is finished. */
    readonly before: Checkpoint | undefined;
};
