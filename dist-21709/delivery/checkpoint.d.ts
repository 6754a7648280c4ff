import type { ExportSummary } from '../exports/export-summary.ts';
import type { SumsClaim } from '../files/block-sums.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { AcceptedStatus } from '../input/rows/outcome.ts';
import type { Cursor } from '../input/rows/row.ts';
import type { LedgerClaim } from '../ledger/claim.ts';
import type { Tally } from './tally/tally.ts';
/** An input file when the run began. */
export type InputFile = {
    readonly entity: EntityName;
    /** Relative to the folder of the pipeline file; a whole path in checkpoints of earlier versions. */
    readonly path: string;
    readonly bytes: number;
    readonly mtimeMs: number;
    /** Empty in a sync, which does not hash the content because it compares row by row. */
    readonly sha256: string;
    /**
     * The number of the step's source that reads this file; -1 if rows are only looked up in it. Absent if every source of the
     * entity reads one file.
     */
    readonly source?: number;
    /** It is the output of a command, or standard input, which is not kept after the run. */
    readonly spooled?: true;
};
/** The progress of one entity. */
export type StepState = Tally & {
    /** Place where reading continues; absent before the first row. */
    at?: Cursor;
    /**
     * Rows among the counts that are behind this position, by outcome: the service has accepted them, and the ledger has their
     * numbers. Absent if there are none.
     */
    ahead?: Partial<Record<AcceptedStatus, number>>;
    /** Rows below this number may have been sent: for them, "already exists" in a resumed run means that we created them. */
    sentHigh: number;
    /** Length of each rejects file that this checkpoint claims, in bytes, by file name. */
    rejects: Record<string, number>;
    /** Length of the archive that this checkpoint claims, in bytes; absent if the pipeline has none. */
    archived?: number;
    /** Length of the entity's key file that this checkpoint claims. */
    keyBytes: number;
    done: boolean;
};
/** Total of what the stages of a divided run have taken together. */
export type StagesTaken = {
    /** When the first one began, RFC 3339. */
    readonly since: string;
    readonly requests: Readonly<Record<'sent' | 'retried' | 'throttled' | 'floor', number>>;
};
/** The whole durable state of a pipeline: plain data, always replaced as a whole. */
export type Checkpoint = {
    readonly version: 1;
    readonly tool: string;
    /** A random id of this state. */
    readonly lineage: string;
    readonly pipeline: string;
    /** When the first run of this state began, RFC 3339. */
    readonly startedAt: string;
    /** The target that rows were written to; compared on resume. */
    readonly target: Readonly<Record<string, string>>;
    /** Hash of each part of the pipeline file that decides what is sent. */
    readonly settings: Readonly<Record<string, string>>;
    readonly inputs: readonly InputFile[];
    /** Number of sources that an entity's rows are read from, where it is not the number of its inputs. */
    readonly sources?: Readonly<Partial<Record<EntityName, number>>>;
    /**
     * Findings of the opening of the sources, for the report of a finished run, which does not open those that are
     * prepared; absent if there was nothing.
     */
    readonly opened?: {
        readonly warnings: readonly string[];
        /** Rows that were made of other rows. */
        readonly derived: Readonly<Partial<Record<EntityName, number>>>;
        /** Content of the export of another chat system; absent if there is none. */
        readonly exported?: ExportSummary;
    };
    steps: Partial<Record<EntityName, StepState>>;
    /** The type of groups that are created without one; absent in checkpoints of older versions: `public`. */
    readonly groupType?: 'private';
    /** The ledger had rows of earlier runs when the first run of this state began: what it knows of a row is asked. */
    known?: true;
    /** Lineage of the last retry of rejects that is included in `steps`. */
    retried?: string;
    /** Id of the division into shards whose rows are included in `steps`. */
    joined?: string;
    /** Until the report of a divided run has it. */
    stages?: StagesTaken;
    /** Claim of what the ledger held when this was saved; absent in checkpoints of older versions. */
    ledger?: LedgerClaim;
    /**
     * Checksums of the kept files of which this claims the first bytes, by path in the state folder; absent in checkpoints of
     * older versions.
     */
    sums?: Readonly<Record<string, SumsClaim>>;
    /** When it was last saved, RFC 3339. */
    savedAt: string;
    /** Increases with every save. */
    serial: number;
};
/** Number of sources that the rows of an entity are read from: a retry counts its rejects files from there on. */
export declare const sourcesOf: ({ inputs, sources }: Checkpoint, entity: EntityName) => number;
/** Keeps a pipeline's checkpoint. */
export interface CheckpointStore {
    /**
     * The last saved checkpoint; undefined if there is none.
     * @throws RunError `STATE.CORRUPT` if the stored data differs from what was saved
     */
    load(): Promise<Checkpoint | undefined>;
    /** Resolves once the checkpoint would survive a power cut. */
    save(checkpoint: Checkpoint): Promise<void>;
    /** Deletes the checkpoint. */
    clear(): Promise<void>;
}
