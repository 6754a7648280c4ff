import type { Database } from '../storage/database.ts';
import { invalid } from '../wire/api-error.ts';
import { type Filter, prefixPattern } from '../wire/filter.ts';
import { normalId } from '../wire/validation.ts';

/** Matches up to this number are looked up in an index and sorted; more are dense enough to be met while reading on. */
const FEW = 5000;

/** After every text that starts with what stands before it. */
const LAST = '\u{10FFFF}';

/** The users whose column starts with the key, as a condition that its index serves. */
type Prefix = { readonly column: 'uid' | 'name'; readonly condition: string; readonly key: string };

function prefixes(key: string, fields: readonly string[]): readonly Prefix[] {
  const wrong = fields.some((field) => field !== 'uid' && field !== 'name');
  if (wrong) throw invalid({ searchIn: ['The selected searchIn is invalid.'] });
  const wants = (field: string) => fields.length === 0 || fields.includes(field);
  const uid = wants('uid') ? normalId(key) : undefined;
  const byName = {
    column: 'name',
    condition: 'name COLLATE NOCASE >= ? AND name COLLATE NOCASE < ?',
    key,
  } as const;
  return [
    ...(uid === undefined ? [] : [{ column: 'uid', condition: 'uid >= ? AND uid < ?', key: uid } as const]),
    ...(wants('name') ? [byName] : []),
  ];
}

/**
 * Adds the condition that uid or name starts with a key; only ASCII letters are compared without their case.
 * `fields` are those to search, both when empty.
 */
export function searchUsers(db: Database, filter: Filter, key: string, fields: readonly string[]): void {
  const parts = prefixes(key, fields);
  const bounds = parts.flatMap((part) => [part.key, part.key + LAST]);
  const isFew = parts.every(({ condition, key: from }) => {
    const some = `SELECT 1 FROM users WHERE ${condition} LIMIT ${FEW + 1}`;
    const found = db.get<{ count: number }>(`SELECT count(*) AS count FROM (${some})`, from, from + LAST);
    return (found?.count ?? 0) <= FEW;
  });
  if (parts.length === 0) filter.where('FALSE');
  else if (isFew) {
    const lookUps = parts.map(({ condition }) => `SELECT seq FROM users WHERE ${condition}`);
    filter.where(`users.seq IN (${lookUps.join(' UNION ALL ')})`, ...bounds);
  } else {
    // The plus signs keep the indexes of uid and name away, so that the rows come in the order of the list.
    const pattern = prefixPattern(key);
    const likes = parts.map(({ column }) => `+users.${column} LIKE ? ESCAPE '\\'`);
    filter.where(`(${likes.join(' OR ')})`, ...parts.map(() => pattern));
  }
}
