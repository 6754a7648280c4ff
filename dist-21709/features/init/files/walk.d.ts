/** A file that is not read, and why. */
export type UnreadFile = {
    readonly path: string;
    readonly reason: string;
};
/** The files in a folder and in the folders in it. */
export type WalkedFiles = {
    readonly exports: readonly string[];
    readonly all: readonly string[];
    readonly leftOut: readonly UnreadFile[];
};
/** Names of archives that are read in place. */
export declare const ARCHIVES: RegExp;
/** True if a file may have rows by its name, or is an archive of such files. */
export declare const mayHaveTables: (path: string) => boolean;
/**
 * Walks through a folder, names in order, numbers in them by their value; of a file or an archive, it is what there is.
 * @throws RunError `SOURCE.MISSING` if the folder itself cannot be read
 */
export declare function filesUnder(folder: string): Promise<WalkedFiles>;
/**
 * The files in an archive, as paths, in order of their names.
 * @throws RunError `SOURCE.*` if it cannot be read
 */
export declare function filesIn(archive: string): Promise<string[]>;
