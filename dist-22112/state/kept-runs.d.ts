import type { RowChange } from '../delivery/row-change.ts';
import type { Report } from '../report/result/report.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
/** Document that a run writes before it does anything; removed once there is a report. */
type BegunRun = {
    readonly version: 1;
    readonly command: Report['command'];
    readonly commandLine: string;
    /** RFC 3339. */
    readonly startedAt: string;
};
/** A run in its folder: its report; or, while it runs and after it was killed, how it began. */
type KeptRun = {
    readonly id: string;
    readonly report?: Report | undefined;
    readonly begun?: BegunRun | undefined;
};
/** A change as it was listed, without the versions. */
type ListedChange = Omit<RowChange, 'before' | 'after'>;
/** Runs of a pipeline that are kept, a folder each. */
export declare class KeptRuns {
    #private;
    readonly folder: string;
    constructor(folder: string, files: Files);
    /** Paths of one run. */
    pathsOf(id: string): {
        folder: string;
        begun: string;
        report: string;
        page: string;
        changes: string;
    };
    /** Ids of all runs that are kept, the oldest first. */
    ids(): Promise<string[]>;
    /** Finds the time at which the last run ended that ended with 0, epoch seconds; undefined if none of those that are kept did. */
    lastSuccess(): Promise<number | undefined>;
    /** Reads one run; a document that is missing or damaged is undefined. */
    read(id: string): Promise<KeptRun>;
    /** The id of a run that begins now. */
    nextId(system: Pick<System, 'clock' | 'random'>): Promise<string>;
    /** Reads the changes of a run one by one. */
    changesOf(id: string): AsyncGenerator<ListedChange>;
    /** Removes the oldest runs, so that `RUNS_KEPT` stay; never the one with the id `own`. */
    removeOld(own: string): Promise<void>;
}
/** Reads a list of changes line by line. A missing list has none; a line that a killed run has not finished is left out. */
export declare function readChanges(path: string, files: Files): AsyncGenerator<ListedChange>;
/**
 * The id of a run that begins now. It comes after the last one also within a second, and where the clock has gone back: then
 * it has the time of that run.
 * @param last the id of the last run
 */
export declare function newRunId(last: string | undefined, { clock, random }: Pick<System, 'clock' | 'random'>): string;
export {};
