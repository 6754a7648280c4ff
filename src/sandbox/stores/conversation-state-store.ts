import { columnOf, Table } from '../storage/table.ts';
import type { Filter } from '../wire/filter.ts';
import { Store } from './store.ts';

/** State of a conversation for one user: what it has read, pinned or hidden. Without a row everything is 0 or null. */
export type ConversationState = {
  /** The highest message id that the user's deletes hide. */
  readonly hiddenTo: number;
  /** The earliest sentAt of the messages after that. Null while there are none. */
  readonly visibleFrom: number | null;
  readonly readTo: number;
  readonly deliveredTo: number;
  /** Messages between these two ids count as unread, whether or not they arrived as unread. */
  readonly unreadFrom: number | null;
  readonly unreadTo: number | null;
  /** JSON text. */
  readonly tags: string | null;
  readonly pinnedAt: number | null;
  /** The updatedAt that the conversation keeps in the list after a reset. */
  readonly keptAt: number | null;
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
  keptAt: null,
};

const STATES = new Table<ConversationState>('conversation_states', Object.keys(NO_STATE).join(', '));
const FIND = `SELECT ${STATES.columns} FROM conversation_states WHERE conversation = ? AND uid = ?`;

/** Messages that moderation keeps from nobody. */
export const NOT_BLOCKED = `NOT EXISTS (SELECT 1 FROM moderation_records AS record
  WHERE record.message = messages.id AND record.hidden = 1)`;

/** Messages that can be unread: no action messages, no deleted messages, none that moderation blocks. */
export const READABLE = `messages.category <> 'action' AND messages.deleted_at IS NULL AND ${NOT_BLOCKED}`;

/**
 * Updates `visible_from` for new messages. Created with the first delete, because it slows every write of a
 * message.
 */
const KEEP_VISIBLE_FROM = `CREATE TRIGGER IF NOT EXISTS message_after_delete AFTER INSERT ON messages BEGIN
  UPDATE conversation_states SET visible_from = min(ifnull(visible_from, NEW.sent_at), NEW.sent_at)
  WHERE conversation = NEW.conversation AND hidden_to > 0;
END`;

/** The states of users in their conversations. */
export class ConversationStateStore extends Store {
  /** The state of a user in the conversation of this number. */
  of(conversation: number, uid: string): ConversationState {
    return this.db.get<ConversationState>(FIND, conversation, uid) ?? NO_STATE;
  }

  /** Changes some columns of a state. */
  change(conversation: number, uid: string, changes: Partial<ConversationState>): void {
    this.db.run(
      'INSERT OR IGNORE INTO conversation_states (conversation, uid) VALUES (?, ?)',
      conversation,
      uid,
    );
    const columns = Object.keys(changes).map((name) => `${columnOf(name)} = ?`);
    const sql = `UPDATE conversation_states SET ${columns.join(', ')} WHERE conversation = ? AND uid = ?`;
    this.db.run(sql, ...Object.values(changes), conversation, uid);
  }

  /** True if moderation keeps any message from anybody. In most apps it keeps none. */
  anyBlocked(): boolean {
    return this.db.get('SELECT 1 FROM moderation_records WHERE hidden = 1 LIMIT 1') !== undefined;
  }

  /** Updates the start of the list after messages were removed, for users who had deleted the conversation. */
  recomputeVisibleFrom(conversation: number): void {
    this.db.run(
      `UPDATE conversation_states SET visible_from =
         (SELECT min(sent_at) FROM messages WHERE conversation = ? AND id > hidden_to)
       WHERE conversation = ? AND hidden_to > 0`,
      conversation,
      conversation,
    );
  }

  /** Removes the states of all users in a conversation. */
  remove(conversation: number): void {
    this.db.run('DELETE FROM conversation_states WHERE conversation = ?', conversation);
  }

  /**
   * Restricts a list to messages that the user has not deleted, and that no rule of moderation keeps from it.
   * `conversation` is the number of a list of one
   * conversation: the list then starts at the first visible message.
   */
  visibleTo(filter: Filter, uid: string, conversation?: number): void {
    if (this.anyBlocked()) filter.where(`(messages.sender = ? OR ${NOT_BLOCKED})`, uid);
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
    if (this.db.get(any, uid) === undefined) return;
    filter.where(
      `messages.id > ifnull((SELECT hidden_to FROM conversation_states
         WHERE conversation = messages.conversation AND uid = ?), 0)`,
      uid,
    );
  }

  /**
   * Hides the present messages of a conversation from one of its users, and removes the rest of that user's
   * state but for what is `kept`. `keptAt` is the updatedAt that it keeps in the list; without one it leaves the list.
   */
  hide(
    conversation: number,
    uid: string,
    kept: Partial<Pick<ConversationState, 'tags' | 'pinnedAt' | 'keptAt'>>,
  ): void {
    this.db.run(KEEP_VISIBLE_FROM);
    const now = this.highestId();
    this.change(conversation, uid, {
      ...NO_STATE,
      ...kept,
      hiddenTo: now,
      readTo: now,
      deliveredTo: now,
    });
  }

  /** The highest id of any message. */
  highestId(): number {
    return this.db.value<number | null>('SELECT max(id) FROM messages') ?? 0;
  }

  /** The number of messages of a conversation that count as unread for the user. `condition` is SQL that leaves some out. */
  unreadCount(
    conversation: number,
    uid: string,
    { readTo, unreadFrom, unreadTo }: ConversationState,
    condition: string,
  ): number {
    const marked = this.db.count(
      `messages WHERE conversation = ? AND unread = 1 AND id > ? AND sender <> ?${condition}`,
      conversation,
      readTo,
      uid,
    );
    if (unreadFrom === null) return marked;
    // Rare: read and imported messages count as well, which needs a walk through the conversation.
    const again = this.db.count(
      `messages WHERE conversation = ? AND unread = 0 AND id BETWEEN ? AND ? AND id > ? AND sender <> ? AND ${READABLE}${condition}`,
      conversation,
      unreadFrom,
      unreadTo,
      readTo,
      uid,
    );
    return marked + again;
  }

  /** The last message up to which the user has read, of those that the user sees; null if that is none. */
  lastRead(conversation: number, { readTo, hiddenTo }: ConversationState): string | null {
    if (readTo <= hiddenTo) return null;
    const found = this.db.get(
      'SELECT 1 FROM messages WHERE id = ? AND conversation = ?',
      readTo,
      conversation,
    );
    if (found) return String(readTo);
    // The whole conversation was read, or that message is gone.
    const last = this.db.value<number | null>(
      'SELECT max(id) FROM messages WHERE conversation = ? AND id > ? AND id <= ?',
      conversation,
      hiddenTo,
      readTo,
    );
    return last == null ? null : String(last);
  }

  /** The number of conversations that the user has pinned. */
  countPinned(uid: string): number {
    return this.db.count('conversation_states WHERE uid = ? AND pinned_at IS NOT NULL', uid);
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
