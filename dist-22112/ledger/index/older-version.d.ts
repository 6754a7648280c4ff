import type { Draft } from '../../files/state/state-store.ts';
import type { Files } from '../../system/files.ts';
/** The user version in the head of an index; a ledger of version 0.1.0 has none. Others than the last are made anew. */
export declare const INDEX_VERSION = 3;
/** True if a file is not an index: then it is a ledger of version 0.1.0, which may be damaged. */
export declare function isOlderVersion(path: string, files: Files): boolean;
/**
 * Writes and publishes a log with all that a ledger of version 0.1.0 has; then that ledger is deleted.
 * @param name of the log, for messages
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export declare function convertOlder(path: string, log: Draft, name: string, files: Files): void;
