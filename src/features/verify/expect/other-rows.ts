import type { EntityName } from '../../../input/entities/entity.ts';
import type { ExpectedRows } from './expected-rows.ts';

/** Says if another entity expects a row with a key; always false if it is not compared. */
export function expectedKeys(rows: ExpectedRows, entity: EntityName): (key: string) => boolean {
  const table = `expected_${entity}`;
  if (rows.number('SELECT count(*) FROM sqlite_master WHERE name = ?', table) === 0) return () => false;
  return (key) => rows.number(`SELECT count(*) FROM ${table} WHERE key = ? AND content IS NOT NULL`, key) > 0;
}

/** Members whom a row of the bans has banned: the service does not count them. Bans have the keys of members. */
export const BANNED_MEMBERS =
  'UPDATE expected_members SET banned = 1 WHERE key IN (SELECT key FROM expected_bans WHERE content IS NOT NULL)';
