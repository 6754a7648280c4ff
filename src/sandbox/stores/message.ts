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

/** A message before it is stored. The store adds id and conversation. */
export type NewMessage = Pick<
  Message,
  | 'muid'
  | 'sender'
  | 'category'
  | 'type'
  | 'data'
  | 'tags'
  | 'sentAt'
  | 'deliveredAt'
  | 'readAt'
  | 'updatedAt'
  | 'parentId'
> & {
  readonly receiverType: ReceiverType;
  readonly receiver: string;
  /**
   * The message that it quotes.
   * @default null
   */
  readonly quotedId?: number | null;
  /**
   * The mentioned users, as a JSON list of uids.
   * @default null
   */
  readonly mentioned?: string | null;
  /** True if the message counts as unread until its receiver has read it. */
  readonly unread: boolean;
};
