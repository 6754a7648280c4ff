import { type InspectedColumn, ValueSet } from '../../../input/columns/column.ts';
import { type EntityGuess } from '../guess/entity-guess.ts';
import type { Examined, Inspection, SampleRow } from './inspect-file.ts';
/** Files of one form, which become one source. */
export type Table = {
    /** Paths and globs, relative to the pipeline file. */
    readonly paths: readonly string[];
    readonly files: readonly Inspection[];
    readonly rows: number;
    readonly faulty: number;
    /** False if only the beginning of some file was read. */
    readonly whole: boolean;
    readonly entity?: EntityGuess;
    /** The columns of all files. */
    readonly columns: readonly InspectedColumn[];
    /** The values of each column, also of `$dir` and `$file`. */
    readonly keys: ReadonlyMap<string, ValueSet>;
    readonly sample: readonly SampleRow[];
};
/**
 * Groups files by their form: files with the same format and header are one table.
 * @param base the folder of the pipeline file
 * @param all paths of all files, so that a glob takes no file of another form
 */
export declare function tablesOf(files: readonly Examined[], base: string, all: readonly string[]): Table[];
/** `$dir` and `$file` of a path. */
export declare function partsOfPath(path: string): {
    readonly $dir: string;
    readonly $file: string;
};
/** The name of a file without the endings of format and compression. */
export declare function stemOf(path: string): string;
/** A path relative to a folder, with `/`. */
export declare const relativeTo: (base: string, path: string) => string;
/**
 * Names files for a pipeline: one by one if they are few, else by globs that match all of them and no other file.
 * @param base the folder that the paths are relative to
 * @param all the paths of all files that are there
 */
export declare function namedPaths(paths: readonly string[], base: string, all: readonly string[]): string[];
