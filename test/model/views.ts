import {
  type Conversation,
  type Group,
  type Message,
  type Peers,
  pair,
  type ServiceModel,
  sorted,
  type User,
} from './service-model.ts';

type Json = Record<string, unknown>;

/** The specification's form of a conversation id. */
export const conversationId = ({ kind, a, b }: Peers): string =>
  kind === 'group' ? `group_${a}` : `user_${a}_user_${b}`;

/** A user as it is. */
export const userView = (user: User, withTags = true): Json => ({
  ...user,
  status: 'offline',
  tags: withTags ? user.tags : undefined,
});

/** A user as another one sees it: what is private is left out, and how the two stand is added. */
export function userSeenBy(model: ServiceModel, user: User, viewer?: string, withTags = true): Json {
  const view = userView(user, withTags);
  if (viewer === undefined || viewer === user.uid) return view;
  const { '@private': _, ...open } = user.metadata ?? {};
  const byMe = model.blocks.get(pair(viewer, user.uid));
  const me = model.blocks.get(pair(user.uid, viewer));
  const [a, b] = sorted(user.uid, viewer);
  return {
    ...view,
    metadata:
      user.metadata?.['@private'] !== undefined && Object.keys(open).length === 0
        ? undefined
        : user.metadata && open,
    blockedByMe: byMe === undefined ? undefined : true,
    blockedByMeAt: byMe,
    hasBlockedMe: me === undefined ? undefined : true,
    blockedAt: byMe ?? me,
    conversationId: conversationId({ kind: 'user', a, b }),
  };
}

/** A group, with what a user is in it. */
export function groupView(model: ServiceModel, group: Group, viewer?: string, withTags = true): Json {
  const { password: _, isHistoric: __, people, ...shown } = group;
  const member = model.member(group.guid, viewer);
  return {
    ...shown,
    tags: withTags ? group.tags : undefined,
    membersCount: [...people.values()].filter(({ isBanned }) => !isBanned).length,
    conversationId: `group_${group.guid}`,
    scope: member?.scope,
    joinedAt: member?.joinedAt,
    hasJoined: member ? true : undefined,
  };
}

/** A user inside a message; one that is gone keeps its uid. */
function userEntity(model: ServiceModel, uid: string): Json {
  const user = model.known(uid);
  if (!user) return { uid };
  const { name, avatar, role, createdAt } = user;
  return { uid, name, avatar, status: 'offline', role, createdAt: createdAt || undefined };
}

/** A user or group inside a message. */
export function entity(model: ServiceModel, kind: 'user' | 'group', id: string): Json {
  const group = model.groups.get(id);
  if (kind === 'user') return { entity: userEntity(model, id), entityType: kind };
  const { name, icon, type, owner } = group ?? {};
  return { entity: { guid: id, name, icon, type, owner }, entityType: kind };
}

/** The receiver of a message also tells the conversation. */
const inConversation = ({ entity, ...rest }: Json, id: string): Json => ({
  ...rest,
  entity: { ...(entity as Json), conversationId: id },
});

export const receiverOf = ({ kind, sender, a, b }: Pick<Message, 'kind' | 'sender' | 'a' | 'b'>): string =>
  kind === 'user' && sender === a ? b : a;

function mentionsOf(model: ServiceModel, { text }: Json): Json | undefined {
  const uids = [...String(text ?? '').matchAll(/<@uid:([A-Za-z0-9_-]+)>/g)].map((found) =>
    (found[1] ?? '').toLowerCase(),
  );
  const known = uids.filter((uid) => model.known(uid));
  return known.length === 0
    ? undefined
    : Object.fromEntries(known.map((uid) => [uid, userEntity(model, uid)]));
}

/** Reactions counted, in the order each first came; `reactedByMe` where somebody looks. */
function reactionsOf({ reactions }: Message, viewer?: string): readonly Json[] | undefined {
  const counted = new Map<string, { reaction: string; count: number; reactedByMe?: boolean }>();
  for (const key of reactions.keys()) {
    const [reaction = '', uid] = key.split(' ');
    const one = counted.get(reaction) ?? { reaction, count: 0, ...(viewer && { reactedByMe: false }) };
    one.count += 1;
    if (uid === viewer) one.reactedByMe = true;
    counted.set(reaction, one);
  }
  return counted.size === 0 ? undefined : [...counted.values()];
}

