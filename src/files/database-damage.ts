import type { DatabaseSync } from 'node:sqlite';

/** Result codes of SQLite for a damaged file: SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES: readonly unknown[] = [11, 26];

/** True if SQLite has found that its file is damaged. */
export const isDamage = (error: unknown): boolean =>
  DAMAGE_CODES.includes(Number((error as { readonly errcode?: number }).errcode) & 0xff);

/**
 * Checks the structure of a database, not every value in it.
 * @throws Error with the first thing that is wrong
 */
export function requireSound(db: DatabaseSync): void {
  const [first] = Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (first !== 'ok') throw new Error(String(first));
}
