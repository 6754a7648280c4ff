import { RunError } from '../../errors/run-error.ts';
import { isRecord } from '../../service/transport/transport.ts';
import { type Ask, OriginError, type OriginList, type OriginRow } from '../origin.ts';

/** The host of Twilio itself, which answers name where another one stands before it. */
const HOST = 'https://conversations.twilio.com';
/** The parameters of an address of a page; others are not asked for, whatever an answer says. */
const PARAMETERS = new Set(['PageSize', 'Page', 'PageToken', 'Order', 'StartDate', 'EndDate', 'State']);
/** All endpoints share the limit of their account. */
export const FAMILY = 'account';

/** A list of the API, and where its pages are. */
export type TwilioList = {
  /** The name among the lists of a pull. */
  readonly name: string;
  /** The member of an answer that has the records. */
  readonly key: string;
  /** Below the address of the API; ids in it are encoded. */
  readonly path: string;
  /** The query of the first page. */
  readonly query: Readonly<Record<string, string>>;
  readonly from?: number;
  /**
   * True if the list ends with a page, though it has another one.
   * @throws OriginError for a page that is none of this list
   */
  isEnd?(rows: readonly TwilioRow[]): boolean;
};

export type TwilioRow = OriginRow['row'];

/** The account whose lists are read. */
export type TwilioApi = {
  readonly ask: Ask;
  /** The address of its API. */
  readonly address: string;
  /** The sid of the account: the records of another one are those of another key. */
  readonly account: string;
};

/** The most records that a page may have, by the public document of the API. */
export const [PEOPLE_A_PAGE, PAGE] = ['50', '100'];

export const USERS: TwilioList = {
  name: 'users',
  key: 'users',
  path: '/Users',
  query: { PageSize: PEOPLE_A_PAGE },
};

/**
 * The conversations that were made until a time, milliseconds since 1970. With a day they are in order of their creation. Without
 * one they are in order of their last message: a conversation that somebody writes in would jump to a page that was read before.
 */
export const conversationsUntil = (until: number): TwilioList => ({
  name: 'conversations',
  key: 'conversations',
  path: '/Conversations',
  query: { EndDate: `${new Date(until).toISOString().slice(0, 10)}T23:59:59Z`, PageSize: PAGE },
});

/** The path of a conversation. */
export const conversationPath = (id: string): string => `/Conversations/${encodeURIComponent(id)}`;

/** The participants of a conversation. */
export const participantsOf = (id: string): TwilioList => ({
  name: 'members',
  key: 'participants',
  path: `${conversationPath(id)}/Participants`,
  query: { PageSize: PAGE },
});

/** A list that is read page by page; a place is the query of a page. */
export const twilioList = (api: TwilioApi, list: TwilioList): OriginList => ({
  name: list.name,
  first: new URLSearchParams(list.query).toString(),
  ...(list.from === undefined ? {} : { from: list.from }),
  async step(at, signal) {
    const page = await pageAt(api, list, at, signal);
    const rows = page.rows.map((row) => ({ list: list.name, row }));
    return { rows, next: list.isEnd?.(page.rows) ? undefined : page.next };
  },
});

/**
 * The records of a page, and the query of the next one.
 * @throws OriginError; RunError `PULL.AUTH` for the records of another account
 */
export async function pageAt(
  api: TwilioApi,
  { path, key }: Pick<TwilioList, 'path' | 'key'>,
  at: string,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly TwilioRow[]; readonly next: string | undefined }> {
  const { body } = await api.ask({ path: `${path}?${at}`, family: FAMILY }, signal).catch((error) => {
    throw expired(error, at);
  });
  const where = `${api.address}${path}`;
  const [rows, meta] = [body[key], body['meta']];
  if (!Array.isArray(rows) || !rows.every(isRecord) || !isRecord(meta))
    throw new OriginError('form', `${where} answers with no list of  ${key}`);
  const foreign = rows.map(({ account_sid }) => account_sid).find((sid) => isOther(sid, api.account));
  if (foreign !== undefined)
    throw new RunError(
      'PULL.AUTH',
      `${where} answers with records of the account ${JSON.stringify(foreign).slice(0, 60)}, and  sources.export.api.account  is ${api.account}: the key is one of another account`,
    );
  return { rows, next: nextOf(meta['next_page_url'], at, path, api) };
}

const isOther = (sid: unknown, account: string): boolean => typeof sid === 'string' && sid !== account;

/**
 * An error of a page that a token leads to. Tokens do not live for ever, and it is not published what is said of one that is too
 * old: also "not found" may be said of the token, and whether it is said of the conversation, its first page tells.
 */
function expired(error: unknown, at: string): unknown {
  if (!(error instanceof OriginError) || !at.includes('PageToken=')) return error;
  const { fault, status } = error;
  return fault === 'refused' || fault === 'gone' || status === 404 ? error.as('expired') : error;
}

/** The query of the next page, if its address is one of the same list; it is asked for at our own address. */
function nextOf(next: unknown, at: string, path: string, { address }: TwilioApi): string | undefined {
  if (next === null || next === undefined || next === '') return undefined;
  const url = typeof next === 'string' && URL.canParse(next) ? new URL(next) : undefined;
  const where = address + path;
  const hosts = [HOST, new URL(address).origin];
  if (!url || !hosts.includes(url.origin) || !url.pathname.endsWith(path))
    throw new OriginError(
      'form',
      `${where} names a next page that is not one of this list: ${JSON.stringify(next).slice(0, 120)}`,
    );
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => PARAMETERS.has(name)));
  if (!isAfter(query, new URLSearchParams(at)))
    throw new OriginError('form', `${where} names a page as the next one that was before it`);
  return query.toString();
}

/** Pages are counted: a number that does not grow leads round in a circle. */
const isAfter = (next: URLSearchParams, at: URLSearchParams): boolean =>
  next.toString() !== at.toString() &&
  (!next.has('Page') || Number(next.get('Page')) > Number(at.get('Page') ?? -1));

/** A time as the API writes it, which JavaScript's own reading would also find in `100`. */
const TIME = /^\d{4}-\d\d-\d\dT|^[A-Z][a-z]{2}, \d{1,2} [A-Z][a-z]{2} \d{4} /;

/** A time of the API, as milliseconds since 1970; NaN if it is none. */
export function timeOf(value: unknown): number {
  const found = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;
  return found >= 0 ? found : Number.NaN;
}

/**
 * The messages of a conversation. The API has no filter by time: those from a time on are read from the newest one back. An app
 * may write messages with an older date, behind newer ones; so the list ends after a whole page of older messages, none of which
 * is older than the conversation itself, as those are that an app has brought along.
 * @param from the first time that is wanted; absent for all
 * @param created when the conversation was made; NaN if that is not known
 */
export function messagesOf(
  id: string,
  { from, created }: { readonly from: number | undefined; readonly created: number },
): TwilioList {
  const list = { name: 'messages', key: 'messages', path: `${conversationPath(id)}/Messages` };
  if (from === undefined) return { ...list, query: { Order: 'asc', PageSize: PAGE } };
  return {
    ...list,
    from,
    query: { Order: 'desc', PageSize: PAGE },
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
