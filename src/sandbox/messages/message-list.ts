import type { SQLInputValue } from 'node:sqlite';
import { conversationRules } from '../app/app-settings.ts';
import type { Call, RouteAnswer } from '../app/route.ts';
import type { Message } from '../stores/message.ts';
import { MESSAGE_COLUMNS, MESSAGE_TABLES } from '../stores/message-store.ts';
import type { User } from '../stores/user-store.ts';
import { type AnswerSchema, cursored } from '../wire/answer-schema.ts';
import { messageNotFound } from '../wire/api-error.ts';
import { Filter } from '../wire/filter.ts';
import { exact, INTEGER, listOf, TEXT, wordOf } from '../wire/json-schema.ts';
import { cursorAnswer, edgeOf, offsetOf, type PageQuery, pageMeta } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { addFilters, FILTERS } from './message-filters.ts';
import { mentionView, messagesJson } from './message-views.ts';

/** Answer to `count` and `unread` together instead of messages. */
const COUNT = exact({ entityType: wordOf(['user', 'group']), entityId: TEXT, count: INTEGER });

/** A list of messages, or the counts by user and group. */
export const LISTED: AnswerSchema = {
  ...cursored('Message'),
  data: { anyOf: [cursored('Message').data, listOf(COUNT)] },
  sometimesBare: true,
};

/** The parameters of every list of messages. */
export const LIST = {
  limit: param.number(1, param.MAX_PAGE),
  perPage: param.number(1, param.MAX_PAGE),
  affix: param.oneOf(['append', 'prepend']),
  id: param.number(0, 1e12),
  sentAt: param.time,
  ...FILTERS,
  count: param.flag,
  withTags: param.flag,
  mentionsWithTagInfo: param.flag,
  mentionsWithBlockedInfo: param.flag,
} as const;

/** The parameters of lists that can also be read page by page. */
export const PAGED_LIST = { ...LIST, page: param.number(1, 1_000_000_000) } as const;

type Query = param.ParamValues<typeof LIST> & { readonly page?: number | undefined };

/**
 * Part of a call that its list needs. `viewer` is the user whose unread messages are meant.
 * @default the acting user
 */
type Listing = Pick<Call<Query>, 'app' | 'query' | 'actor'> & { readonly viewer?: User | undefined };

/** The conversations of a list: all, one, or those whose numbers a statement gives. */
export type MessageScope = {
  readonly filter: Filter;
  readonly across?: { readonly seqs: string; readonly params: readonly string[] };
};

/** A list of the given conversations, usually of one. */
export function scopeOf(seqs: readonly number[]): MessageScope {
  if (seqs.length !== 1) {
    return acrossConversations('SELECT value AS seq FROM json_each(?)', JSON.stringify(seqs));
  }
  return { filter: new Filter('messages.conversation = ?', seqs[0] ?? 0) };
}

/** A list of the conversations whose numbers the statement gives as `seq`. */
export function acrossConversations(seqs: string, ...params: readonly string[]): MessageScope {
  return { filter: new Filter('messages.conversation = mine.seq'), across: { seqs, params } };
}

/** The tables and conditions of a list, with their parameters. */
function tablesOf({ filter, across }: MessageScope): {
  readonly from: string;
  readonly params: SQLInputValue[];
} {
  const mine = across ? `(${across.seqs}) AS mine CROSS JOIN ` : '';
  return {
    from: `${mine}${MESSAGE_TABLES}${filter.sql}`,
    params: [...(across?.params ?? []), ...filter.params],
  };
}

/**
 * The messages of a page. Across conversations, the page of each conversation is read through its index first. So
 * one conversation with a million messages costs the same as a thousand with few.
 */
