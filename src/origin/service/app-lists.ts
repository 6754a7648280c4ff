import { defined } from '../../input/json/defined.ts';
import {
  type OpenOrigin,
  OriginError,
  type OriginList,
  type OriginRow,
  type PullSpan,
  rowsInList,
  unlessGone,
} from '../origin.ts';
import type { ServiceAsk } from './app-client.ts';
import { MessagePlaces } from './message-places.ts';
import { FIRST_PAGE, type NumberedPages, pageRowsAt } from './numbered-pages.ts';

type Row = OriginRow['row'];
type Asking = Pick<ServiceAsk, 'page'>;

/** The most rows of a page: the documented maximum. */
export const PAGE_MAX = 1_000;
/** Users, or messages, whose friends or reactions are asked for in one step: a stop loses no more. */
const STEP_USERS = 20;
const STEP_MESSAGES = 25;

/** A time of the service, in seconds, as milliseconds since 1970; undefined for what is none. */
export function millisecondsOf(seconds: unknown): number | undefined {
  const value = typeof seconds === 'string' && /^\d{1,15}$/.test(seconds) ? Number(seconds) : seconds;
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value * 1_000 : undefined;
}

/**
 * The lists of an app. Friends, blocks and reactions are asked for one by one: those of users and messages that have changed
 * alone, where a time is given.
 */
export function serviceLists(ask: Asking): Pick<OpenOrigin, 'tops' | 'listsOf'> {
  return {
    tops: (span) => [
      numberedList(ask, 'users', {
        path: '/users',
        key: 'uid',
        query: { withTags: true, withDeactivated: true },
      }),
      numberedList(ask, 'conversations', { path: '/groups', key: 'guid', query: { withTags: true } }),
      numberedList(ask, 'roles', { path: '/roles', key: 'role' }),
      messagesOfApp(ask, span),
      reactions(ask, span),
      relations(ask, span),
    ],
    listsOf: ({ id }) => [membersOfGroup(ask, id), bannedOfGroup(ask, id)],
  };
}

/** A list by number of page, in full. */
export function numberedList(
  ask: Asking,
  list: string,
  pages: Pick<NumberedPages, 'path' | 'key' | 'query' | 'ids'>,
): OriginList {
  const of = defined({ of: pages.ids?.['guid'] });
  return {
    name: list,
    first: FIRST_PAGE,
    async step(at, signal) {
      const { rows, next } = await pageRowsAt(at, { ask, ...pages, perPage: PAGE_MAX }, signal);
      return { rows: rows.map((row) => ({ list, ...of, row })), next };
    },
  };
}

/** The members of a group. */
export const membersOfGroup = (ask: Asking, guid: string): OriginList =>
  numberedList(ask, 'members', {
    path: '/groups/{guid}/members',
    key: 'uid',
    ids: { guid },
    query: { withTags: false },
  });

/** Whoever is banned from a group, and so is no member of it. */
export const bannedOfGroup = (ask: Asking, guid: string): OriginList =>
  numberedList(ask, 'banned', { path: '/groups/{guid}/bannedusers', key: 'uid', ids: { guid } });

/** Filters of the parts that are read one after the other: everything, or what is new and then what has changed. */
function partsOf({ since }: PullSpan): readonly Readonly<Record<string, number>>[] {
  if (since === undefined) return [{}];
  const from = Math.max(0, Math.floor(since / 1_000));
  return [{ 'sentAt[from]': from }, { 'updatedAt[from]': from }];
}

/**
 * Messages of all conversations, in the order of time.
 * @param parts filters of lists that are read one after the other
 * @param until messages sent later are left out, milliseconds since 1970
 */
export function messagesInTime(
  ask: Asking,
  parts: readonly Readonly<Record<string, number>>[],
  until: number,
  { limit = PAGE_MAX, ...query }: NonNullable<NumberedPages['query']> & { readonly limit?: number },
): OriginList {
  const places = new MessagePlaces(parts, until);
  return {
    name: 'messages',
    first: places.first,
    async step(at, signal) {
      const asked = { ...places.query(at), limit, affix: 'append', ...query };
      const { fresh, next } = places.after(at, await ask.page('/messages', asked, signal), limit);
      return { rows: fresh.map((row) => ({ list: 'messages', row })), next };
    },
  };
}

