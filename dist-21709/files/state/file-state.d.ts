import { type Files } from '../../system/files.ts';
import type { StateStore } from './state-store.ts';
/**
 * A state in files, each with mode 0600 and the name that it has in the state.
 * @param folder exists, and so do the folders in it, except where `begin` or `draft` makes them
 */
export declare function fileState(folder: string, files: Files): StateStore;
/**
 * Writes at a position, not at the end: bytes beyond it come from a run that was killed. Synced to disk on return.
 * @returns the number of bytes written
 * @throws RunError `STATE.UNWRITABLE` if the disk is full or the file cannot be written
 */
export declare function appendAt(files: Files, path: string, data: string | Uint8Array, at: number): Promise<number>;
