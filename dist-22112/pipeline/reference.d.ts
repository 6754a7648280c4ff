import type { EntityName } from '../input/entities/entity.ts';
/** The names of targets, which are also the ends of names of folders. */
export declare const TARGET_NAME: RegExp;
/** A pipeline file as given, and which of its `targets` is meant; without one, its `target`. */
export type PipelineReference = {
    readonly file: string;
    readonly to: string | undefined;
};
/**
 * A pipeline as a command line names it: its file, and the option that picks one of its targets. Commands hand this text
 * on and print it in the next command; only what opens a pipeline takes it apart, with `readReference`.
 */
export declare const referenceText: ({ file, to }: PipelineReference) => string;
/** Takes a reference apart; the path of a file is one without a target. */
export declare function readReference(reference: string): PipelineReference;
/** The part of a pipeline's rows that a run or a plan covers. At least one member is set. */
export type Selection = {
    /** Only rows of these entities. */
    readonly only?: readonly EntityName[] | undefined;
    /** The maximum number of rows of each entity, a whole number from 1. */
    readonly limit?: number | undefined;
    /** Only rows from this time on; ISO 8601, in UTC if it names no time zone. */
    readonly since?: string | undefined;
    /** Only the messages of this conversation. */
    readonly conversation?: string | undefined;
};
/** The options of a command line that make a selection. */
export declare function selectionFlags({ only, limit, since, conversation }: Selection): string;
/** True if a path is an address. */
export declare const isRemote: (path: string) => boolean;
/**
 * The paths in a part of a pipeline, at any depth. A name of a column that is taken for one is below the folder of the pipeline
 * in any case.
 */
export declare function pathsIn(value: unknown): readonly string[];
/** All texts in a part of a pipeline. */
export declare function textsIn(value: unknown): readonly string[];
/** Endings of files with code, and how Node calls what is in them. */
export declare const CODE_FORMATS: Readonly<Record<string, string>>;
/** True if a file is code by its name: TypeScript or JavaScript, as a module. */
export declare const isCode: (path: string) => boolean;
