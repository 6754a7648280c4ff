import { ApiError, invalid } from './api-error.ts';
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
import { pageMeta, readPage } from './pagination.ts';
import type { Answer, Call } from './route.ts';
import { userJson } from './user-store.ts';
import { userInPath } from './users.ts';

/** A conversation as seen by `uid`; without one, a conversation of two users is shown as with the second. */
function conversationJson({ app }: Call, conversation: Conversation, uid?: string): string {
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

/** GET /conversations: of the acting user, newest first; without one all of the app, oldest first. */
export function listConversations(call: Call): Answer {
  const { app, query, actor } = call;
  const page = readPage(query);
  const filter = new Filter();
  const type = query.get('conversationType');
  if (type) {
    if (!RECEIVER_TYPES.some((known) => known === type)) {
      throw invalid({ conversationType: ['The selected conversationType is invalid.'] });
    }
    filter.where('conversations.kind = ?', type);
  }
  if (actor) {
    filter.where(`conversations.seq IN (${SEQS_OF_USER})`, actor.uid, actor.uid, actor.uid);
  }
  const newest = '(SELECT max(sent_at) FROM messages WHERE conversation = conversations.seq)';
  const order = actor ? `${newest} DESC, conversations.seq DESC` : 'conversations.seq';
  const conversations = app.db.all<Conversation>(
    `SELECT ${CONVERSATION_COLUMNS} FROM conversations${filter.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...filter.params,
    page.perPage,
    page.offset,
  );
  const total = app.db.count(`conversations${filter.sql}`, ...filter.params);
  return {
    data: jsonArray(conversations.map((conversation) => conversationJson(call, conversation, actor?.uid))),
    meta: pageMeta(page, total, conversations.length),
  };
}

function answerConversation(call: Call, conversation: Conversation | undefined, id: string): Answer {
  if (conversation) return { data: conversationJson(call, conversation, call.actor?.uid) };
  throw new ApiError('ERR_CONVERSATION_NOT_ACCESSIBLE', `The conversation ${id} is not accessible.`);
}

/** GET /users/{uid}/conversation: between the acting user and the one in the path. */
export function getUserConversation(call: Call): Answer {
  const { uid } = userInPath(call);
  const actor = call.actor?.uid ?? '';
  const [peerA = '', peerB = ''] = [actor, uid].sort();
  const id = conversationId({ kind: 'user', peerA, peerB });
  return answerConversation(call, call.app.conversations.find('user', actor, uid), id);
}

/** GET /groups/{guid}/conversation */
export function getGroupConversation(call: Call): Answer {
  const { guid } = groupInPath(call);
  return answerConversation(call, call.app.conversations.find('group', '', guid), `group_${guid}`);
}
