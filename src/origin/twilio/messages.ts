import type { TwilioList, TwilioRow } from './twilio-list.ts';

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
export function messagesOf(
  path: string,
  page: string,
  { from, created }: { readonly from: number | undefined; readonly created: number },
): TwilioList {
  const list = { name: 'messages', key: 'messages', path };
  if (from === undefined) return { ...list, query: { Order: 'asc', PageSize: page } };
  return {
    ...list,
    from,
    query: { Order: 'desc', PageSize: page },
    isEnd: (rows) => {
      const times = rows.map((row) => timeOf(row['date_created']));
      return isDownwards(rows) && times.every((time) => time < from && time >= created);
    },
  };
}

/** Tells whether newer messages come first; if not, as where something before the API knows no order, the newest are on the last page. */
function isDownwards(rows: readonly TwilioRow[]): boolean {
  const [first, last] = [rows.at(0)?.['index'], rows.at(-1)?.['index']];
  return typeof first === 'number' && typeof last === 'number' && first > last;
}
