import { ApiError, invalid } from './api-error.ts';
import { RECEIVER_TYPES } from './conversation-store.ts';
import type { Filter } from './filter.ts';
import { jsonArray } from './json-text.ts';
import { MESSAGE_COLUMNS, MESSAGE_TABLES, type Message } from './message-store.ts';
import { MAX_PAGE, queryList, queryNumber } from './pagination.ts';
import type { Answer, Call } from './route.ts';
import { normalId } from './validation.ts';

/** The default page of messages; the documentation prints 100 in one place and 10 in another. */
const DEFAULT_LIMIT = 100;

/** Adds the filters that every list of messages has. */
function addFilters({ query }: Call, filter: Filter): void {
  const sender = query.get('sender');
  if (sender !== null) filter.where('messages.sender = ?', normalId(sender) ?? '');
  const receiverType = query.get('receiverType');
  if (receiverType !== null) {
    if (!RECEIVER_TYPES.some((type) => type === receiverType)) {
      throw invalid({ receiverType: ['The selected receiverType is invalid.'] });
    }
    filter.where('conversations.kind = ?', receiverType);
  }
  filter.oneOf('messages.category', [...queryList(query, 'category'), ...queryList(query, 'categories')]);
  filter.oneOf('messages.type', [...queryList(query, 'type'), ...queryList(query, 'types')]);
  const from = queryTime(query, 'fromTimestamp');
  const to = queryTime(query, 'toTimestamp');
  if (from === undefined) return;
  filter.where('messages.sent_at >= ?', from);
  // Documented: toTimestamp is ignored without fromTimestamp.
  if (to !== undefined) filter.where('messages.sent_at <= ?', to);
}

function queryTime(query: URLSearchParams, name: string): number | undefined {
  return query.get(name) ? queryNumber(query, name, 0, 9_999_999_999) : undefined;
}

/** Restricts a list to what lies beyond its cursor: a message id, a time, or both. */
function addCursor({ app, query }: Call, filter: Filter, older: boolean): void {
  const id = query.get('id') ? queryNumber(query, 'id', 0, 1e12) : undefined;
  let sentAt = queryTime(query, 'sentAt');
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
export function listMessagesIn(call: Call, scope: Filter): Answer {
  const { app, query } = call;
  const limit = queryNumber(query, query.get('limit') ? 'limit' : 'perPage', DEFAULT_LIMIT, MAX_PAGE);
  const affix = query.get('affix') || 'append';
  if (affix !== 'append' && affix !== 'prepend') throw invalid({ affix: ['The selected affix is invalid.'] });
  const older = affix === 'prepend';
  addFilters(call, scope);
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
