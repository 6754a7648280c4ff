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
   * Runtime variables for `${NAME}` in the pipeline and for its API key.
   * @default those of the process
   */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Runs the code and the commands that the pipeline names, even if other users may change it. */
  readonly allowCode?: boolean | undefined;
  /** One of the pipeline's `targets`, whose state is its own. */
  readonly to?: string | undefined;
};

/** Options of every call. */
export type CallOptions = {
  /** Stops the call as Ctrl-C stops a command: requests under way are finished, and the state is saved. */
  readonly signal?: AbortSignal | undefined;
};

type Listening = {
  /**
   * Gets every event when it happens, progress once a second; the last one is `run.finished`. If it throws, the run stops,
   * and the call rejects with that error.
   */
  readonly onEvent?: ((event: StreamEvent) => void) | undefined;
};

type Writing = CallOptions &
  Listening & {
    /** Consent to write to a hosted service: without it, the first run rejects. The sandbox needs none. */
    readonly yes?: boolean | undefined;
    /** Live messages may notify people; without it, a run that would send some rejects where the app notifies. */
    readonly allowNotifications?: boolean | undefined;
    /** Discards the progress of an unfinished run and starts again; not for a sync. */
    readonly fresh?: boolean | undefined;
    /** Stops after so many milliseconds; the next run continues. */
    readonly maxDurationMs?: number | undefined;
  };

/** Options of `run`. */
export type RunOptions = Writing & {
  /** A column that no field uses is an error; skipped equal rows are exit code 4. */
  readonly strict?: boolean | undefined;
  /** The id that a guard of a sync run printed: consent to what it stopped. */
  readonly confirm?: string | undefined;
  /** Path of a saved plan; the run does exactly what it says, or rejects with `PLAN.STALE`. */
  readonly plan?: string | undefined;
  /** Path of a file for metrics in the text format of Prometheus, written at the end and each minute. */
  readonly metrics?: string | undefined;
  /** Writes some of the rows. */
  readonly selection?: Selection | undefined;
};

/** Options of `rejects.retry`. */
export type RetryOptions = Writing;

/** Options of `validate`. */
export type ValidateOptions = CallOptions & {
  /** Notices and columns that no field uses are failures. */
  readonly strict?: boolean | undefined;
  /** Path of an HTML report to write. */
  readonly report?: string | undefined;
  /** Samples of each code, from 1. */
  readonly maxErrors?: number | undefined;
  /**
   * Threads that check the records of large files, 1 to 16.
   * @default 2, with one core 1
   */
  readonly threads?: number | undefined;
  /** Path of a folder for the rejects files that a run would leave. */
  readonly rejects?: string | undefined;
};

/** Options of `plan`. */
export type PlanOptions = CallOptions & {
  /**
   * Path to save the plan to.
   * @default `plan.json` in the state folder
   */
  readonly out?: string | undefined;
  /** Lists the conversations with new or changed messages. */
  readonly conversations?: boolean | undefined;
  /** A column that no field uses is an error. */
  readonly strict?: boolean | undefined;
  /** Finds what a run of some of the rows would do; such a plan is not saved. */
  readonly selection?: Selection | undefined;
};

/** Options of `verify`. */
export type VerifyOptions = CallOptions & {
  /** Compares only keys, counts and last messages. */
  readonly quick?: boolean | undefined;
  /** Compares a share from 0 to 1, or a number of users, groups and conversations each. */
  readonly sample?: SampleSize | undefined;
  /** Ignores rows that exist only in the service. */
  readonly oneWay?: boolean | undefined;
};

/** Options of `undo`. */
export type UndoOptions = CallOptions & {
  /** Removes whatever the runs have created. Without this or `confirm`, nothing is removed. */
  readonly yes?: boolean | undefined;
  /** The id of an earlier preview: removes exactly what it showed. */
  readonly confirm?: string | undefined;
  /** Also removes groups, users and roles that others now use. */
  readonly includeUsed?: boolean | undefined;
};

/**
 * A pipeline that a program works with. Each method does what the command of the same name does, prints nothing, and resolves
 * with the command's JSON document; look at its `exitCode`. A call rejects with a RunError only if it has no such document.
 */
export interface OpenedPipeline extends AsyncDisposable {
  /** Its name, which names its state folder. */
  readonly name: string;
  /** The pipeline file, absolute. */
  readonly file: string;

  /**
   * Writes the rows into the target, or continues where the last run stopped. A run that stops early resolves with `error` set.
   * @throws RunError `USAGE.INVALID` without `yes` for a hosted target, `STATE.LOCKED` while it is running, `CONFIG.*`, `SOURCE.*`
   */
  run(options?: RunOptions): Promise<Report>;
  /** Checks everything that can be checked offline; sends nothing. */
  validate(options?: ValidateOptions): Promise<Report>;
  /** Finds what `run` would do, and saves it; sends nothing. */
  plan(options?: PlanOptions): Promise<PlanDocument>;
  /** Reads the rows back from the service and compares them with the files. */
  verify(options?: VerifyOptions): Promise<VerificationReport>;
  /**
   * Removes what the runs created; without `yes` and `confirm` it only says what it would remove.
   * @throws RunError also if it is stopped early; called again, it continues
   */
  undo(options?: UndoOptions): Promise<UndoDocument>;
  /** Returns how far it is, from the state alone, also while another process runs it. */
  status(): Promise<StatusDocument>;
  readonly rejects: {
    /** Writes the rows of the rejects files again, corrected or not. */
    retry(options?: RetryOptions): Promise<Report>;
  };
  /** Stops the calls under way, and waits until they have ended. */
  [Symbol.asyncDispose](): Promise<void>;
}
