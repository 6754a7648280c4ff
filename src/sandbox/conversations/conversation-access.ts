import type { App } from '../app/app.ts';
import type { ActorPathCall, Call } from '../app/route.ts';
import { isParticipant } from '../groups/group-scope.ts';
import { groupInPath } from '../groups/groups.ts';
import type { ConversationState } from '../stores/conversation-state-store.ts';
import { type Conversation, conversationId, type Peers, peersOf } from '../stores/conversation-store.ts';
import type { User } from '../stores/user-store.ts';
import { userInPath } from '../users/users.ts';
import { ApiError } from '../wire/api-error.ts';

/** A conversation, one of its users, and that user's state of it. */
export type UserConversation = {
  readonly app: App;
  readonly uid: string;
  readonly conversation: Conversation;
  readonly state: ConversationState;
};

/** The paths of a conversation: by the other user, and by the group. */
export const PEER_PATHS = ['/users/{uid}', '/groups/{guid}'] as const;

/** The two sides of the conversation that the path names, and the receiver of the acting user's messages. */
export type Sides = Peers & { readonly receiver: string };

/** The acting user. The responder has already refused calls without one. */
export function actorOf({ actor }: Pick<Call, 'actor'>): User {
  if (!actor) throw new Error('the route does not require onBehalfOf');
  return actor;
}

/** The sides of the conversation in the path. Refuses users who are not in the group. */
export function sidesInPath(call: ActorPathCall): Sides {
  const { uid } = actorOf(call);
  if (call.params['guid'] !== undefined) {
    const { guid } = groupInPath(call);
    const peers = peersOf('group', uid, guid);
    if (!call.app.members.findMember(guid, uid)) throw notAccessible(call.app, peers);
    return { ...peers, receiver: guid };
  }
  const { uid: receiver } = userInPath(call);
  return { ...peersOf('user', uid, receiver), receiver };
}

/** The refusal of a conversation that does not exist or that the user may not see. */
function notAccessible(app: App, sides: Peers): ApiError {
  const id = conversationId(sides, app.quirks.conversationIds);
  return new ApiError('ERR_CONVERSATION_NOT_ACCESSIBLE', `The conversation ${id} is not accessible.`);
}

/** The conversation that the path names, for the acting user. */
export function conversationInPath(call: ActorPathCall): UserConversation {
  const { app } = call;
  const sides = sidesInPath(call);
  const { uid } = actorOf(call);
  const conversation = app.conversations.find(sides.kind, uid, sides.receiver);
  const userConversation = conversation && viewedBy(app, conversation, uid);
  if (!userConversation) throw notAccessible(app, sides);
  return userConversation;
}

/** A conversation for one of its users. Undefined after the user has deleted it, until a new message arrives. */
function viewedBy(app: App, conversation: Conversation, uid: string): UserConversation | undefined {
  const state = app.conversationStates.of(conversation.seq, uid);
  const { hiddenTo, visibleFrom, pinnedAt, keptAt } = state;
  const isGone = hiddenTo > 0 && visibleFrom === null && pinnedAt === null && keptAt === null;
  return isGone ? undefined : { app, uid, conversation, state };
}

/**
 * The conversation that an id in the path names. Accepts both forms of ids in either order, and prefers a
 * conversation of the acting user.
 */
export function conversationById(call: ActorPathCall): UserConversation {
  const { app } = call;
  const { uid } = actorOf(call);
  const id = call.params['conversationId'] ?? '';
  const found = app.conversations.resolve(id).flatMap((seq) => app.conversations.get(seq) ?? []);
  const [first] = found;
  if (!first) {
    throw new ApiError('ERR_CONVERSATION_NOT_FOUND', `The conversation ${id} does not exist.`);
  }
  const own = found.find((conversation) => isParticipant(app, conversation, uid));
  const userConversation = own && viewedBy(app, own, uid);
  if (!userConversation) throw notAccessible(app, own ?? first);
  return userConversation;
}
