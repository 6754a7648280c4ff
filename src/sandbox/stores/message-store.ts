import type { Quirks } from '../quirks/quirks.ts';
import type { Database } from '../storage/database.ts';
import { Table } from '../storage/table.ts';
import { parseJson } from '../wire/json-text.ts';
import { isObject, LIMITS } from '../wire/validation.ts';
import { peersOf } from './conversation-store.ts';
import type { GroupStore } from './group-store.ts';
import { type Message, NEW_STATE, type NewMessage } from './message.ts';
import { type Entities, type MessageView, messageJson } from './message-json.ts';
import type { UserStore } from './user-store.ts';

export type { Message, NewMessage } from './message.ts';

/** The columns that the store of messages writes: all of a new message, and those of a message that can change. */
const ADDED = new Table<Omit<Message, 'kind' | 'peerA' | 'peerB'> & { readonly unread: number }>(
  'messages',
  `id, conversation, sentAt, muid, sender, category, type, data, tags, deliveredAt, readAt, updatedAt, parentId,
    unread, quotedId, mentioned`,
);
const CHANGED = new Table<Message>(
  'messages',
  `id, data, tags, updatedAt, editedAt, editedBy, deletedAt, deletedBy, pinnedAt, pinnedBy, mentioned, replyCount,
    conversation, muid, sender, category, type, sentAt, deliveredAt, readAt, parentId, quotedId`,
  'replyCount, conversation, muid, sender, category, type, sentAt, deliveredAt, readAt, parentId, quotedId',
);

/** The columns of a Message, for statements that join `messages` with `conversations`. */
export const MESSAGE_COLUMNS = `${CHANGED.columns}, conversations.kind, conversations.peer_a AS peerA,
  conversations.peer_b AS peerB`;

/** The join for MESSAGE_COLUMNS. CROSS makes `messages` the outer table, so that its indexes give the order. */
export const MESSAGE_TABLES =
  'messages CROSS JOIN conversations ON conversations.seq = messages.conversation';

/** The tables of what users have done with messages. It is removed with the messages. */
export const LEFT_ON_MESSAGES = [
  'reactions',
  'saved_messages',
  'thread_subscriptions',
  'interactions',
] as const;

/**
 * One more than the highest id ever given. After a removal of the newest messages, `keepNextId` must have stored
 * it.
 */
const NEXT_ID = `SELECT max(ifnull((SELECT max(id) + 1 FROM messages), 1),
  ifnull((SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'next message id'), 1)) AS id`;

/** The order in which the last message of a conversation comes first: by time, or by id with a switch. */
export const newestFirst = ({ lastMessage }: Pick<Quirks, 'lastMessage'>): string =>
  lastMessage === 'id' ? 'messages.id DESC' : 'messages.sent_at DESC, messages.id DESC';

/** The messages of the app. Ids are one increasing sequence over all conversations. No id is given twice. */
export class MessageStore {
  readonly #db: Database;
  readonly #entities: Entities;
  readonly #hasPreviews: boolean;
  #nextId: number;

