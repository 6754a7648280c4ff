import { one, paged } from './answer-schema.ts';
import { ApiError } from './api-error.ts';
import {
  CONVERSATION_COLUMNS,
  type Conversation,
  conversationId,
  RECEIVER_TYPES,
  SEQS_OF_USER,
} from './conversation-store.ts';
import { Filter } from './filter.ts';
import { groupJson } from './group-store.ts';
import { groupInPath } from './groups.ts';
import { jsonArray, jsonMember, jsonObject, numberMember, textMember } from './json-text.ts';
import { offsetOf, pageMeta } from './pagination.ts';
import * as param from './param.ts';
import { type Answer, type Call, type Route, route } from './route.ts';
import { userJson } from './user-store.ts';
import { userInPath } from './users.ts';

const TAG = 'Conversations';

/** A conversation as seen by `uid`; without one, a conversation of two users is shown as with the second. */
function conversationJson({ app }: Pick<Call, 'app'>, conversation: Conversation, uid?: string): string {
  const last = app.messages.last(conversation);
  const { kind, peerA, peerB } = conversation;
  let peer: string | undefined;
  if (kind === 'group') {
    const group = app.groups.find(peerA);
    peer = group && groupJson(group, false);
  } else {
    const user = app.users.find(uid === peerB ? peerA : peerB);
    peer = user && userJson(user, false);
  }
  return jsonObject(
    textMember('conversationId', conversationId(conversation)),
    textMember('conversationType', kind),
    // A string in every documented example; counting what is unread comes with the read marks.
    '"unreadMessageCount":"0"',
    numberMember('createdAt', conversation.createdAt),
    numberMember('updatedAt', last?.updatedAt ?? conversation.createdAt),
    jsonMember('lastMessage', last && app.messages.json(last)),
    jsonMember('conversationWith', peer),
  );
}

const listConversations = route({
  method: 'GET',
  path: '/conversations',
  tag: TAG,
  summary: 'List conversations: of the acting user, newest first; without one all of the app, oldest first',
  rate: 'standard',
  behalf: 'optional',
  query: { ...param.PAGE, conversationType: param.oneOf(RECEIVER_TYPES) },
  answers: paged('Conversation'),
  answer: (call) => {
    const { app, query, actor } = call;
    const filter = new Filter();
    if (query.conversationType) filter.where('conversations.kind = ?', query.conversationType);
    if (actor) {
      filter.where(`conversations.seq IN (${SEQS_OF_USER})`, actor.uid, actor.uid, actor.uid);
    }
    const newest = '(SELECT max(sent_at) FROM messages WHERE conversation = conversations.seq)';
    const order = actor ? `${newest} DESC, conversations.seq DESC` : 'conversations.seq';
    const conversations = app.db.all<Conversation>(
      `SELECT ${CONVERSATION_COLUMNS} FROM conversations${filter.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
      ...filter.params,
      query.perPage,
      offsetOf(query),
    );
    const total = app.db.count(`conversations${filter.sql}`, ...filter.params);
    return {
      data: jsonArray(conversations.map((one) => conversationJson(call, one, actor?.uid))),
      meta: pageMeta(query, total, conversations.length),
    };
  },
});

function answerConversation(
  call: Pick<Call, 'app' | 'actor'>,
  conversation: Conversation | undefined,
  id: string,
): Answer {
  if (conversation) return { data: conversationJson(call, conversation, call.actor?.uid) };
  throw new ApiError('ERR_CONVERSATION_NOT_ACCESSIBLE', `The conversation ${id} is not accessible.`);
}

const getUserConversation = route({
  method: 'GET',
  path: '/users/{uid}/conversation',
  tag: TAG,
  summary: 'The conversation between the acting user and the one in the path',
  rate: 'standard',
  behalf: 'required',
  answers: one('Conversation'),
  answer: (call) => {
    const { uid } = userInPath(call);
    const actor = call.actor?.uid ?? '';
    const [peerA = '', peerB = ''] = [actor, uid].sort();
    const id = conversationId({ kind: 'user', peerA, peerB });
    return answerConversation(call, call.app.conversations.find('user', actor, uid), id);
  },
});

const getGroupConversation = route({
  method: 'GET',
  path: '/groups/{guid}/conversation',
  tag: TAG,
  summary: 'The conversation of a group',
  rate: 'standard',
  behalf: 'required',
  answers: one('Conversation'),
  answer: (call) => {
    const { guid } = groupInPath(call);
    return answerConversation(call, call.app.conversations.find('group', '', guid), `group_${guid}`);
  },
});

/** The calls about conversations. */
export const conversationRoutes: readonly Route[] = [
  listConversations,
  getUserConversation,
  getGroupConversation,
];
