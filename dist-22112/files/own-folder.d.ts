import type { Files } from '../system/files.ts';
/**
 * Checks that what is written to the folder of a state stays in it, and is what we wrote: the folder, all below it and the one
 * that it is in belong to this user or to root and are no symbolic links, which would lead a write to another file; and nobody
 * else may put another folder into its place. What is not there passes.
 * @throws RunError `STATE.NOT_OWN`, naming the path and what to type
 */
export declare function requireOwnFolder(folder: string, files: Files): Promise<void>;
/** Permission to run the code that a pipeline names. */
export type CodeAccess = {
    /** `--allow-code`: also where others may change it. */
    readonly allowCode: boolean;
};
/**
 * Checks that nobody but this user (or root) may change what is about to be run: the pipeline file, the program where it
 * is named by a path, and the folders of both.
 * @param program as the pipeline names it; a bare name is found through PATH and not checked
 * @throws RunError `CONFIG.CODE_NOT_OWN`
 */
export declare function requireOwnCode(program: string, { file, folder }: {
    readonly file: string;
    readonly folder: string;
}, { allowCode }: CodeAccess): Promise<void>;
/** A file and its folder; where the file is a link, also what it leads to. */
export declare function placesOf(path: string): Promise<string[]>;
/** Others who may change a file or folder, and what to type against it. */
export type OpenTo = {
    readonly why: string;
    readonly todo: string;
};
/**
 * Looks whether somebody else than this user (or root) may change a file or folder. Says nothing of what is not there, nor
 * on systems without user ids.
 * @param options.sticky whether others may write to a folder in which they cannot touch what is not theirs, as `/tmp`
 */
export declare function openTo(path: string, { sticky }?: {
    sticky?: boolean | undefined;
}): Promise<OpenTo | undefined>;
