import { OriginError } from '../origin.ts';
import type { PagedList, Row } from './paged-list.ts';

/** A time of the API, as milliseconds since 1970; NaN if it is none. */
export const timeOf = (value: unknown): number =>
  typeof value === 'string' ? Date.parse(value) : Number.NaN;

/**
 * The messages of a conversation. The API has no filter by time: those from a time on are read from the newest one back. An app
 * may write messages with an older date, behind newer ones; so the list ends after a whole page of older messages, none of which
 * is older than the conversation itself, as those are that an app has brought along.
 * @param page the most records of a page
 * @param from the first time that is wanted; absent for all
 * @param created when the conversation was made; NaN if that is not known
 */
export function messageList(
  path: string,
  page: string,
  { from, created }: { readonly from: number | undefined; readonly created: number },
): PagedList {
  const list = { name: 'messages', key: 'messages', path };
  if (from === undefined) return { ...list, query: { Order: 'asc', PageSize: page } };
  return {
    ...list,
    from,
    query: { Order: 'desc', PageSize: page },
    isEnd: (rows) => {
      checkOrder(rows, path);
      const times = rows.map((row) => timeOf(row['date_created']));
      return rows.length > 0 && times.every((time) => time < from && time >= created);
    },
  };
}

/** Older messages first would end the list before it has those that are wanted. */
function checkOrder(rows: readonly Row[], path: string): void {
  const [first, last] = [rows.at(0), rows.at(-1)];
  const [low, high] = [first?.['index'], last?.['index']];
  const isUpwards = typeof low === 'number' && typeof high === 'number' && low < high;
  if (isUpwards && timeOf(first?.['date_created']) <= timeOf(last?.['date_created']))
    throw new OriginError('form', `${path}?Order=desc has older messages first`);
}
