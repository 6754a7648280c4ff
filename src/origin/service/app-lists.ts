import { type OpenOrigin, OriginError, type OriginList, type OriginRow, type PullSpan } from '../origin.ts';
import type { ServiceAsk, ServicePage } from './app-client.ts';
import { MessagePlaces } from './message-places.ts';
import { FIRST_PAGE, type NumberedPages, type PageRows, pageRowsAt } from './numbered-pages.ts';

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
      paged(ask, 'users', { path: '/users', key: 'uid', query: { withTags: true, withDeactivated: true } }),
      paged(ask, 'conversations', { path: '/groups', key: 'guid', query: { withTags: true } }),
      paged(ask, 'roles', { path: '/roles', key: 'role' }),
      messages(ask, span),
      reactions(ask, span),
      relations(ask, span),
    ],
    listsOf: ({ id }) => [
      paged(ask, 'members', {
        path: '/groups/{guid}/members',
        key: 'uid',
        guid: id,
        query: { withTags: false },
      }),
      paged(ask, 'banned', { path: '/groups/{guid}/bannedusers', key: 'uid', guid: id }),
    ],
  };
}

/** A list by number of page, in full. */
function paged(
  ask: Asking,
  list: string,
  { guid, ...pages }: Pick<NumberedPages, 'path' | 'key' | 'query'> & { readonly guid?: string },
): OriginList {
  const ids = guid === undefined ? {} : { guid };
  return {
    name: list,
    first: FIRST_PAGE,
    async step(at, signal) {
      const { rows, next } = await pageRowsAt(at, { ask, ...pages, ids, perPage: PAGE_MAX }, signal);
      return { rows: rows.map((row) => ofGroup(list, row, guid)), next };
    },
  };
}

const ofGroup = (list: string, row: Row, guid: string | undefined): OriginRow =>
  guid === undefined ? { list, row } : { list, of: guid, row };

/** Filters of the parts that are read one after the other: everything, or what is new and then what has changed. */
function partsOf({ since }: PullSpan): readonly Readonly<Record<string, number>>[] {
  if (since === undefined) return [{}];
  const from = Math.max(0, Math.floor(since / 1_000));
  return [{ 'sentAt[from]': from }, { 'updatedAt[from]': from }];
}

/** All messages of the app, of all conversations, in the order of time. */
function messages(ask: Asking, span: PullSpan): OriginList {
  const places = new MessagePlaces(partsOf(span), span.until);
  return {
    name: 'messages',
    first: places.first,
    ...(span.since === undefined ? {} : { adds: true }),
    async step(at, signal) {
      const asked = { ...places.query(at), limit: PAGE_MAX, affix: 'append', withTags: true };
      const { fresh, next } = places.after(at, await ask.page('/messages', asked, signal), PAGE_MAX);
      return { rows: fresh.map((row) => ({ list: 'messages', row })), next };
    },
  };
}

/** The reactions to each message that has some: all of a message together, with their users. */
function reactions(ask: Asking, span: PullSpan): OriginList {
  const places = new MessagePlaces(partsOf(span), span.until);
  return {
    name: 'reactions',
    first: places.first,
    ...(span.since === undefined ? {} : { adds: true }),
    async step(at, signal) {
      const asked = { ...places.query(at), limit: STEP_MESSAGES, affix: 'append', hasReactions: true };
      const { fresh, next } = places.after(at, await ask.page('/messages', asked, signal), STEP_MESSAGES);
      const found = await Promise.all(
        fresh.filter(hasReactions).map(({ id }) => reactionsOf(ask, String(id), signal)),
      );
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
    const page = await ask
      .page('/messages/{id}/reactions', asked, signal, { id })
      .catch((error: unknown) => nothingIfGone(error));
    const fresh = page.rows.filter((row) => !known.has(row['id']));
    if (fresh.length > 0) {
      const all = fresh.map(({ reaction, uid, reactedAt }) => ({ reaction, uid, reactedAt }));
      found.push({ list: 'reactions', of: id, row: { page: found.length, reactions: all } });
    }
    const last = fresh.at(-1)?.['id'];
    if (fresh.length === 0 || page.rows.length < Math.min(page.size ?? PAGE_MAX, PAGE_MAX)) return found;
    if (last === undefined)
      throw new OriginError('form', 'the reactions of a message have no ids to continue from');
    [cursor, known] = [String(last), new Set(page.rows.map((row) => row['id']))];
  }
}

/** For `catch`: nothing, of somebody or something that has gone since it was listed. */
function nothingIfGone(error: unknown): PageRows & ServicePage {
  if (error instanceof OriginError && error.fault === 'gone') return { rows: [], next: undefined };
  throw error;
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
    ...(since === undefined ? {} : { adds: true }),
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
  const found = new Set<string>();
  const pages = { ask, path, key: 'uid', perPage: PAGE_MAX, ids: { uid } };
  let at: string | undefined = FIRST_PAGE;
  while (at !== undefined) {
    const step: PageRows = await pageRowsAt(at, pages, signal).catch((error: unknown) =>
      nothingIfGone(error),
    );
    for (const row of step.rows) found.add(String(row['uid']));
    at = step.next;
  }
  return [...found].sort();
}
