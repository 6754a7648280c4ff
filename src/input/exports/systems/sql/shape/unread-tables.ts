import type { SqlTable } from '../tables/sql-table.ts';

/** At most so many tables are named. */
const UNREAD_NAMED_MAX = 20;

/** A sentence about the tables with rows that are no part of the chat, so that one which is can be declared. */
export function unreadTables(tables: readonly SqlTable[], read: readonly SqlTable[]): readonly string[] {
  const known = new Set(read.flatMap(({ path, parents = [] }) => [path, ...parents]));
  const isRead = ({ path, parents = [] }: SqlTable): boolean =>
    known.has(path) || parents.some((parent) => known.has(parent));
  const unread = tables.filter((table) => table.isEmpty !== true && !isRead(table));
  if (unread.length === 0) return [];
  const named = unread.slice(0, UNREAD_NAMED_MAX).map(({ path }) => path);
  const more = unread.length > named.length ? ` and ${unread.length - named.length} more` : '';
  return [`tables that are not read: ${named.join(', ')}${more}`];
}
