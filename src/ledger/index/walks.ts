import type { EntityName } from '../../input/entities/entity.ts';
import { type EntryOrigin, entryOf, isUnreached, type LedgerEntry, ORIGINS, UNCERTAIN } from '../entry.ts';
import { LEAVING } from '../marks.ts';
import type { LedgerIndex } from './ledger-index.ts';

/** Index that the rows are read from, as it is when each page is read. */
type Rows = Pick<LedgerIndex, 'all'>;

/** Number of rows that are read at once. */
const PAGE = 1_000;

/** Counts the rows of an entity, of all origins or of one. */
export function countOf(index: Rows, entity: EntityName, origin?: EntryOrigin): number {
  const where = origin === undefined ? '' : `WHERE origin = ${ORIGINS.indexOf(origin)}`;
  return Number(index.all(`SELECT count(*) AS n FROM ${entity} ${where}`)[0]?.['n']);
}

/** All rows of an entity, latest first. Rows may be deleted while they are read. */
export function* latestFirst(index: Rows, entity: EntityName, last: number): Generator<LedgerEntry> {
  const page = `SELECT * FROM ${entity} WHERE row < ? ORDER BY row DESC LIMIT ${PAGE}`;
  for (let below = last + 1; ; ) {
    const rows = index.all(page, below).map(entryOf);
    yield* rows;
    const lowest = rows.at(-1);
    if (!lowest) return;
    below = lowest.row;
  }
}

/** The rows in ranges of row numbers, each with its first and last number. */
export function* within(
  index: Rows,
  entity: EntityName,
  ranges: Iterable<readonly [number, number]>,
): Generator<LedgerEntry> {
  const page = `SELECT * FROM ${entity} WHERE row BETWEEN ? AND ? ORDER BY row LIMIT ${PAGE}`;
  for (const [first, last] of ranges)
    for (let from = first; from <= last; ) {
      const rows = index.all(page, from, last).map(entryOf);
      yield* rows;
      from = (rows.at(-1)?.row ?? last) + 1;
    }
}

/** The keys of all rows that the service has acknowledged. */
export function* acknowledgedKeys(index: Rows, entity: EntityName): Generator<string> {
  const page = `SELECT row, key, origin IN ${UNCERTAIN} AS uncertain FROM ${entity} WHERE row > ? ORDER BY row LIMIT ${PAGE}`;
  for (let from = 0; ; ) {
    const rows = index.all(page, from);
    for (const { key, uncertain } of rows) if (uncertain === 0) yield String(key);
    if (rows.length === 0) return;
    from = Number(rows.at(-1)?.['row']);
  }
}

/** The rows of an entity whose user did not reach them when they were to be removed. */
export const unreachedRows = (index: Rows, entity: EntityName): LedgerEntry[] =>
  index
    .all(`SELECT * FROM ${entity} WHERE active = 0`)
    .map(entryOf)
    .filter((entry) => isUnreached(entity, entry));

/** The replies to a message, by its key. */
export const repliesTo = (index: Rows, key: string): LedgerEntry[] =>
  index.all('SELECT * FROM messages WHERE parent = ?', key).map(entryOf);

/** The keys of rows whose removal has begun and may not be done. */
export function leavingKeys(index: Rows, entity: EntityName): string[] {
  const leaving = index.all(`SELECT key FROM ${entity} WHERE origin = ?`, LEAVING);
  return leaving.map(({ key }) => String(key));
}
