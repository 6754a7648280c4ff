import { ApiError } from './api-error.ts';
import { RECEIVER_TYPES } from './conversation-store.ts';
import type { Filter } from './filter.ts';
import { jsonArray } from './json-text.ts';
import { MESSAGE_COLUMNS, MESSAGE_TABLES, type Message } from './message-store.ts';
import * as param from './param.ts';
import type { Answer, Call } from './route.ts';
import { normalId } from './validation.ts';

/** The default page of messages; the documentation prints 100 in one place and 10 in another. */
const DEFAULT_LIMIT = 100;

/** The parameters of every list of messages. */
export const LIST = {
  limit: param.number(1, param.MAX_PAGE),
  perPage: param.number(1, param.MAX_PAGE),
  affix: param.oneOf(['append', 'prepend']),
  id: param.number(0, 1e12),
  sentAt: param.time,
  conversationId: param.text,
  sender: param.text,
  receiverType: param.oneOf(RECEIVER_TYPES),
  category: param.list,
  categories: param.list,
  type: param.list,
  types: param.list,
  fromTimestamp: param.time,
  toTimestamp: param.time,
} as const;

type Query = param.ParamValues<typeof LIST>;

/** Adds the filters that every list of messages has. */
function addFilters(query: Query, filter: Filter): void {
  if (query.sender !== undefined) filter.where('messages.sender = ?', normalId(query.sender) ?? '');
  if (query.receiverType !== undefined) filter.where('conversations.kind = ?', query.receiverType);
  filter.oneOf('messages.category', [...query.category, ...query.categories]);
  filter.oneOf('messages.type', [...query.type, ...query.types]);
  if (query.fromTimestamp === undefined) return;
  filter.where('messages.sent_at >= ?', query.fromTimestamp);
  // Documented: toTimestamp is ignored without fromTimestamp.
  if (query.toTimestamp !== undefined) filter.where('messages.sent_at <= ?', query.toTimestamp);
}

/** Restricts a list to what lies beyond its cursor: a message id, a time, or both. */
function addCursor({ app, query }: Pick<Call<Query>, 'app' | 'query'>, filter: Filter, older: boolean): void {
  const { id } = query;
  let { sentAt } = query;
  if (id !== undefined && sentAt === undefined) {
    sentAt = app.messages.find(id)?.sentAt;
    if (sentAt === undefined) {
      throw new ApiError('ERR_MESSAGE_ID_NOT_FOUND', `The message with id ${id} does not exist.`);
    }
  }
  if (sentAt === undefined) return;
  const operator = `${older ? '<' : '>'}${app.quirks.inclusive ? '=' : ''}`;
  if (id === undefined) filter.where(`messages.sent_at ${operator} ?`, sentAt);
  else filter.where(`(messages.sent_at, messages.id) ${operator} (?, ?)`, sentAt, id);
}

/**
 * A page of messages, oldest first: those after the cursor (`affix=append`, the default) or the nearest
 * before it (`affix=prepend`). Order: sentAt, then id. `scope` restricts the list to a conversation or user.
 */
export function listMessagesIn(call: Pick<Call<Query>, 'app' | 'query'>, scope: Filter): Answer {
  const { app, query } = call;
  const limit = query.limit ?? query.perPage ?? DEFAULT_LIMIT;
  const affix = query.affix ?? 'append';
  const older = affix === 'prepend';
  addFilters(query, scope);
  addCursor(call, scope, older);
  const direction = older ? 'DESC' : 'ASC';
  const messages = app.db.all<Message>(
    `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES}${scope.sql}
     ORDER BY messages.sent_at ${direction}, messages.id ${direction} LIMIT ?`,
    ...scope.params,
    limit,
  );
  if (older) messages.reverse();
  const edge = messages.at(older ? 0 : -1);
  return {
    data: jsonArray(messages.map((message) => app.messages.json(message))),
    meta: JSON.stringify({
      current: { limit, count: messages.length },
      // A page that is not full is the last one, so there is nothing to point at.
      ...(edge && messages.length === limit && { next: { affix, sentAt: edge.sentAt, id: String(edge.id) } }),
    }),
  };
}

/** Restricts a list to conversations; one of them is the usual case and is read through its index. */
export function inConversations(filter: Filter, seqs: readonly number[]): void {
  if (seqs.length === 1) filter.where('messages.conversation = ?', seqs[0] ?? 0);
  else filter.where('messages.conversation IN (SELECT value FROM json_each(?))', JSON.stringify(seqs));
}
