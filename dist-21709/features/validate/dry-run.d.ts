import { type Plan, type Step } from '../../delivery/plan.ts';
import type { Tally } from '../../delivery/tally/tally.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import type { Profile } from '../../report/result/profile.ts';
import { type GroupAccess } from './references.ts';
import { type RejectsPlace } from './rejects/write-rejects.ts';
/** Findings of a dry run. */
export type DryRun = {
    readonly steps: Partial<Record<EntityName, Tally>>;
    readonly profile: Profile;
    /** Findings about whole files, a line each. */
    readonly warnings: readonly string[];
    /** The paths of the rejects files that were written. */
    readonly rejects: readonly string[];
};
/** Options of a dry run. */
export type DryRunOptions = {
    /** Import requests that the service allows; used to estimate the time of a run. */
    readonly requestsPerMinute: number;
    readonly signal: AbortSignal;
    /**
     * The users who may write to a group through the API of the pipeline.
     * @default everyone
     */
    readonly access?: GroupAccess;
    /**
     * Threads that screen records; 0: none, so that every record is checked as a row.
     * @default 1
     */
    readonly threads?: number;
    /**
     * True if messages that are in no file may be in the service, from an earlier run.
     * @default false
     */
    readonly mayHaveEarlier?: boolean;
    /**
     * True if the run is a sync, in which a later file replaces rows of those before it.
     * @default false
     */
    readonly isSync?: boolean;
    /** @default no rejects files are written */
    readonly rejects?: RejectsPlace | undefined;
};
/**
 * Checks all rows offline and finds all errors in one pass; nothing is sent. A record whose bytes prove that it is valid
 * is never turned into a row. Memory hardly grows with the number of rows.
 * @throws RunError if a source cannot be read or changes while it is read
 */
export declare function dryRun(plan: Plan, { requestsPerMinute, signal, access, threads, rejects, mayHaveEarlier, isSync, }: DryRunOptions): Promise<DryRun>;
/** Requests that a run needs at least for the new rows of a step. */
export declare function floorOf(tally: Tally | undefined, route: Step['route']): number;
