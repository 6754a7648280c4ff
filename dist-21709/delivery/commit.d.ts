import { type EntityName } from '../input/entities/entity.ts';
import type { PlaceOf } from '../input/rows/place.ts';
import type { KeyFile } from '../keys/key-file.ts';
import { type KeyIndex } from '../keys/key-index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../system/clock.ts';
import { type Accept } from './accept.ts';
import type { Archive } from './archive.ts';
import type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
import type { DeadLetter } from './dead-letter.ts';
import type { InFlight, Settled } from './in-flight.ts';
import type { IntentEnds } from './intent-ends.ts';
/** Rows of one entity that are committed, and what is known of them. */
type CommittedStep = {
    readonly entity: EntityName;
    readonly state: StepState;
    readonly keys: KeyIndex;
    readonly keyFile: KeyFile;
    readonly placeOf: PlaceOf;
    /** True if the rows were in doubt and are counted already: reading goes on where it was. */
    readonly again?: boolean;
};
/** Files that the rows of one entity leave behind. */
export type StepFiles = {
    readonly deadLetter: DeadLetter;
    /** Undefined if the pipeline keeps no rows that it leaves out. */
    readonly archive: Archive | undefined;
};
export type CommitDeps = {
    readonly step: CommittedStep;
    readonly window: InFlight;
    readonly accept: Accept;
    readonly ledger: Pick<Ledger, 'intentsSynced' | 'mark'>;
    readonly ends: IntentEnds;
    readonly checkpoint: Checkpoint;
    readonly store: CheckpointStore;
    readonly files: StepFiles;
    readonly everyMs: number;
    readonly clock: Clock;
    /** Called after each commit with the rows that left the window. */
    readonly onCommitted: (rows: readonly Settled[]) => void;
    /** Called when a commit fails: the run must end, even if nobody awaits that commit. */
    readonly onFailed: (error: unknown) => void;
};
/** The only place that makes results durable, in file order. After a failure it writes nothing more. */
export declare class Commit {
    #private;
    constructor(deps: CommitDeps);
    /** Commits all rows that can leave the window; resolves once they are durable. */
    flush(): Promise<void>;
    /** Resolves once the state on disk says that rows up to and including `seq` may have been sent, and so does the ledger. */
    mark(seq: number): Promise<void>;
    /** Schedules a commit: at once if enough rows are ready or enough time has passed, else when that time has passed. */
    nudge(): void;
    /** Commits what is ready; if `done`, also saves that the step is done. */
    close(done: boolean): Promise<void>;
}
/** Number of rows that may be sent after a mark before the next mark is written. */
export declare const MARK_ROWS = 1000;
export {};