export type MessageLook = {
  readonly viewer?: string | undefined;
  readonly withTags?: boolean;
  readonly withReactions?: boolean;
};

/** A message. Actions carry what they are about as it was then. */
export function messageView(model: ServiceModel, message: Message, look: MessageLook = {}): Json {
  const { a: _, b: __, kind, counts: ___, reactions: ____, id, parentId, data, ...shown } = message;
  const replies = [...model.messages.values()].filter(
    (one) => one.parentId === id && one.deletedAt === undefined,
  ).length;
  const receiver = receiverOf(message);
  return {
    ...shown,
    id: String(id),
    conversationId: conversationId(message),
    receiverType: kind,
    receiver,
    tags: look.withTags === false ? undefined : message.tags,
    parentId: parentId === undefined ? undefined : String(parentId),
    replyCount: replies === 0 ? undefined : replies,
    data:
      message.category === 'action'
        ? data
        : {
            ...data,
            mentions: mentionsOf(model, data),
            reactions: look.withReactions === false ? undefined : reactionsOf(message, look.viewer),
            entities: {
              sender: entity(model, 'user', message.sender),
              receiver: inConversation(entity(model, kind, receiver), conversationId(message)),
            },
          },
  };
}

/** Whether a user has not read a message: its own count never, nor those that were deleted. Notices are not marked. */
export function isUnread(model: ServiceModel, message: Message, uid: string): boolean {
  const { id, sender, counts, deletedAt, category } = message;
  const state = model.state(message, uid);
  if (sender === uid || deletedAt !== undefined) return false;
  const isMarked = category !== 'action' && state?.markedUnread.has(id) === true;
  return isMarked || (counts && !state?.read.has(id));
}

/** How many messages of a conversation a user has not read; replies are unread in their threads alone. */
export const unreadCount = (model: ServiceModel, conversation: Conversation, uid: string): number =>
  model
    .history(conversation, uid)
    .filter((message) => message.parentId === undefined && isUnread(model, message, uid)).length;

/** The last message of a conversation that a user sees: what says that another was edited or deleted is none. */
export const lastOf = (model: ServiceModel, conversation: Conversation, uid?: string): Message | undefined =>
  model
    .history(conversation, uid)
    .findLast(({ category, type }) => category !== 'action' || type !== 'message');

/** The message up to which a user has read a conversation; nothing if the user has read none. */
function lastRead(model: ServiceModel, conversation: Conversation, uid: string): string | undefined {
  const { read, markedUnread } = model.state(conversation, uid) ?? {
    read: new Set(),
    markedUnread: new Set(),
  };
  const ids = model.history(conversation, uid).map(({ id }) => id);
  const last = Math.max(0, ...ids.filter((id) => read.has(id) && !markedUnread.has(id)));
  return last === 0 ? undefined : String(last);
}

/** A conversation as one of its users sees it, or, without one, as the app does: then as with the second. */
export function conversationView(
  model: ServiceModel,
  conversation: Conversation,
  viewer?: string,
  withTags = true,
): Json {
  const { kind, a, b, createdAt } = conversation;
  const last = lastOf(model, conversation, viewer);
  const group = model.groups.get(a);
  const peer = model.known(viewer === b ? a : b);
  return {
    conversationId: conversationId(conversation),
    conversationType: kind,
    unreadMessageCount: viewer === undefined ? '0' : String(unreadCount(model, conversation, viewer)),
    lastReadMessageId: viewer === undefined ? undefined : lastRead(model, conversation, viewer),
    createdAt,
    updatedAt: last?.updatedAt ?? createdAt,
    lastMessage: last && messageView(model, last, { withReactions: false }),
    tags: withTags ? model.state(conversation, viewer)?.tags : undefined,
    conversationWith:
      kind === 'group'
        ? group && groupView(model, group, viewer, false)
        : peer && userSeenBy(model, peer, viewer, false),
  };
}
