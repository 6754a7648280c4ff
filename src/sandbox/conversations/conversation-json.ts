import type { App } from '../app/app.ts';
import { groupSeenBy } from '../groups/group-view.ts';
import type { ConversationState } from '../stores/conversation-state-store.ts';
import { type Conversation, conversationId } from '../stores/conversation-store.ts';
import { MESSAGE_COLUMNS, MESSAGE_TABLES, type Message, newestFirst } from '../stores/message-store.ts';
import type { User } from '../stores/user-store.ts';
import { userSeenBy } from '../users/user-view.ts';
import { Filter } from '../wire/filter.ts';
import { jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';

/** For whom conversations are shown, and with which tags. */
export type ConversationView = {
  readonly app: App;
  readonly actor: User | undefined;
  readonly withTags: boolean;
  readonly withPeerTags: boolean;
};

/** The message with the highest sentAt, then the highest id, that the user can still see. */
function lastMessage({ app, actor }: ConversationView, { seq }: Conversation): Message | undefined {
  const filter = new Filter();
  filter.where('messages.conversation = ?', seq);
  if (actor) app.conversationStates.visibleTo(filter, actor.uid, seq);
  return app.db.get<Message>(
    `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES}${filter.sql}
     ORDER BY ${newestFirst(app.quirks)} LIMIT 1`,
    ...filter.params,
  );
}

/** The other side. Without an acting user, a conversation between two users shows the second one. */
function peerJson(view: ConversationView, { kind, peerA, peerB }: Conversation): string | undefined {
  const { app, actor, withPeerTags } = view;
  if (kind === 'group') {
    const group = app.groups.find(peerA);
    if (!group) return undefined;
    return withPeerTags ? groupSeenBy(view, group) : groupSeenBy(view, { ...group, tags: null });
  }
  const user = app.users.find(actor?.uid === peerB ? peerA : peerB);
  return user && userSeenBy(app, user, actor?.uid, withPeerTags);
}

/** The members that depend on the acting user. */
function ownMembers(view: ConversationView, { seq }: Conversation): readonly string[] {
  const { app, actor, withTags } = view;
  // Every documented example has a string here.
  if (!actor) return ['"unreadMessageCount":"0"'];
  const state: ConversationState = app.conversationStates.of(seq, actor.uid);
  const unread = app.conversationStates.unreadCount(seq, actor.uid, state);
  return [
    `"unreadMessageCount":"${unread}"`,
    numberMember('pinnedAt', state.pinnedAt),
    jsonMember('tags', withTags ? state.tags : null),
  ];
}

/** The JSON of a conversation in an answer. Its updatedAt is that of its last message. */
export function conversationJson(view: ConversationView, conversation: Conversation): string {
  const last = lastMessage(view, conversation);
  return jsonObject(
    textMember('conversationId', conversationId(conversation, view.app.quirks.conversationIds)),
    textMember('conversationType', conversation.kind),
    ...ownMembers(view, conversation),
    numberMember('createdAt', conversation.createdAt),
    numberMember('updatedAt', last?.updatedAt ?? conversation.createdAt),
    jsonMember('lastMessage', last && view.app.messages.json(last)),
    jsonMember('conversationWith', peerJson(view, conversation)),
  );
}
