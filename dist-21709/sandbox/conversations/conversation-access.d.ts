import type { App } from '../app/app.ts';
import type { ActorPathCall, Call } from '../app/route.ts';
import type { ConversationState } from '../stores/conversation-state-store.ts';
import { type Conversation, type Peers } from '../stores/conversation-store.ts';
import type { User } from '../stores/user-store.ts';
/** A conversation, one of its users, and that user's state of it. */
export type UserConversation = {
    readonly app: App;
    readonly uid: string;
    readonly conversation: Conversation;
    readonly state: ConversationState;
};
/** The paths of a conversation: by the other user, and by the group. */
export declare const PEER_PATHS: readonly ['/users/{uid}', '/groups/{guid}'];
/** The two sides of the conversation that the path names, and the receiver of the acting user's messages. */
export type Sides = Peers & {
    readonly receiver: string;
};
/** The acting user. The responder has already refused calls without one. */
export declare function actorOf({ actor }: Pick<Call, 'actor'>): User;
/** The sides of the conversation in the path. Refuses users who are not in the group. */
export declare function sidesInPath(call: ActorPathCall): Sides;
/** The conversation that the path names, for the acting user. */
export declare function conversationInPath(call: ActorPathCall): UserConversation;
/**
 * The conversation that an id in the path names. Accepts both forms of ids in either order, and prefers a
 * conversation of the acting user.
 */
export declare function conversationById(call: ActorPathCall): UserConversation;