/** All messages of the app; from a time on, those that were sent or have changed. */
export const messagesOfApp = (ask: Asking, span: PullSpan): OriginList => ({
  ...messagesInTime(ask, partsOf(span), span.until, { withTags: true }),
  adds: span.since !== undefined,
});

/** The reactions to each message that has some: all of a message together, with their users. */
function reactions(ask: Asking, span: PullSpan): OriginList {
  const asked = { limit: STEP_MESSAGES, hasReactions: true };
  const { first, step } = messagesInTime(ask, partsOf(span), span.until, asked);
  return {
    name: 'reactions',
    first,
    adds: span.since !== undefined,
    async step(at, signal) {
      const { rows, next } = await step(at, signal);
      const reacted = rows.filter(({ row }) => hasReactions(row));
      const found = await Promise.all(reacted.map(({ row }) => reactionsOf(ask, String(row['id']), signal)));
      return { rows: found.flat(), next };
    },
  };
}

/** True for a message that says that it has some. */
export function hasReactions({ data }: Row): boolean {
  const found = (data as Row | null | undefined)?.['reactions'];
  return Array.isArray(found) && found.length > 0;
}

/** The reactions to a message. A row for each page: they may be as many as a group has members. */
export async function reactionsOf(
  ask: Asking,
  id: string,
  signal: AbortSignal,
): Promise<readonly OriginRow[]> {
  const found: OriginRow[] = [];
  let cursor: string | undefined;
  let known: ReadonlySet<unknown> = new Set();
  for (;;) {
    const asked = { limit: PAGE_MAX, affix: 'append', id: cursor };
    const page = await unlessGone(ask.page('/messages/{id}/reactions', asked, signal, { id }));
    const { rows, size = PAGE_MAX } = page ?? { rows: [] };
    const fresh = rows.filter((row) => !known.has(row['id']));
    if (fresh.length > 0) {
      const all = fresh.map(({ reaction, uid, reactedAt }) => ({ reaction, uid, reactedAt }));
      found.push({ list: 'reactions', of: id, row: { page: found.length, reactions: all } });
    }
    const last = fresh.at(-1)?.['id'];
    if (fresh.length === 0 || rows.length < Math.min(size, PAGE_MAX)) return found;
    if (last === undefined)
      throw new OriginError('form', 'the reactions of a message have no ids to continue from');
    [cursor, known] = [String(last), new Set(rows.map((row) => row['id']))];
  }
}

/** Any other id is none: the row of that user is rejected, and it stands in no address. */
const UID = /^[A-Za-z0-9_-]{1,100}$/;

/** Friends and blocks of each user, all of one together. No record of a user says whether there are any. */
function relations(ask: Asking, { since }: PullSpan): OriginList {
  // Where few are asked for, large pages find them; else each step asks for the users of a small one.
  const perPage = since === undefined ? STEP_USERS : PAGE_MAX;
  const isMeant = ({ uid, updatedAt, createdAt }: Row): boolean =>
    typeof uid === 'string' &&
    UID.test(uid) &&
    (since === undefined || (millisecondsOf(updatedAt ?? createdAt) ?? 0) >= since);
  const pages = { ask, path: '/users', key: 'uid', perPage, wanted: { isMeant, most: STEP_USERS } };
  return {
    name: 'relations',
    first: FIRST_PAGE,
    adds: since !== undefined,
    async step(at, signal) {
      const { rows, next } = await pageRowsAt(at, pages, signal);
      const found = await Promise.all(
        rows.map(async ({ uid }) => {
          const of = String(uid);
          const [friends, blocked] = await Promise.all([
            uidsOf(ask, '/users/{uid}/friends', of, signal),
            uidsOf(ask, '/users/{uid}/blockedusers', of, signal),
          ]);
          // Without a time, whoever has none was never said to have some.
          const isSaid = since !== undefined || friends.length + blocked.length > 0;
          return isSaid ? [{ list: 'relations', of, row: { uid: of, friends, blocked } }] : [];
        }),
      );
      return { rows: found.flat(), next };
    },
  };
}

async function uidsOf(
  ask: Asking,
  path: string,
  uid: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const list = numberedList(ask, 'people', { path, key: 'uid', ids: { uid } });
  // Somebody may have gone since being listed.
  const found = await unlessGone(Array.fromAsync(rowsInList(list, signal), ({ row }) => String(row['uid'])));
  return [...new Set(found)].sort();
}