  /** `users` and `groups` give the entities in answers. `quirks` give the forms of ids. */
  constructor(db: Database, users: UserStore, groups: GroupStore, quirks: Quirks) {
    this.#db = db;
    this.#entities = {
      users,
      groups,
      form: quirks.conversationIds,
      numberIds: quirks.numberIds,
      mentionsMax: quirks.mentions === 'cut' ? LIMITS.mentions : undefined,
    };
    this.#hasPreviews = quirks.extensions === 'linkpreview';
    this.#nextId = db.value(NEXT_ID) ?? 1;
    db.onRestored(() => {
      this.#nextId = db.value(NEXT_ID) ?? 1;
    });
  }

  /** The id of the first message that carries this muid. */
  idOfMuid(muid: string): number | undefined {
    return this.#db.value('SELECT id FROM messages WHERE muid = ? LIMIT 1', muid);
  }

  /** Adds a message to the conversation with the given number. Returns it as stored. */
  insert(given: NewMessage, conversation: number): Message {
    const message = this.#hasPreviews ? { ...given, data: withLinkPreview(given) } : given;
    const made = this.#made(message, conversation);
    ADDED.insert(this.#db, { ...made, unread: message.unread ? 1 : 0 });
    return made;
  }

  /** A message with an id of its own that is in no conversation. */
  unsaved(message: NewMessage): Message {
    const made = this.#made(message, 0);
    this.keepNextId();
    return made;
  }

  #made({ receiverType, receiver, unread: _, ...message }: NewMessage, conversation: number): Message {
    const id = this.#nextId;
    this.#nextId += 1;
    const peers = peersOf(receiverType, message.sender, receiver);
    return { ...NEW_STATE, updatedAt: message.sentAt, ...message, id, conversation, ...peers };
  }

  /** A message by id. */
  find(id: number): Message | undefined {
    return this.#db.get<Message>(
      `SELECT ${MESSAGE_COLUMNS} FROM ${MESSAGE_TABLES} WHERE messages.id = ?`,
      id,
    );
  }

  /** The JSON of a message in an answer. */
  json(message: Message, view?: MessageView): string {
    return messageJson(this.#entities, message, view);
  }

  /** Updates all columns of a message that can change. A deleted message is no longer unread. */
  update(message: Message): void {
    CHANGED.update(this.#db, message);
    if (message.deletedAt !== null) this.#db.run('UPDATE messages SET unread = 0 WHERE id = ?', message.id);
  }

  /** Removes a message. Replies to it stay; a reply no longer counts. */
  remove(id: number): void {
    this.keepNextId();
    this.removeMarks(id);
    this.uncountReply(id);
    this.#db.run('DELETE FROM messages WHERE id = ?', id);
  }

  /** Stores the next id before messages are removed. After a restart the remaining messages would not show it. */
  keepNextId(): void {
    const sql = `INSERT OR REPLACE INTO settings (name, value) VALUES ('next message id', ?)`;
    this.#db.run(sql, String(this.#nextId));
  }

  /** Removes reactions, marks and interactions of a message. */
  removeMarks(id: number): void {
    for (const table of LEFT_ON_MESSAGES) {
      this.#db.run(`DELETE FROM ${table} WHERE message = ?`, id);
    }
  }

  /** Makes a message count as unread or as read. False if it did already. */
  setUnread(id: number, unread: boolean): boolean {
    const sql = 'UPDATE messages SET unread = ? WHERE id = ? AND unread <> ? AND deleted_at IS NULL';
    const value = unread ? 1 : 0;
    return this.#db.run(sql, value, id, value) > 0;
  }

  /** Adds one to the number of replies of a message. */
  countReply(parentId: number): void {
    this.#db.run('UPDATE messages SET reply_count = reply_count + 1 WHERE id = ?', parentId);
  }

  /** Takes a message out of the replies of its thread. One that is deleted or blocked is not among them already. */
  uncountReply(id: number): void {
    this.#db.run(
      `UPDATE messages SET reply_count = max(0, reply_count - 1) WHERE id = (
         SELECT parent_id FROM messages WHERE id = ? AND parent_id IS NOT NULL AND deleted_at IS NULL
           AND NOT EXISTS (SELECT 1 FROM moderation_records WHERE message = messages.id AND hidden = 1))`,
      id,
    );
  }
}

const LINK = /https?:\/\/[^\s<>"]+/gu;
/** The most links of a message that have a preview. */
const LINKS_MAX = 5;

/**
 * Adds what the extension for previews of links adds to a text message with links: `metadata["@injected"]`. It fetches
 * nothing here, so the title is the host.
 */
function withLinkPreview({ category, type, data }: NewMessage): string {
  if (category !== 'message' || type !== 'text' || !data.includes('://')) return data;
  const content = parseJson(data) as Record<string, unknown>;
  const { text, metadata } = content;
  const urls = typeof text === 'string' ? (text.match(LINK) ?? []).filter((url) => URL.canParse(url)) : [];
  if (urls.length === 0) return data;
  const links = [...new Set(urls)].slice(0, LINKS_MAX).map((url) => {
    const { origin, hostname } = new URL(url);
    return { url, title: hostname, description: '', image: '', favicon: `${origin}/favicon.ico` };
  });
  const before = isObject(metadata) ? metadata : {};
  const injected = isObject(before['@injected']) ? before['@injected'] : {};
  const extensions = isObject(injected['extensions']) ? injected['extensions'] : {};
  const added = { ...injected, extensions: { ...extensions, 'link-preview': { links } } };
  return JSON.stringify({ ...content, metadata: { ...before, '@injected': added } });
}
