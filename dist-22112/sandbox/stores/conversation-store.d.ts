import type { Database } from '../storage/database.ts';
/** The two kinds of receivers, and of conversations. */
export declare const RECEIVER_TYPES: readonly ['user', 'group'];
/** A user or a group. */
export type ReceiverType = (typeof RECEIVER_TYPES)[number];
/**
 * A conversation. `user`: peerA and peerB are the two uids in ascending order. `group`: peerA is the guid and
 * peerB is empty. The pair is the key, not the id text: uids may contain `_user_`, so two pairs can have the same
 * id.
 */
export type Conversation = {
    readonly seq: number;
    readonly kind: ReceiverType;
    readonly peerA: string;
    readonly peerB: string;
    readonly createdAt: number;
};
/** The sides of a conversation, which may not exist. */
export type Peers = Pick<Conversation, 'kind' | 'peerA' | 'peerB'>;
/** The columns of a Conversation, for statements that read one. */
export declare const CONVERSATION_COLUMNS = "conversations.seq, conversations.kind, conversations.peer_a AS peerA,\n  conversations.peer_b AS peerB, conversations.created_at AS createdAt";
/** The numbers of a user's conversations with other users and of its groups. Parameter: the uid, three times. */
export declare const SEQS_OF_USER = "SELECT seq FROM conversations WHERE kind = 'user' AND peer_a = ?\n  UNION SELECT seq FROM conversations WHERE kind = 'user' AND peer_b = ?\n  UNION SELECT conversations.seq FROM members CROSS JOIN conversations ON kind = 'group' AND peer_a = members.guid\n    WHERE members.uid = ? AND members.is_banned = 0";
/** The form of the id of a conversation of two users: as specified, or short as in the vendor's examples. */
export type ConversationIdForm = 'specified' | 'short';
/** The id: `user_<a>_user_<b>` ascending (short: `<a>_user_<b>`), or `group_<guid>`. */
export declare function conversationId({ kind, peerA, peerB }: Peers, form?: ConversationIdForm): string;
/** The conversations of the app. A conversation exists from its first message on. */
export declare class ConversationStore {
    #private;
    /** Reads and writes the given data file. */
    constructor(db: Database);
    /** The conversation between a sender and a receiver, if it exists. */
    find(kind: ReceiverType, sender: string, receiver: string): Conversation | undefined;
    /** The number of the conversation between a sender and a receiver. Creates it if necessary. */
    seqOf(kind: ReceiverType, sender: string, receiver: string, createdAt: number): number;
    /** A conversation by its number. */
    get(seq: number): Conversation | undefined;
    /** The numbers that `read` gives, cached under the key until the next write. */
    remembered(key: string, read: () => readonly number[]): readonly number[];
    /** Removes a conversation without messages. A new message creates it again. */
    remove({ seq, kind, peerA, peerB }: Conversation): void;
    /** Every conversation that an id text can mean. More than one only if uids contain `_user_`. */
    resolve(id: string): readonly number[];
}
/** The two sides of the conversation between a sender and a receiver. */
export declare function peersOf(kind: ReceiverType, sender: string, receiver: string): Peers;
