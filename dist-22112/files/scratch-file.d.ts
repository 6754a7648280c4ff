import type { DatabaseSync } from 'node:sqlite';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
/** A database for data that does not fit into memory; mode 0600, deleted on dispose. */
export type ScratchFile = Disposable & {
    readonly db: DatabaseSync;
};
/**
 * Creates a scratch file in a folder, and removes those that killed processes have left there.
 * @param what it is for
 * @throws RunError `STATE.UNWRITABLE` if it cannot be created
 */
export declare function openScratchFile(folder: string, what: 'verify' | 'names', { random, files }: Pick<System, 'random' | 'files'>): Promise<ScratchFile>;
/** Makes a database, mode 0600, in place of the file that is there. It need not survive a crash, so it has no journal. */
export declare function newDatabase(path: string, files: Files, cacheKib?: number): DatabaseSync;
/** Removes scratch files that killed processes have left in a folder. */
export declare function removeScratchFiles(folder: string, files: Pick<System['files'], 'readdir' | 'rm'>): Promise<void>;
