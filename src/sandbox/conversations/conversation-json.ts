import type { App } from '../app/app.ts';
import {
  type ConversationRules,
  conversationRules,
  lastMessageCondition,
  unreadCondition,
} from '../app/app-settings.ts';
import type { ActorCall, RouteAnswer } from '../app/route.ts';
import { groupSeenBy } from '../groups/group-list.ts';
import type { ConversationState } from '../stores/conversation-state-store.ts';
import { type Conversation, conversationId } from '../stores/conversation-store.ts';
import { MESSAGE_COLUMNS, MESSAGE_TABLES, type Message, newestFirst } from '../stores/message-store.ts';
import { SYSTEM_USER, type User } from '../stores/user-store.ts';
import { userSeenBy } from '../users/user-list.ts';
import { Filter } from '../wire/filter.ts';
import { jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { appPinnedAt } from './app-pins.ts';

/** For whom conversations are shown, and with which tags. */
export type ConversationView = {
  readonly app: App;
  readonly actor: User | undefined;
  readonly withTags: boolean;
  readonly withPeerTags: boolean;
  readonly rules: ConversationRules;
};

/** The message with the highest sentAt, then the highest id, that the user can still see, of those that can be the last. */
export function lastMessage(
  { app, actor, rules }: Pick<ConversationView, 'app' | 'actor' | 'rules'>,
  { seq }: Conversation,
): Message | undefined {
  const filter = new Filter('messages.conversation = ?', seq);
  if (actor) app.conversationStates.visibleTo(filter, actor.uid, seq);
  return app.db.get<Message>(
    `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES}${filter.sql}${lastMessageCondition(rules)}
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
function ownMembers(
  view: ConversationView,
  conversation: Conversation,
  state: ConversationState | undefined,
): readonly string[] {
  const { app, actor, withTags } = view;
  // Every documented example has a string here.
  if (!actor || !state) return ['"unreadMessageCount":"0"'];
  const { seq, kind, peerA, peerB } = conversation;
  const unread = app.conversationStates.unreadCount(seq, actor.uid, state, unreadCondition(view.rules));
  const byApp = appPinnedAt(app, kind, peerB === actor.uid || kind === 'group' ? peerA : peerB);
  const pinnedAt = byApp ?? state.pinnedAt;
  return [
    `"unreadMessageCount":"${unread}"`,
    textMember('lastReadMessageId', view.app.conversationStates.lastRead(seq, state)),
    numberMember('pinnedAt', pinnedAt),
    pinnedAt === null ? '' : textMember('pinnedBy', byApp === undefined ? actor.uid : SYSTEM_USER.uid),
    jsonMember('tags', withTags ? state.tags : null),
  ];
}

/** The answer with a conversation as the acting user sees it. */
export function conversationAnswer({ app, actor }: ActorCall, conversation: Conversation): RouteAnswer {
  const view = { app, actor, withTags: true, withPeerTags: false, rules: conversationRules(app) };
  return { data: conversationJson(view, conversation) };
}

/** The JSON of a conversation in an answer. Its updatedAt is that of its last message. */
export function conversationJson(view: ConversationView, conversation: Conversation): string {
  const last = lastMessage(view, conversation);
  const state = view.actor && view.app.conversationStates.of(conversation.seq, view.actor.uid);
  return jsonObject(
    textMember('conversationId', conversationId(conversation, view.app.quirks.conversationIds)),
    textMember('conversationType', conversation.kind),
    ...ownMembers(view, conversation, state),
    numberMember('createdAt', conversation.createdAt),
    numberMember('updatedAt', last?.updatedAt ?? state?.keptAt ?? conversation.createdAt),
    jsonMember('lastMessage', last && view.app.messages.json(last)),
    jsonMember('conversationWith', peerJson(view, conversation)),
  );
}
