import type { ReceiverType } from './conversation-store.ts';
/** A message as stored, with its conversation. `data` and `tags` are JSON text. */
export type Message = {
    readonly id: number;
    readonly conversation: number;
    readonly kind: ReceiverType;
    readonly peerA: string;
    readonly peerB: string;
    readonly muid: string | null;
    readonly sender: string;
    readonly category: string;
    readonly type: string;
    readonly data: string;
    readonly tags: string | null;
    readonly sentAt: number;
    readonly deliveredAt: number | null;
    readonly readAt: number | null;
    readonly updatedAt: number;
    /** The message whose thread it is part of. */
    readonly parentId: number | null;
    readonly replyCount: number;
    readonly editedAt: number | null;
    readonly editedBy: string | null;
    readonly deletedAt: number | null;
    readonly deletedBy: string | null;
    readonly pinnedAt: number | null;
    readonly pinnedBy: string | null;
    /** The message that it quotes. */
    readonly quotedId: number | null;
    /** The mentioned users, as a JSON list of uids; null if its text says that. */
    readonly mentioned: string | null;
};
/** The state of a new message, and what most messages do not have. */
export declare const NEW_STATE: {
    readonly muid: null;
    readonly tags: null;
    readonly deliveredAt: null;
    readonly readAt: null;
    readonly parentId: null;
    readonly replyCount: 0;
    readonly editedAt: null;
    readonly editedBy: null;
    readonly deletedAt: null;
    readonly deletedBy: null;
    readonly pinnedAt: null;
    readonly pinnedBy: null;
    readonly quotedId: null;
    readonly mentioned: null;
};
/**
 * A message before it is stored. The store adds id and conversation.
 * @default what is absent has its value in NEW_STATE
 */
export type NewMessage = Pick<Message, 'sender' | 'category' | 'type' | 'data' | 'sentAt'> & Partial<Pick<Message, 'muid' | 'tags' | 'deliveredAt' | 'readAt' | 'parentId' | 'quotedId' | 'mentioned'>> & {
    readonly receiverType: ReceiverType;
    readonly receiver: string;
    /** True if the message counts as unread until its receiver has read it. */
    readonly unread: boolean;
};
