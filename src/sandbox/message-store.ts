import { type Conversation, conversationId, type ReceiverType } from './conversation-store.ts';
import type { Database } from './database.ts';
import type { GroupStore } from './group-store.ts';
import { jsonMember, numberMember, textMember } from './json-text.ts';
import type { UserStore } from './user-store.ts';

/** A message as stored, with the conversation it is part of; `data` and `tags` are JSON text. */
export type Message = {
  readonly id: number;
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
};

/** What a sender decides about a message; the store adds id and conversation. */
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
  /** Whether it counts as unread until its receiver has read it. */
  readonly unread: boolean;
};

/** The columns of a Message, for statements that join `messages` with `conversations`. */
export const MESSAGE_COLUMNS = `messages.id, conversations.kind, conversations.peer_a AS peerA,
  conversations.peer_b AS peerB, messages.muid, messages.sender, messages.category, messages.type,
  messages.data, messages.tags, messages.sent_at AS sentAt, messages.delivered_at AS deliveredAt,
  messages.read_at AS readAt, messages.updated_at AS updatedAt,
  messages.parent_id AS parentId, messages.reply_count AS replyCount, messages.edited_at AS editedAt,
  messages.edited_by AS editedBy, messages.deleted_at AS deletedAt, messages.deleted_by AS deletedBy,
  messages.pinned_at AS pinnedAt`;

/** The join that MESSAGE_COLUMNS needs; CROSS keeps `messages` outside, so that its indexes give the order. */
export const MESSAGE_TABLES =
  'messages CROSS JOIN conversations ON conversations.seq = messages.conversation';

/** What a message becomes only later. */
const UNTOUCHED = {
  replyCount: 0,
  editedAt: null,
  editedBy: null,
  deletedAt: null,
  deletedBy: null,
  pinnedAt: null,
} as const;

/** The uid or guid that a message went to. */
export function receiverOf(message: Pick<Message, 'kind' | 'peerA' | 'peerB' | 'sender'>): string {
  return message.kind === 'user' && message.sender === message.peerA ? message.peerB : message.peerA;
}

/** The messages of the app. Ids are one increasing sequence over all conversations. */
export class MessageStore {
  readonly #db: Database;
  readonly #users: UserStore;
  readonly #groups: GroupStore;
  #nextId: number;

  /** `users` and `groups` provide the entities that answers carry. */
  constructor(db: Database, users: UserStore, groups: GroupStore) {
    this.#db = db;
    this.#users = users;
    this.#groups = groups;
    this.#nextId = (db.get<{ id: number | null }>('SELECT max(id) AS id FROM messages')?.id ?? 0) + 1;
  }

  /** Whether any message carries this muid. */
  hasMuid(muid: string): boolean {
    return this.#db.get('SELECT 1 FROM messages WHERE muid = ?', muid) !== undefined;
  }

  /** Adds a message to the conversation with the given number and returns it as stored. */
  insert(message: NewMessage, conversation: number): Message {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#db.run(
      `INSERT INTO messages (id, conversation, sent_at, muid, sender, category, type, data, tags, delivered_at,
         read_at, updated_at, parent_id, unread) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      conversation,
      message.sentAt,
      message.muid,
      message.sender,
      message.category,
      message.type,
      message.data,
      message.tags,
      message.deliveredAt,
      message.readAt,
      message.updatedAt,
      message.parentId,
      message.unread ? 1 : 0,
    );
    const { receiverType: kind, receiver, sender } = message;
    const [peerA, peerB] = kind === 'group' ? [receiver, ''] : [sender, receiver].sort();
    return { ...message, ...UNTOUCHED, id, kind, peerA: peerA ?? '', peerB: peerB ?? '' };
  }

  /** A message by id. */
  find(id: number): Message | undefined {
    return this.#db.get<Message>(
      `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES} WHERE messages.id = ?`,
      id,
    );
  }

  /** The message that a conversation shows as its last: the highest sentAt, then the highest id. */
  last(conversation: Conversation): Message | undefined {
    return this.#db.get<Message>(
      `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES} WHERE messages.conversation = ?
       ORDER BY messages.sent_at DESC, messages.id DESC LIMIT 1`,
      conversation.seq,
    );
  }

  /** A message as the API answers it. */
  json(message: Message): string {
    const receiver = receiverOf(message);
    const members = [
      `{"id":"${message.id}"`,
      message.muid === null ? '' : `"muid":${JSON.stringify(message.muid)}`,
      // Ids are letters, digits, - and _ only, so they need no escaping; this is the busiest line of the sandbox.
      `"conversationId":"${conversationId(message)}","sender":"${message.sender}","receiverType":"${message.kind}"`,
      `"receiver":"${receiver}","category":"${message.category}","type":${JSON.stringify(message.type)}`,
      `"data":${this.#dataJson(message, receiver)}`,
      `"sentAt":${message.sentAt}`,
      numberMember('deliveredAt', message.deliveredAt),
      numberMember('readAt', message.readAt),
      `"updatedAt":${message.updatedAt}`,
      jsonMember('tags', message.tags),
      message.parentId === null ? '' : `"parentId":"${message.parentId}"`,
      message.replyCount === 0 ? '' : `"replyCount":${message.replyCount}`,
      numberMember('editedAt', message.editedAt),
      textMember('editedBy', message.editedBy),
      numberMember('deletedAt', message.deletedAt),
      textMember('deletedBy', message.deletedBy),
      numberMember('pinnedAt', message.pinnedAt),
    ];
    return `${members.filter((member) => member !== '').join(',')}}`;
  }

  /** The stored data with the sender and the receiver as entities; action messages bring their own. */
  #dataJson(message: Message, receiver: string): string {
    if (message.category === 'action') return message.data;
    const receiverEntity =
      message.kind === 'group' ? this.#groups.entityJson(receiver) : this.#users.entityJson(receiver);
    const entities =
      `"entities":{"sender":{"entity":${this.#users.entityJson(message.sender)},"entityType":"user"},` +
      `"receiver":{"entity":${receiverEntity},"entityType":"${message.kind}"}}}`;
    return message.data === '{}' ? `{${entities}` : `${message.data.slice(0, -1)},${entities}`;
  }
}
