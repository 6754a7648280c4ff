import type { Data } from './entity.ts';
/** A key that is equal for all messages of one conversation; not the service's conversation id. */
export declare function conversationOf(message: Data): string;
/** The other side of a conversation, as one of its users sees it. */
export type Peer = {
    readonly entity: 'users' | 'groups';
    readonly id: string;
};
/**
 * Reads the service's id of a conversation for one of its users: `group_<guid>`, or `<uid>_user_<uid>` in either order. Ids may
 * hold `_user_` themselves, so the user must be known.
 * @returns undefined if the user is no part of the conversation
 */
export declare function peerOf(conversation: string, uid: string): Peer | undefined;
/** The id of the conversation of a user with a peer; that of two users is the same for both. */
export declare const conversationWith: ({ entity, id }: Peer, uid: string) => string;
/** Divides a key of a conversation and one of its users; undefined if it is none. */
export declare function sideOf(key: string): {
    readonly uid: string;
    readonly peer: Peer;
} | undefined;
