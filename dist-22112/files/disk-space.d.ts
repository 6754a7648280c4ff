import type { Files } from '../system/files.ts';
/** The free space for a state folder, beside what a run may need; bytes. */
export type DiskSpace = {
    readonly free: number;
    /** The bytes that are missing for the most that a run may need; 0 if there is enough. */
    readonly missing: number;
};
/**
 * Compares the free space for a state folder with what a run may need.
 * @param sources bytes of the source files
 * @param kept bytes that the state takes already, which a run does not need again
 */
export declare function diskSpace(files: Files, folder: string, sources: number, kept?: number): DiskSpace;
/**
 * A disk that may be too small for a run, in words; undefined if there is enough space.
 * @param state the state folder, and those in it whose files grow with the rows
 * @param sources the paths of the source files
 */
export declare function tooSmall(files: Files, state: readonly [folder: string, ...inner: readonly string[]], sources: readonly string[]): Promise<string | undefined>;
/** Bytes that must stay free on the disk: the state of a run has to fit beside its input. */
export declare const FREE_MIN: number;
/** Bytes that are free where a path is or would be; more than there can be if nobody can say. */
export declare function freeBytes(files: Files, path: string): number;
/** The file system that a path is or would be on; undefined if nobody can say. */
export declare function spaceOf(files: Files, path: string): ReturnType<Files['statfsSync']> | undefined;
