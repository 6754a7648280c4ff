import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { type Report } from '../../report/result/report.ts';
import type { System } from '../../system/system.ts';
import type { Runtime } from '../../terminal/context.ts';
import { ChangeLog } from './change-log.ts';
/** Trace of a command in the folder `runs/<id>` of the state. */
export interface RunTrace extends TracedWork {
    readonly changes: ChangeLog;
    /** Measures the run, if it hears it. */
    readonly measures: RunListener;
    /** Adds to a report what the trace knows: its id and the changes, with the path of their list, the input files, and the measures. */
    completed(report: Report, checkpoint?: Checkpoint): Report;
    /** Keeps a completed report, then removes the oldest run. Returns an error instead of throwing it. */
    keep(report: Report): Promise<RunError | undefined>;
}
/** Command that is traced. */
export type TracedWork = {
    readonly command: Report['command'];
    /** The pipeline file as typed. */
    readonly file: string;
};
/** Part of a session that `traced` needs; the lock must be ours. */
type TracedSession = {
    readonly pipeline: Pipeline;
    readonly system: System;
};
/**
 * Does the work of a command with a trace, also if the work fails: then the trace has the error. Traces that killed commands
 * have left are completed first.
 * @throws RunError `STATE.UNWRITABLE` if the trace cannot be begun
 */
export declare function traced(session: TracedSession, what: TracedWork, { commandLine }: Pick<Runtime, 'commandLine'>, work: (trace: RunTrace) => Promise<number>): Promise<number>;
export {};
