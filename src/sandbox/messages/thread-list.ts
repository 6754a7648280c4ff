import type { App } from '../app/app.ts';
import { type ApiRoute, type Call, routeOf } from '../app/route.ts';
import { type ReceiverType, SEQS_OF_USER } from '../stores/conversation-store.ts';
import { MENTION_START } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import { MESSAGE_COLUMNS, MESSAGE_TABLES } from '../stores/message-store.ts';
import type { User } from '../stores/user-store.ts';
import { cursored } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import { Filter } from '../wire/filter.ts';
import { jsonMember, numberMember } from '../wire/json-text.ts';
import { cursorAnswer, edgeOf } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { normalId } from '../wire/validation.ts';
import { messagesJson } from './message-views.ts';

const route = routeOf({ tag: 'Messages' });

const QUERY = {
  limit: param.number(1, param.MAX_PAGE),
  affix: param.oneOf(['append', 'prepend']),
  updatedAt: param.time,
  participatedByMe: param.flag,
  withUnreadReplyCount: param.flag,
  withMentionCount: param.flag,
  uid: param.text,
  guid: param.text,
  subscribed: param.flag,
} as const;

type Query = param.ParamValues<typeof QUERY>;
type Listing = Pick<Call<Query>, 'app' | 'actor' | 'query'>;

/** The default of this list alone; other lists of messages follow a switch. */
const DEFAULT_LIMIT = 100;

/** When a thread changed: its message, or its last reply that is not deleted. */
const CHANGED_AT = `max(messages.updated_at, ifnull((SELECT max(reply.sent_at) FROM messages AS reply
  WHERE reply.parent_id = messages.id AND reply.deleted_at IS NULL
    AND reply.id NOT IN (SELECT message FROM moderation_records WHERE hidden = 1)), 0))`;

/** The number of the conversation with a user or group that a query names. 0 if there is none. */
const seqOf = (app: App, kind: ReceiverType, uid: string, other: string | undefined): number =>
  (other !== undefined && app.conversations.find(kind, uid, normalId(other) ?? '')?.seq) || 0;

/** Restricts the list to conversations of the user, to threads it takes part in, and to threads it follows. */
function limitToActor(filter: Filter, { app, query }: Listing, uid: string): void {
  // The plus prevents the use of the index of conversations: far fewer messages have replies.
  filter.where(`+messages.conversation IN (${SEQS_OF_USER})`, uid, uid, uid);
  if (query.uid !== undefined || query.guid !== undefined) {
    const seqs = [seqOf(app, 'user', uid, query.uid), seqOf(app, 'group', '', query.guid)];
    filter.where('+messages.conversation IN (?, ?)', ...seqs);
  }
  if (query.participatedByMe) {
    filter.where(
      `(messages.sender = ? OR EXISTS (SELECT 1 FROM messages AS reply
         WHERE reply.parent_id = messages.id AND reply.sender = ?))`,
      uid,
      uid,
    );
  }
  if (query.subscribed) {
    filter.where('messages.id IN (SELECT message FROM thread_subscriptions WHERE uid = ?)', uid);
  }
  app.conversationStates.visibleTo(filter, uid);
}

/** Parameters that need a user on whose behalf the call is. */
const OWN = ['participatedByMe', 'withUnreadReplyCount', 'withMentionCount', 'subscribed', 'uid'] as const;

function filterOf(listing: Listing, older: boolean): Filter {
  const { app, actor, query } = listing;
  const filter = new Filter('messages.reply_count > 0');
  if (actor) limitToActor(filter, listing, actor.uid);
  else {
    const own = OWN.find((name) => query[name] !== undefined && query[name] !== false);
    if (own) throw invalid({ [own]: [`The ${own} needs the onBehalfOf header.`] });
    if (query.guid !== undefined) {
      filter.where('+messages.conversation = ?', seqOf(app, 'group', '', query.guid));
    }
  }
  // Threads can change in the same second, and no id tells them apart, so the boundary is repeated.
  if (query.updatedAt !== undefined) filter.where(`${CHANGED_AT} ${older ? '<=' : '>='} ?`, query.updatedAt);
  return filter;
}

/** Counts the replies that are unread for the user; with `mention`, those that mention it. */
function unreadReplies({ db }: App, thread: Message, uid: string, mention: boolean): number {
  const mentioned = `AND instr(lower(json_extract(data, '$.text')), '${MENTION_START}${uid}>') > 0`;
  return db.count(
    `messages WHERE parent_id = ?1 AND unread = 1 AND sender <> ?2
       AND deleted_at IS NULL AND id > ifnull((SELECT read_to FROM conversation_states
         WHERE conversation = ?3 AND uid = ?2), 0) ${mention ? mentioned : ''}`,
    thread.id,
    uid,
    thread.conversation,
  );
}

/** The last reply that the viewer can see. */
function lastReply(app: App, { id }: Message, viewer: User | undefined): string | undefined {
  const filter = new Filter('messages.parent_id = ? AND messages.deleted_at IS NULL', id);
  if (viewer) app.conversationStates.visibleTo(filter, viewer.uid);
  const reply = app.db.get<Message>(
    `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES}${filter.sql}
     ORDER BY messages.sent_at DESC, messages.id DESC LIMIT 1`,
    ...filter.params,
  );
  return reply && app.messages.json(reply);
}

/** The members of a thread besides those of its message. */
function threadMembers(app: App, thread: Message, query: Query, viewer: User | undefined): readonly string[] {
  const count = (isAsked: boolean, mention: boolean) =>
    isAsked && viewer ? unreadReplies(app, thread, viewer.uid, mention) : undefined;
  return [
    jsonMember('lastReply', lastReply(app, thread, viewer)),
    numberMember('unreadRepliesCount', count(query.withUnreadReplyCount, false)),
    numberMember('unreadMentionsCount', count(query.withMentionCount, true)),
  ];
}

/** The list of threads. */
export const threadListRoutes: readonly ApiRoute[] = [
  route('GET /threads', {
    summary:
      'List the messages with replies, of the app or of the acting user, by their last change: from the oldest, ' +
      'or with `affix=prepend` from the newest',
    behalf: 'optional',
    query: QUERY,
    answers: cursored('Message'),
    answer: (call) => {
      const { app, actor, query } = call;
      const { limit = DEFAULT_LIMIT, affix = 'append' } = query;
      const older = affix === 'prepend';
      const filter = filterOf(call, older);
      const direction = older ? 'DESC' : 'ASC';
      // The time of the last change is the updatedAt of a thread, so readers can go on from any row.
      const threads = app.db.all<Message>(
        `SELECT ${MESSAGE_COLUMNS}, ${CHANGED_AT} AS updatedAt FROM ${MESSAGE_TABLES}${filter.sql}
       ORDER BY ${CHANGED_AT} ${direction}, messages.id ${direction} LIMIT ?`,
        ...filter.params,
        limit,
      );
      const edge = edgeOf(threads, limit, false, app.quirks.nextAtEnd);
      return cursorAnswer(
        messagesJson(app, threads, actor, {}, (thread) => threadMembers(app, thread, query, actor)),
        { limit, count: threads.length },
        edge && { affix, updatedAt: edge.updatedAt },
      );
    },
  }),
];
