import { RunError } from '../errors/run-error.ts';
import { type Files } from '../system/files.ts';
/** Files whose failures say what a user needs; see `checkedFiles`. */
export type CheckedFiles = {
    readonly files: Files;
    /** The first write that the disk has refused, whoever has dealt with it. */
    readonly refused: () => RunError | undefined;
};
/**
 * Gives errors of the disk a name, whoever uses the files: a disk that is full, failing or read-only, or a process
 * without file descriptors, is a RunError with the path, the free space and the command to go on. Other errors, such as
 * a missing file, stay as they are. After a failed sync, the same file is never synced again: what the system still has
 * to write is unknown then, and a second sync may succeed without it.
 * @param commandLine the command to go on
 */
export declare function checkedFiles(files: Files, commandLine: string): CheckedFiles;
/**
 * The files below checked files: for a command that does others, each with checks, hints and a memory of failed
 * syncs of its own. Other files stay as they are.
 */
export declare const uncheckedFiles: (files: Files) => Files;
/** True if these are the files of the machine, checked or not: a thread may read one by its path. */
export declare const isOfMachine: (files: Files) => boolean;
