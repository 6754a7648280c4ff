import { type OpenOrigin, OriginError, type OriginList, type OriginRow, type PullSpan } from '../origin.ts';
import type { ServiceAsk } from './app-client.ts';
import { MessagePlaces } from './message-places.ts';

type Row = OriginRow['row'];

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
 * @param begin messages from here on, milliseconds since 1970
 */
export function serviceLists(ask: ServiceAsk, begin?: number): Pick<OpenOrigin, 'tops' | 'listsOf'> {
  return {
    tops: (span) => [
      paged(ask, 'users', '/users', { withTags: true, withDeactivated: true }),
      paged(ask, 'conversations', '/groups', { withTags: true }),
      paged(ask, 'roles', '/roles'),
      messages(ask, span, begin),
      reactions(ask, span, begin),
      relations(ask, span),
    ],
    listsOf: ({ id }) => [
      paged(ask, 'members', '/groups/{guid}/members', { withTags: false }, id),
      paged(ask, 'banned', '/groups/{guid}/bannedusers', {}, id),
    ],
  };
}

/** A place in a list by number of page. */
type PagePlace = {
  readonly page: number;
  /** The rows before it. */
  readonly rows: number;
  /** The beginning of the page before: a list that shows the same again does not know pages. */
  readonly before?: string | undefined;
  /** True if the list is read a second time, because rows went away meanwhile and others took their place on earlier pages. */
  readonly again?: boolean;
};

/** A list by number of page, in full. */
function paged(
  ask: ServiceAsk,
  list: string,
  path: string,
  query: Readonly<Record<string, boolean>> = {},
  guid?: string,
): OriginList {
  return {
    name: list,
    first: JSON.stringify({ page: 1, rows: 0 } satisfies PagePlace),
    async step(at, signal) {
      const place = JSON.parse(at) as PagePlace;
      const ids = guid === undefined ? {} : { guid };
      const asked = { ...query, perPage: PAGE_MAX, page: place.page };
      const { rows, size, total = 0 } = await ask.page(path, asked, signal, ids);
      const before = JSON.stringify(rows[0]);
      if (before !== undefined && before === place.before)
        throw new OriginError('form', `${path} answers with the same page ${place.page} as before`);
      const seen = place.rows + rows.length;
      const isLast = rows.length === 0 || (size !== undefined && rows.length < Math.min(size, PAGE_MAX));
      return { rows: rows.map((row) => ofGroup(list, row, guid)), next: next() };

      function next(): string | undefined {
        const { page, again = false } = place;
        if (!isLast) return JSON.stringify({ page: page + 1, rows: seen, before, again } satisfies PagePlace);
        return seen < total && !again
          ? JSON.stringify({ page: 1, rows: 0, again: true } satisfies PagePlace)
          : undefined;
      }
    },
  };
}

const ofGroup = (list: string, row: Row, guid: string | undefined): OriginRow =>
  guid === undefined ? { list, row } : { list, of: guid, row };

/** Filters of the parts that are read one after the other: everything, or what is new and then what has changed. */
function partsOf(
  { since }: PullSpan,
  begin: number | undefined,
): readonly Readonly<Record<string, number>>[] {
  if (since === undefined) return [begin === undefined ? {} : { 'sentAt[from]': Math.floor(begin / 1_000) }];
  const from = Math.max(0, Math.floor(since / 1_000));
  return [{ 'sentAt[from]': from }, { 'updatedAt[from]': from }];
}

/** All messages of the app, of all conversations, in the order of time. */
function messages(ask: ServiceAsk, span: PullSpan, begin: number | undefined): OriginList {
  const places = new MessagePlaces(partsOf(span, begin), span.until);
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
function reactions(ask: ServiceAsk, span: PullSpan, begin: number | undefined): OriginList {
  const places = new MessagePlaces(partsOf(span, begin), span.until);
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

function hasReactions({ data }: Row): boolean {
  const found = (data as Row | null | undefined)?.['reactions'];
  return Array.isArray(found) && found.length > 0;
}

/** A row for each page: they may be as many as a group has members. */
async function reactionsOf(ask: ServiceAsk, id: string, signal: AbortSignal): Promise<readonly OriginRow[]> {
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
function nothingIfGone(error: unknown): { readonly rows: readonly Row[]; readonly size?: number } {
  if (error instanceof OriginError && error.fault === 'gone') return { rows: [] };
  throw error;
}

/** Any other id is none: the row of that user is rejected, and it stands in no address. */
const UID = /^[A-Za-z0-9_-]{1,100}$/;

/** A place among the users. */
type UserPlace = { readonly page: number; readonly from: number };

/** Friends and blocks of each user, all of one together. No record of a user says whether there are any. */
function relations(ask: ServiceAsk, { since }: PullSpan): OriginList {
  // Where few are asked for, large pages find them; else each step asks for the users of a small one.
  const perPage = since === undefined ? STEP_USERS : PAGE_MAX;
  const isMeant = ({ uid, updatedAt, createdAt }: Row): boolean =>
    typeof uid === 'string' &&
    UID.test(uid) &&
    (since === undefined || (millisecondsOf(updatedAt ?? createdAt) ?? 0) >= since);
  return {
    name: 'relations',
    first: JSON.stringify({ page: 1, from: 0 } satisfies UserPlace),
    ...(since === undefined ? {} : { adds: true }),
    async step(at, signal) {
      const { page, from } = JSON.parse(at) as UserPlace;
      const { rows, size } = await ask.page('/users', { perPage, page }, signal);
      const meant = [...rows.entries()].filter(([place, user]) => place >= from && isMeant(user));
      const now = meant.slice(0, STEP_USERS);
      const found = await Promise.all(
        now.map(async ([, { uid }]) => {
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
      const isLast = rows.length === 0 || (size !== undefined && rows.length < Math.min(size, perPage));
      return { rows: found.flat(), next: next() };

      function next(): string | undefined {
        const [after] = meant[STEP_USERS] ?? [];
        if (after !== undefined) return JSON.stringify({ page, from: after } satisfies UserPlace);
        return isLast ? undefined : JSON.stringify({ page: page + 1, from: 0 } satisfies UserPlace);
      }
    },
  };
}

async function uidsOf(
  ask: ServiceAsk,
  path: string,
  uid: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = new Set<string>();
  for (let page = 1; ; page++) {
    const { rows, size } = await ask
      .page(path, { perPage: PAGE_MAX, page }, signal, { uid })
      .catch((error: unknown) => nothingIfGone(error));
    const before = found.size;
    for (const row of rows) found.add(String(row['uid']));
    if (found.size === before || (size !== undefined && rows.length < Math.min(size, PAGE_MAX)))
      return [...found].sort();
  }
}
