import type { TakeChanges } from '../../delivery/row-change.ts';
import { type RunError } from '../../errors/run-error.ts';
import type { DeletedAtSource, Missing } from '../../report/result/removed-counts.ts';
import type { Delivery } from '../../session/deliver-plan.ts';
import type { Runtime } from '../../terminal/context.ts';
import type { LeavingFirst } from './leaving/leaving-first.ts';
import type { SyncRun } from './sync-run.ts';
/** The fate of the rows that are in no source any more or were deleted there, and the warnings for the report. */
export type AppliedOnMissing = {
    readonly missing: Missing;
    /** Absent if there are none. */
    readonly deletedAtSource?: DeletedAtSource;
    readonly warnings: readonly string[];
};
/** The same of rows that left before others were written, and what of it stays as it is until the next sync. */
export type LeftFirst = AppliedOnMissing & {
    /** The keys of messages that replies hang on, and that could not be removed: the replies are written on them again. */
    readonly roots: ReadonlySet<string>;
    /** The keys of replies that could not be removed. */
    readonly replies: readonly string[];
};
/** The means by which a sync run removes rows; `maxDurationMs` is what is left of `--max-duration`. */
export type RemovalPlace = Pick<Delivery, 'session' | 'connection' | 'ledger' | 'maxDurationMs' | 'listeners'>;
/** The fate of rows that left before others were written, and of those that left after that. */
export declare const both: (first: AppliedOnMissing, then: AppliedOnMissing) => AppliedOnMissing;
/** Removes what has to leave before anything is written; missing rows that stay are tried again with the others. */
export declare const removeFirst: (syncRun: SyncRun, { missing: rows, deleted, replies, refused }: LeavingFirst, place: RemovalPlace, take: TakeChanges, context: Pick<Runtime, 'signal'>) => Promise<LeftFirst | RunError>;
/**
 * Applies the pipeline's `onDeleted` to the rows that were deleted at the source, and `onMissing` to those that are in no source
 * any more; returns the error that ended it early.
 * @param stay messages that stay until the next sync, with what hangs on them
 * @param take gets what was removed
 */
export declare function applyOnMissing(syncRun: SyncRun, stay: ReadonlySet<string>, place: RemovalPlace, take: TakeChanges, context: Pick<Runtime, 'signal'>): Promise<AppliedOnMissing | RunError>;
