import type { PlanDocument } from '../features/plan/plan-document.ts';
import type { StatusDocument } from '../features/status/status-document.ts';
import type { UndoDocument } from '../features/undo/undo-document.ts';
import type { SampleSize, VerificationReport } from '../features/verify/result/verification-report.ts';
import type { Selection } from '../pipeline/reference.ts';
import type { StreamEvent } from '../report/events/event-schema.ts';
import type { Report } from '../report/result/report.ts';

/** Options for opening a pipeline. */
export type PipelineOptions = {
  /**
   * Environment variables for `${NAME}` in the pipeline and for its API key.
   * @default those of the process
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Runs code and commands that the pipeline names, even if other users can change them. */
  readonly allowCode?: boolean | undefined;
  /** The name of one of the pipeline's `targets`. Each target has a state of its own. */
  readonly to?: string | undefined;
};

/** Options of every call. */
export type CallOptions = {
  /** Stops the call as Ctrl-C stops a command: running requests are finished and the state is saved. */
  readonly signal?: AbortSignal | undefined;
};

type Listening = {
  /**
   * Called with every event when it happens, and with progress once a second. The last event is `run.finished`. If the
   * function throws, the run stops and the call rejects with that error.
   */
  readonly onEvent?: ((event: StreamEvent) => void) | undefined;
};

type Writing = CallOptions &
  Listening & {
    /** Consent to write to a hosted service. Without it, the first run rejects. The sandbox needs no consent. */
    readonly yes?: boolean | undefined;
    /**
     * Allows live messages that may notify people. Without it, a run that would send such messages rejects if the app
     * notifies.
     */
    readonly allowNotifications?: boolean | undefined;
    /** Discards the progress of an unfinished run and starts again. Not for a sync. */
    readonly fresh?: boolean | undefined;
    /** Stops the run after this number of milliseconds; the next run continues. */
    readonly maxDurationMs?: number | undefined;
  };

/** Options of `run`. */
export type RunOptions = Writing & {
  /** A column that no field uses becomes an error. If equal rows were skipped, the exit code is 4. */
  readonly strict?: boolean | undefined;
  /** The id that a guard of a sync run printed. It confirms the changes that the guard stopped. */
  readonly confirm?: string | undefined;
  /** Path of a saved plan. The run does exactly what the plan says, or rejects with `PLAN.STALE`. */
  readonly plan?: string | undefined;
  /** Path of a file for metrics in the Prometheus text format, written every minute and at the end. */
  readonly metrics?: string | undefined;
  /** Writes only these rows. */
  readonly selection?: Selection | undefined;
  /** Copies the files of the rows, and writes no row. */
  readonly filesOnly?: boolean | undefined;
  /** Asks again for files that could not be copied. */
  readonly retryFiles?: boolean | undefined;
  /** Files whose host does not answer count as failed. Without it, such a run ends before it writes any row. */
  readonly finishFiles?: boolean | undefined;
};

/** Options of `rejects.retry`. */
export type RetryOptions = Writing & {
  /** Files whose host does not answer count as failed. Without it, the retry ends before it writes any row. */
  readonly finishFiles?: boolean | undefined;
};

/** Options of `validate`. */
export type ValidateOptions = CallOptions & {
  /** Notices, and columns that no field uses, count as failures. */
  readonly strict?: boolean | undefined;
  /** Path of an HTML report to write. */
  readonly report?: string | undefined;
  /** Number of samples of each code, 1 to 10,000. */
  readonly maxErrors?: number | undefined;
  /**
   * Number of threads that check the records of large files, 1 to 16.
   * @default 2, or 1 on a machine with one core
   */
  readonly threads?: number | undefined;
  /** Path of a folder for the rejects files that a run would write. */
  readonly rejects?: string | undefined;
};

/** Options of `plan`. */
export type PlanOptions = CallOptions & {
  /**
   * Path of the file to which the plan is saved.
   * @default `plan.json` in the state folder
   */
  readonly out?: string | undefined;
  /** Lists the conversations with new or changed messages. */
  readonly conversations?: boolean | undefined;
  /** A column that no field uses becomes an error. */
  readonly strict?: boolean | undefined;
  /** Plans a run of only these rows. Such a plan is not saved. */
  readonly selection?: Selection | undefined;
};

/** Options of `verify`. */
export type VerifyOptions = CallOptions & {
  /** Compares only keys, counts and last messages. */
  readonly quick?: boolean | undefined;
  /** Compares only a sample: a share from 0 to 1, or a number of users, groups and conversations each. */
  readonly sample?: SampleSize | undefined;
  /** Ignores rows that exist only in the service. */
  readonly oneWay?: boolean | undefined;
  /** Also checks the copies of files in their storage; with `bytes`, each of them is read back. */
  readonly files?: { readonly bytes: boolean } | undefined;
};

/** Options of `undo`. */
export type UndoOptions = CallOptions & {
  /** Removes everything that the runs have created. Without this or `confirm`, nothing is removed. */
  readonly yes?: boolean | undefined;
  /** The id of an earlier preview. The undo removes exactly what that preview showed. */
  readonly confirm?: string | undefined;
  /** Also removes groups, users and roles that others now use. */
  readonly includeUsed?: boolean | undefined;
};

/**
 * An opened pipeline. Each method does what the command of the same name does, prints nothing, and resolves to the
 * command's JSON document; check its `exitCode`. A call rejects with a RunError only if there is no such document.
 */
export interface OpenedPipeline extends AsyncDisposable {
  /** The name of the pipeline, which is also the name of its state folder. */
  readonly name: string;
  /** The absolute path of the pipeline file. */
  readonly file: string;

  /**
   * Writes the rows to the target, or continues where the last run stopped. A run that stops early resolves with
   * `error` set.
   * @throws RunError `USAGE.INVALID` without `yes` for a hosted target; `STATE.LOCKED` while another process works on
   * the pipeline; `CONFIG.*`; `SOURCE.*`
   */
  run(options?: RunOptions): Promise<Report>;
  /** Checks everything that can be checked offline. Sends nothing. */
  validate(options?: ValidateOptions): Promise<Report>;
  /**
   * Finds out what `run` would do and saves it as a plan. Sends nothing. Rejects with `PULL.NOT_PULLED` as long as `run` and
   * `validate` have read nothing complete from the API of an old system.
   */
  plan(options?: PlanOptions): Promise<PlanDocument>;
  /** Reads the rows back from the service and compares them with the files. */
  verify(options?: VerifyOptions): Promise<VerificationReport>;
  /**
   * Removes what the runs created. Without `yes` and `confirm`, it only shows what it would remove.
   * @throws RunError also if it is stopped early; the same call again continues
   */
  undo(options?: UndoOptions): Promise<UndoDocument>;
  /** Returns the progress from the saved state alone, also while another process runs the pipeline. */
  status(): Promise<StatusDocument>;
  readonly rejects: {
    /** Sends the rows of the rejects files again, corrected or not. */
    retry(options?: RetryOptions): Promise<Report>;
  };
  /** Stops the running calls and waits until they have ended. */
  [Symbol.asyncDispose](): Promise<void>;
}
