import type { Report } from '../../report/result/report.ts';
import { State } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
/** The kept runs of a pipeline. */
export type FoundRuns = {
    readonly name: string;
    readonly runs: State['runs'];
    /** The oldest first. */
    readonly ids: readonly string[];
};
/**
 * Finds the runs of a pipeline.
 * @param file the pipeline file as typed
 * @throws RunError `CONFIG.*`, `STATE.NOT_OWN`
 */
export declare function findRuns(file: string, context: Runtime & Pick<Stderr, 'err'>): Promise<FoundRuns>;
/**
 * The id of the run that a user names: an id, the beginning of only one, `last`, or `last-1` for the one before.
 * @throws RunError `RUN.UNKNOWN`
 */
export declare function runNamed(typed: string, { name, ids }: FoundRuns, file: string): string;
/**
 * The report of a run.
 * @throws RunError `RUN.UNKNOWN` if it has none yet, or it cannot be read
 */
export declare function reportOf(id: string, { runs }: FoundRuns): Promise<Report>;