function read(
  app: Call['app'],
  scope: MessageScope,
  { perPage, page }: PageQuery,
  direction: 'ASC' | 'DESC',
): Message[] {
  const { filter, across } = scope;
  const order = `ORDER BY messages.sent_at ${direction}, messages.id ${direction} LIMIT ?`;
  const { from, params } = across
    ? {
        from: `${MESSAGE_TABLES} WHERE messages.id IN (
          SELECT nearest.id FROM (${across.seqs}) AS mine CROSS JOIN messages AS nearest ON nearest.id IN (
            SELECT messages.id FROM ${MESSAGE_TABLES}${filter.sql} ${order}))`,
        params: [...across.params, ...filter.params, perPage * page],
      }
    : tablesOf(scope);
  return app.db.all<Message>(
    `SELECT ${MESSAGE_COLUMNS} FROM ${from} ${order} OFFSET ?`,
    ...params,
    perPage,
    offsetOf({ perPage, page }),
  );
}

/** Restricts a list to messages beyond its cursor: a message id, a time, or both. */
function addCursor({ app, query }: Listing, filter: Filter, older: boolean): void {
  const { id } = query;
  let { sentAt } = query;
  if (id !== undefined && sentAt === undefined) {
    sentAt = app.messages.find(id)?.sentAt;
    if (sentAt === undefined) throw messageNotFound();
  }
  if (sentAt === undefined) return;
  const operator = `${older ? '<' : '>'}${app.quirks.inclusive ? '=' : ''}`;
  if (id === undefined) filter.where(`messages.sent_at ${operator} ?`, sentAt);
  else filter.where(`(messages.sent_at, messages.id) ${operator} (?, ?)`, sentAt, id);
}

/** True if the answer has `meta.pagination`: the query has `page`, or `perPage` without `limit`. */
function isPaged({ limit, perPage, page }: Query): boolean {
  return page !== undefined || (perPage !== undefined && limit === undefined);
}

/**
 * A page of messages, oldest first: those after the cursor (`affix=append`, the default) or the last before it
 * (`affix=prepend`). Order: sentAt, then id. `scope` restricts the list; `pages` allows pages by number.
 */
export function listMessagesIn(call: Listing, scope: MessageScope, pages = false): RouteAnswer {
  const { app, query, actor } = call;
  const limit = query.limit ?? query.perPage ?? app.quirks.messageLimit;
  const affix = query.affix ?? 'append';
  const older = affix === 'prepend';
  addFilters(call, query, scope.filter, call.viewer ?? actor);
  if (query.count && query.unread) {
    if (conversationRules(app).replies !== 'unread') scope.filter.where('messages.parent_id IS NULL');
    return countByPeer(call, scope);
  }
  addCursor(call, scope.filter, older);
  const page = { perPage: limit, page: pages ? (query.page ?? 1) : 1 };
  const messages = read(app, scope, page, older ? 'DESC' : 'ASC');
  if (older) messages.reverse();
  const { withTags } = query;
  const data = messagesJson(app, messages, actor, { withTags, mention: mentionView(app, actor, query) });
  const edge = edgeOf(messages, limit, older, app.quirks.nextAtEnd);
  const { from, params } = tablesOf(scope);
  const total = () => app.db.count(from, ...params);
  if (pages && isPaged(query)) {
    const cursor = edge ? `,"cursor":{"id":${edge.id},"affix":"${affix}"}` : '';
    return { data, meta: `${pageMeta(page, total(), messages.length).slice(0, -1)}${cursor}}` };
  }
  const current = { limit, count: messages.length, ...(query.count && { total: total() }) };
  return cursorAnswer(data, current, edge && { affix, sentAt: edge.sentAt, id: String(edge.id) });
}

type Counted = { readonly entityType: string; readonly entityId: string; readonly count: number };

/** The numbers of unread messages by group and by other user, in the form that the vendor's client library reads. */
function countByPeer({ app, actor, viewer }: Listing, scope: MessageScope): RouteAnswer {
  const { from, params } = tablesOf(scope);
  const counts = app.db.all<Counted>(
    `SELECT conversations.kind AS entityType,
       iif(conversations.peer_a = ?, conversations.peer_b, conversations.peer_a) AS entityId, count(*) AS count
     FROM ${from} GROUP BY messages.conversation ORDER BY messages.conversation`,
    (viewer ?? actor)?.uid ?? '',
    ...params,
  );
  return { data: JSON.stringify(counts) };
}
