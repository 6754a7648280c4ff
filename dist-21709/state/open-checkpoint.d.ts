import type { Checkpoint, CheckpointStore, InputFile } from '../delivery/checkpoint.ts';
import type { StepFile } from '../delivery/plan.ts';
import { RunError } from '../errors/run-error.ts';
import type { ExportSummary } from '../exports/export-summary.ts';
import { type EntityName } from '../input/entities/entity.ts';
import { type Pipeline } from '../pipeline/pipeline.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
export type OpenOptions = {
    readonly pipeline: Pipeline;
    /** The input files. */
    readonly plan: CheckpointInputs;
    readonly store: CheckpointStore;
    /** The identity of the target; compared with the one in the checkpoint. */
    readonly target: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    readonly nowMs: number;
    readonly system: Pick<System, 'files' | 'random'>;
    /** Creates a new one whatever the store has; no run resumes it, so the content of files is not hashed. */
    readonly fresh?: boolean;
};
/**
 * Loads the checkpoint of a pipeline, or creates a new one.
 * @throws RunError `STATE.*` (exit 9) if the checkpoint belongs to other inputs, another target or another pipeline
 */
export declare function openCheckpoint(options: OpenOptions): Promise<Checkpoint>;
/** The facts that the report of the finished run needs of the opened sources. */
export declare function openedPart({ steps, warnings, exported, }: CheckpointInputs): Pick<Checkpoint, 'opened'>;
/** One hash for each part of a pipeline file that decides what is sent; limits are left out, they may change. */
export declare function settingsOf({ sources, retention, policies, references, name, sync, idMap, code, }: Pipeline): Record<string, string>;
/**
 * Checks that a state belongs to a target, and gives it back.
 * @throws RunError `STATE.TARGET_CHANGED`
 */
export declare function sameTarget(before: Checkpoint, target: Readonly<Record<string, string>>): Checkpoint;
/** True if a row has its outcome, or may have been sent; until then, the target can be corrected. */
export declare const hasBegun: ({ steps }: Pick<Checkpoint, 'steps'>) => boolean;
/**
 * Checks that a pipeline makes the same rows as when a state began.
 * @throws RunError `STATE.PIPELINE_CHANGED`
 */
export declare function samePipeline(before: Checkpoint, pipeline: Pipeline): void;
/** The files that a checkpoint belongs to, by entity, in order. */
export type CheckpointInputs = {
    readonly steps: readonly {
        readonly entity: {
            readonly name: EntityName;
        };
        readonly files: readonly StepFile[];
        /** The sources that its rows are read from. */
        readonly sources?: readonly unknown[];
        /** Rows that were made of other rows. */
        readonly derived?: number;
    }[];
    readonly warnings?: ReadonlySet<string>;
    readonly exported?: ExportSummary;
};
/**
 * Compares the files of a run, when it has read them all, with what they were when it began: by size, time and content.
 * @returns `SOURCE.CHANGED` if one has grown, was replaced or removed since then; what it has now is in no report
 */
export declare function changedInput({ inputs }: Checkpoint, { steps }: CheckpointInputs, { files, signal, command, }: {
    readonly files: Files;
    readonly signal: AbortSignal;
    readonly command: string;
}): Promise<RunError | undefined>;
/**
 * Checks that a file is the one of a checkpoint. The same size and modification time count as unchanged; if only the time
 * differs, the content is compared.
 * @param path where it is now
 * @throws what `changed` makes of a sentence
 */
export declare function sameFile(before: InputFile, path: string, signal: AbortSignal, files: Files, changed: (message: string) => RunError): Promise<void>;
/**
 * The path of an input as it is stored: relative to the folder of the pipeline file, with `/`, so that the folder can be
 * moved together with its files and its state. An address stays as it is.
 */
export declare const storedPath: (folder: string, path: string) => string;
/** The path that a file of a step is known by: that of the output of a command, or of a copy, does not tell where it is kept. */
export declare const knownPath: (folder: string, { path, id }: {
    readonly path: string;
    readonly id?: string | undefined;
}) => string;
/** The path of a stored input now. Earlier versions stored whole paths. */
export declare const currentPath: (folder: string, stored: string) => string;
