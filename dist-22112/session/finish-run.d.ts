import { type RunError } from '../errors/run-error.ts';
import type { ChangedFields } from '../report/result/changed-fields.ts';
import type { DeletedAtSource, Missing } from '../report/result/removed-counts.ts';
import { type RequestCounts } from '../report/result/report.ts';
import type { Runtime, Stderr, Stdout } from '../terminal/context.ts';
import type { Delivery } from './deliver-plan.ts';
import type { RunTrace } from './runs/run-trace.ts';
/** A run that has ended, early or not. */
export type FinishedRun = Pick<Delivery, 'session' | 'connection' | 'plan' | 'checkpoint' | 'ledger' | 'listeners'> & {
    readonly trace: RunTrace;
    readonly startedAt: Date;
    /** Its requests, where they are not those of its session alone. */
    readonly requests?: RequestCounts;
    /** The error that ended it early. */
    readonly error: RunError | undefined;
    /**
     * The paths of the rejects files.
     * @default those of its own state
     */
    readonly rejects?: readonly string[];
    /** A sync: what was done with rows that no source has any more. */
    readonly missing?: Missing | undefined;
    /** A sync: the fields that it changes. */
    readonly changedFields?: ChangedFields | undefined;
    /** A sync: what was done with rows that were deleted at the source. */
    readonly deletedAtSource?: DeletedAtSource | undefined;
    /** Rows that were skipped because an equal row stands before them are a failure. */
    readonly strict?: boolean;
    /** Hints that help more than the usual hint of a code of rows, by code. */
    readonly hints?: Readonly<Record<string, string>>;
    /** Warnings in addition to those of the plan. */
    readonly warnings?: readonly string[];
    /** The next step, if it is not that of a whole run: when rows were rejected, and when all have landed. */
    readonly nextStep?: {
        readonly rejected: string;
        readonly landed: string;
    };
};
/** Writes the report of a run, prints its result and returns its exit code. */
export declare function finishRun(run: FinishedRun, context: Pick<Runtime, 'commandLine'> & Stdout & Stderr): Promise<number>;
