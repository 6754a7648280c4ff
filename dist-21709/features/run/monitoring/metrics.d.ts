import type { RunListener } from '../../../report/events/run-listener.ts';
import type { State } from '../../../state/state.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import type { RunEnd } from './run-end.ts';
/** The metrics of a run, in a file for the textfile collector of Prometheus' node exporter. */
export type Metrics = Required<Pick<RunListener, 'follow'>> & {
    /** Writes the last numbers. */
    close(end: RunEnd): Promise<void>;
};
/**
 * Writes the metrics of a run at once, each minute and at the end. What an earlier run left in the file of its last success
 * and its exit code stays until this one has its own; a new file has the last success of the runs that are kept. A file that cannot be written is a warning, said once.
 */
export declare function openMetrics(path: string, { pipeline, startedAt, runs, }: {
    readonly pipeline: string;
    readonly startedAt: Date;
    readonly runs: State['runs'];
}, { system, err }: Pick<Runtime, 'system'> & Pick<Stderr, 'err'>): Promise<Metrics>;
