import type { Files } from './files.ts';
/** Places that may be read and written. */
export type Confines = {
    /** Absolute folders. */
    readonly roots: readonly string[];
    /** Absolute paths of files below them that are left alone. */
    readonly except: readonly string[];
};
/** True if a path is inside, wherever its links lead. A path that is not there yet is where its folder is. */
export declare function isInside(path: string, { roots, except }: Confines): boolean;
/** The names on the way from a folder to a path in it; undefined if it is elsewhere, also on another drive. */
export declare function partsBelow(folder: string, path: string): readonly string[] | undefined;
/**
 * Files of which only those inside can be reached, by whatever name.
 * @param refused the error for a path that is not
 */
export declare function confinedFiles(files: Files, confines: Confines, refused: (path: string) => Error): Files;
