import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A conversation of the sources with its last message. */
export type ConversationEnd = {
  readonly name: string;
  /** The muid of the last message. */
  readonly key: string;
  /** When it was sent, epoch seconds. */
  readonly at: number;
  /** Its number in the order of the sources. */
  readonly id: number;
};

/** The last message of every conversation of the sources, in a table. */
export class ConversationEnds {
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #markSeen: StatementSync;
  readonly #markOtherSeen: StatementSync;
  readonly #markPending: StatementSync;

  /** @param table the expected messages */
  constructor(db: DatabaseSync, table: string) {
    this.#db = db;
    // max() over time and id together picks the last row; ids are below 2^28.
    db.exec(`CREATE TABLE ends (
        name TEXT PRIMARY KEY, key TEXT, at INTEGER, id INTEGER, seen INTEGER NOT NULL DEFAULT 0, conversationId TEXT
      ) WITHOUT ROWID;
      INSERT INTO ends (name, key, at, id) SELECT part, key, at, id FROM (
        SELECT part, key, at, id, max(at * 268435456 + id) FROM ${table} WHERE content IS NOT NULL GROUP BY part);
      CREATE TABLE other_ends (name TEXT PRIMARY KEY) WITHOUT ROWID`);
    this.#find = db.prepare('SELECT name, key, at, id FROM ends WHERE name = ?');
    this.#markSeen = db.prepare('UPDATE ends SET seen = 1 WHERE name = ? AND seen = 0');
    this.#markOtherSeen = db.prepare('INSERT OR IGNORE INTO other_ends VALUES (?)');
    this.#markPending = db.prepare('UPDATE ends SET conversationId = ? WHERE name = ?');
  }

  find(name: string): ConversationEnd | undefined {
    return this.#find.get(name) as ConversationEnd | undefined;
  }

  /** Records that the service has a conversation of the sources; false if that was known. */
  markSeen(name: string): boolean {
    return Number(this.#markSeen.run(name).changes) > 0;
  }

  /** Records that the service has a conversation that is not in the sources; false if that was known. */
  markOtherSeen(name: string): boolean {
    return Number(this.#markOtherSeen.run(name).changes) > 0;
  }

  /** Records that the last message of a conversation must be read; `conversationId` is its id in the service. */
  markPending(name: string, conversationId: string): void {
    this.#markPending.run(conversationId, name);
  }

  *pending(): Generator<ConversationEnd & { readonly conversationId: string }> {
    for (const row of this.#db.prepare('SELECT * FROM ends WHERE conversationId IS NOT NULL').iterate())
      yield row as unknown as ConversationEnd & { conversationId: string };
  }

  /** The conversations of the sources that the service does not have. */
  *unseen(): Generator<ConversationEnd> {
    for (const row of this.#db.prepare('SELECT * FROM ends WHERE seen = 0').iterate())
      yield row as unknown as ConversationEnd;
  }
}
