import type { Files } from '../system/files.ts';
/**
 * Writes a file that only its owner can read. It is written beside its place and then renamed, so nobody sees half of it.
 * @throws the error of the file system
 */
export declare function writePrivate(files: Files, path: string, text: string): Promise<void>;
/**
 * Does the same with a file of any mode.
 * @throws the error of the file system
 */
export declare function replaceFile(files: Files, path: string, text: string, mode: number): Promise<void>;
/**
 * Makes a folder that only its owner can enter, with those above it.
 * @param purpose of it, for the error: ` for copies`
 * @throws RunError `STATE.UNWRITABLE`
 */
export declare function makeFolder(folder: string, files: Files, purpose?: string): Promise<void>;
