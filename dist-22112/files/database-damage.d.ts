import type { DatabaseSync } from 'node:sqlite';
/** True if SQLite has found that its file is damaged. */
export declare const isDamage: (error: unknown) => boolean;
/**
 * Checks the structure of a database, not every value in it.
 * @throws Error with the first thing that is wrong
 */
export declare function requireSound(db: DatabaseSync): void;
