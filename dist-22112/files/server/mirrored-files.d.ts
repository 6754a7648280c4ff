import type { Files } from '../../system/files.ts';
import type { FolderChanges } from './changes.ts';
/** True if a server keeps what is under a path in a state folder. */
export declare const isKept: (path: string) => boolean;
/**
 * Files of which those in a folder are kept elsewhere too: every change is noted, and what is synced has been sent before the
 * call returns. What is synced at once, without a promise, is sent by the next sync.
 * @param send sends what was noted
 */
export declare function mirroredFiles(files: Files, folder: string, changes: FolderChanges, send: () => Promise<void>): Files;
