import type { Database } from '../storage/database.ts';
import { invalid } from '../wire/api-error.ts';
import { type Filter, prefixPattern } from '../wire/filter.ts';
import { normalId } from '../wire/validation.ts';

/**
 * Up to this number, matches are looked up in an index and sorted. More matches are dense enough to be found in
 * the order of the list.
 */
const FEW = 5000;

/** Sorts after every text that starts with the prefix before it. */
const LAST = '\u{10FFFF}';

/** Users whose column starts with the key, as a condition that an index supports. */
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
 * Adds the condition that uid or name starts with a key. Only ASCII letters ignore case. `fields` are the fields
 * to search; empty means both.
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
    // The plus signs prevent the use of the indexes of uid and name, so that the rows come in the order of the
    // list.
    const pattern = prefixPattern(key);
    const likes = parts.map(({ column }) => `+users.${column} LIKE ? ESCAPE '\\'`);
    filter.where(`(${likes.join(' OR ')})`, ...parts.map(() => pattern));
  }
}
