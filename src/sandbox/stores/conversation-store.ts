import type { Database } from '../storage/database.ts';
import { RecentMap } from '../storage/recent-map.ts';

/** The two kinds of receivers, and of conversations. */
export const RECEIVER_TYPES = ['user', 'group'] as const;

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
export const CONVERSATION_COLUMNS = `conversations.seq, conversations.kind, conversations.peer_a AS peerA,
  conversations.peer_b AS peerB, conversations.created_at AS createdAt`;

/** The numbers of a user's conversations with other users and of its groups. Parameter: the uid, three times. */
export const SEQS_OF_USER = `SELECT seq FROM conversations WHERE kind = 'user' AND peer_a = ?
  UNION SELECT seq FROM conversations WHERE kind = 'user' AND peer_b = ?
  UNION SELECT conversations.seq FROM members CROSS JOIN conversations ON kind = 'group' AND peer_a = members.guid
    WHERE members.uid = ? AND members.is_banned = 0`;

/** The form of the id of a conversation of two users: as specified, or short as in the vendor's examples. */
export type ConversationIdForm = 'specified' | 'short';

/** The id: `user_<a>_user_<b>` ascending (short: `<a>_user_<b>`), or `group_<guid>`. */
export function conversationId(
  { kind, peerA, peerB }: Peers,
  form: ConversationIdForm = 'specified',
): string {
  if (kind === 'group') return `group_${peerA}`;
  return `${form === 'short' ? '' : 'user_'}${peerA}_user_${peerB}`;
}

/** The pairs that an id text may mean: both forms, cut at every possible place. */
function possiblePairs(id: string): readonly (readonly [string, string])[] {
  const pairs: [string, string][] = [];
  for (let cut = id.indexOf('_user_'); cut !== -1; cut = id.indexOf('_user_', cut + 1)) {
    const left = id.slice(0, cut);
    const right = id.slice(cut + '_user_'.length);
    for (const first of left.startsWith('user_') ? [left.slice('user_'.length), left] : [left]) {
      if (first !== '' && right !== '') pairs.push([first, right]);
    }
  }
  return pairs;
}

// Built once: the hash of a newly built text must be computed again to find its prepared statement.
const FIND = `SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE kind = ? AND peer_a = ? AND peer_b = ?`;

/** The most cached lists for paging. Each is as long as one user's conversations. */
const MAX_LISTS = 20;

/** The conversations of the app. A conversation exists from its first message on. */
export class ConversationStore {
  readonly #db: Database;
  readonly #seqs = new RecentMap<string, number>(20_000);
  readonly #lists = new RecentMap<string, readonly number[]>(MAX_LISTS);
  #changes = -1;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    this.#db = db;
    db.onRollback(() => this.#seqs.clear());
    db.onRestored(() => this.#lists.clear());
  }

  /** The conversation between a sender and a receiver, if it exists. */
  find(kind: ReceiverType, sender: string, receiver: string): Conversation | undefined {
    return this.#find(peersOf(kind, sender, receiver));
  }

  #find({ kind, peerA, peerB }: Peers): Conversation | undefined {
    return this.#db.get<Conversation>(FIND, kind, peerA, peerB);
  }

  /** The number of the conversation between a sender and a receiver. Creates it if necessary. */
  seqOf(kind: ReceiverType, sender: string, receiver: string, createdAt: number): number {
    const peers = peersOf(kind, sender, receiver);
    const { peerA, peerB } = peers;
    const key = `${kind} ${peerA} ${peerB}`;
    const known = this.#seqs.get(key);
    if (known !== undefined) return known;
    let seq = this.#find(peers)?.seq;
    if (seq === undefined) {
      this.#db.run(
        'INSERT INTO conversations (kind, peer_a, peer_b, created_at) VALUES (?, ?, ?, ?)',
        kind,
        peerA,
        peerB,
        createdAt,
      );
      seq = this.#find(peers)?.seq ?? 0;
    }
    this.#seqs.set(key, seq);
    return seq;
  }

  /** A conversation by its number. */
  get(seq: number): Conversation | undefined {
    return this.#db.get<Conversation>(`SELECT ${CONVERSATION_COLUMNS} FROM conversations WHERE seq = ?`, seq);
  }

  /** The numbers that `read` gives, cached under the key until the next write. */
  remembered(key: string, read: () => readonly number[]): readonly number[] {
    const changes = this.#db.get<{ total: number }>('SELECT total_changes() AS total')?.total ?? 0;
    if (changes !== this.#changes) this.#lists.clear();
    this.#changes = changes;
    const known = this.#lists.get(key);
    if (known) return known;
    const list = read();
    this.#lists.set(key, list);
    return list;
  }

  /** Removes a conversation without messages. A new message creates it again. */
  remove({ seq, kind, peerA, peerB }: Conversation): void {
    this.#db.run('DELETE FROM conversations WHERE seq = ?', seq);
    this.#seqs.delete(`${kind} ${peerA} ${peerB}`);
  }

  /** Every conversation that an id text can mean. More than one only if uids contain `_user_`. */
  resolve(id: string): readonly number[] {
    const text = id.toLowerCase();
    const meant = possiblePairs(text).map(([left, right]) => peersOf('user', left, right));
    if (text.startsWith('group_')) meant.unshift(peersOf('group', '', text.slice('group_'.length)));
    return [...new Set(meant.flatMap((peers) => this.#find(peers)?.seq ?? []))];
  }
}

/** The two sides of the conversation between a sender and a receiver. */
export function peersOf(kind: ReceiverType, sender: string, receiver: string): Peers {
  if (kind === 'group') return { kind, peerA: receiver, peerB: '' };
  const [peerA, peerB] = sender < receiver ? [sender, receiver] : [receiver, sender];
  return { kind, peerA, peerB };
}
