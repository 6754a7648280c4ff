import type { Database } from '../storage/database.ts';
import type { Filter } from '../wire/filter.ts';

/** What one user has done with a conversation; without a row everything is 0 or null. */
export type ConversationState = {
  /** The highest message id that the user's deletes of the conversation hide. */
  readonly hiddenTo: number;
  /** The earliest sentAt of what came after that; null while nothing has. */
  readonly visibleFrom: number | null;
  readonly readTo: number;
  readonly deliveredTo: number;
  /** Messages from this id on, up to the other, count as unread whether or not they did when they came. */
  readonly unreadFrom: number | null;
  readonly unreadTo: number | null;
  /** JSON text. */
  readonly tags: string | null;
  readonly pinnedAt: number | null;
};

const NO_STATE: ConversationState = {
  hiddenTo: 0,
  visibleFrom: null,
  readTo: 0,
  deliveredTo: 0,
  unreadFrom: null,
  unreadTo: null,
  tags: null,
  pinnedAt: null,
};

/** What is left to read: a notice of what happened, or the place of a deleted message, is never unread. */
export const READABLE = `messages.category <> 'action' AND messages.deleted_at IS NULL`;

/** The columns of a ConversationState that a user's own calls write. */
const WRITABLE = {
  hiddenTo: 'hidden_to',
  visibleFrom: 'visible_from',
  readTo: 'read_to',
  deliveredTo: 'delivered_to',
  unreadFrom: 'unread_from',
  unreadTo: 'unread_to',
  tags: 'tags',
  pinnedAt: 'pinned_at',
} as const;

/** Keeps `visible_from` up with what arrives. Made with the first delete, because it costs every message that is written. */
const KEEP_VISIBLE_FROM = `CREATE TRIGGER IF NOT EXISTS message_after_delete AFTER INSERT ON messages BEGIN
  UPDATE conversation_states SET visible_from = min(ifnull(visible_from, NEW.sent_at), NEW.sent_at)
  WHERE conversation = NEW.conversation AND hidden_to > 0;
END`;

/** What users have done with their conversations. */
export class ConversationStateStore {
  readonly #db: Database;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    this.#db = db;
  }

  /** What the user has done with the conversation of this number. */
  of(conversation: number, uid: string): ConversationState {
    const state = this.#db.get<ConversationState>(
      `SELECT hidden_to AS hiddenTo, visible_from AS visibleFrom, read_to AS readTo, delivered_to AS deliveredTo,
         unread_from AS unreadFrom, unread_to AS unreadTo, tags, pinned_at AS pinnedAt
       FROM conversation_states WHERE conversation = ? AND uid = ?`,
      conversation,
      uid,
    );
    return state ?? NO_STATE;
  }

  /** Changes some of it. */
  change(conversation: number, uid: string, changes: Partial<ConversationState>): void {
    this.#db.run(
      'INSERT OR IGNORE INTO conversation_states (conversation, uid) VALUES (?, ?)',
      conversation,
      uid,
    );
    for (const [name, column] of Object.entries(WRITABLE)) {
      const value = changes[name as keyof ConversationState];
      if (value === undefined) continue;
      this.#db.run(
        `UPDATE conversation_states SET ${column} = ? WHERE conversation = ? AND uid = ?`,
        value,
        conversation,
        uid,
      );
    }
  }

  /** Finds anew where the list starts for those who had deleted the conversation, when messages of it are gone. */
  recomputeVisibleFrom(conversation: number): void {
    this.#db.run(
      `UPDATE conversation_states SET visible_from =
         (SELECT min(sent_at) FROM messages WHERE conversation = ? AND id > hidden_to)
       WHERE conversation = ? AND hidden_to > 0`,
      conversation,
      conversation,
    );
  }

  /** Forgets what all users have done with a conversation. */
  remove(conversation: number): void {
    this.#db.run('DELETE FROM conversation_states WHERE conversation = ?', conversation);
  }

  /**
   * Leaves out of a list of messages what the user has deleted; `conversation` is the number of the one that the list is
   * restricted to, if it is one: the list then starts where something is left to see.
   */
  visibleTo(filter: Filter, uid: string, conversation?: number): void {
    if (conversation !== undefined) {
      const { hiddenTo, visibleFrom } = this.of(conversation, uid);
      if (hiddenTo === 0) return;
      filter.where(
        'messages.sent_at >= ? AND messages.id > ?',
        visibleFrom ?? Number.MAX_SAFE_INTEGER,
        hiddenTo,
      );
      return;
    }
    const any = 'SELECT 1 FROM conversation_states WHERE uid = ? AND hidden_to > 0 LIMIT 1';
    if (this.#db.get(any, uid) === undefined) return;
    filter.where(
      `messages.id > ifnull((SELECT hidden_to FROM conversation_states
         WHERE conversation = messages.conversation AND uid = ?), 0)`,
      uid,
    );
  }

  /** Hides a conversation, as it is now, from one of its users, with everything that the user has done with it. */
  hide(conversation: number, uid: string): void {
    this.#db.run(KEEP_VISIBLE_FROM);
    const now = this.highestId();
    this.change(conversation, uid, { ...NO_STATE, hiddenTo: now, readTo: now, deliveredTo: now });
  }

  /** The highest id of any message. */
  highestId(): number {
    return this.#db.get<{ id: number | null }>('SELECT max(id) AS id FROM messages')?.id ?? 0;
  }

  /** How many messages of a conversation count as unread for the user. */
  unreadCount(
    conversation: number,
    uid: string,
    { readTo, unreadFrom, unreadTo }: ConversationState,
  ): number {
    const marked = this.#db.get<{ total: number }>(
      'SELECT count(*) AS total FROM messages WHERE conversation = ? AND unread = 1 AND id > ? AND sender <> ?',
      conversation,
      readTo,
      uid,
    );
    if (unreadFrom === null) return marked?.total ?? 0;
    // Rare: what had been read or imported is counted as well, which walks the conversation.
    const again = this.#db.count(
      `messages WHERE conversation = ? AND unread = 0 AND id BETWEEN ? AND ? AND id > ? AND sender <> ? AND ${READABLE}`,
      conversation,
      unreadFrom,
      unreadTo,
      readTo,
      uid,
    );
    return (marked?.total ?? 0) + again;
  }

  /** How many conversations the user has pinned. */
  countPinned(uid: string): number {
    const counted = this.#db.get<{ total: number }>(
      'SELECT count(*) AS total FROM conversation_states WHERE uid = ? AND pinned_at IS NOT NULL',
      uid,
    );
    return counted?.total ?? 0;
  }

  /** Restricts a list of messages to those that count as unread for the user. */
  unreadBy(filter: Filter, uid: string): void {
    filter.where('messages.sender <> ?', uid);
    filter.where(
      `EXISTS (SELECT 1 FROM (SELECT 1) LEFT JOIN conversation_states AS mine
         ON mine.conversation = messages.conversation AND mine.uid = ?
       WHERE messages.id > ifnull(mine.read_to, 0)
         AND (messages.unread = 1 OR (messages.id BETWEEN mine.unread_from AND mine.unread_to AND ${READABLE})))`,
      uid,
    );
  }
}
