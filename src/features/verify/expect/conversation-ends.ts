import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A conversation of the sources with its last message. */
export type ConversationEnd = {
  readonly name: string;
  readonly key: string;
  readonly at: number;
  readonly id: number;
};

/** The conversations of the sources, in a table. */
export class ConversationEnds {
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #see: StatementSync;
  readonly #seeOther: StatementSync;
  readonly #ask: StatementSync;

  /** @param table the expected messages */
  constructor(db: DatabaseSync, table: string) {
    this.#db = db;
    // The largest of time and place together picks the row; places are below 2^28.
    db.exec(`CREATE TABLE ends (
        name TEXT PRIMARY KEY, key TEXT, at INTEGER, id INTEGER, seen INTEGER NOT NULL DEFAULT 0, ask TEXT
      ) WITHOUT ROWID;
      INSERT INTO ends (name, key, at, id) SELECT part, key, at, id FROM (
        SELECT part, key, at, id, max(at * 268435456 + id) FROM ${table} WHERE content IS NOT NULL GROUP BY part);
      CREATE TABLE other_ends (name TEXT PRIMARY KEY) WITHOUT ROWID`);
    this.#find = db.prepare('SELECT name, key, at, id FROM ends WHERE name = ?');
    this.#see = db.prepare('UPDATE ends SET seen = 1 WHERE name = ? AND seen = 0');
    this.#seeOther = db.prepare('INSERT OR IGNORE INTO other_ends VALUES (?)');
    this.#ask = db.prepare('UPDATE ends SET ask = ? WHERE name = ?');
  }

  find(name: string): ConversationEnd | undefined {
    return this.#find.get(name) as ConversationEnd | undefined;
  }

  /** Notes that the service has a conversation, of the sources or not; false where that was known. */
  see(name: string): boolean {
    return Number(this.#see.run(name).changes) > 0;
  }

  seeOther(name: string): boolean {
    return Number(this.#seeOther.run(name).changes) > 0;
  }

  /** Notes that the last message of a conversation is to be looked for, and the id that the service gives it. */
  ask(name: string, conversationId: string): void {
    this.#ask.run(conversationId, name);
  }

  *asked(): Generator<ConversationEnd & { readonly ask: string }> {
    for (const row of this.#db.prepare('SELECT * FROM ends WHERE ask IS NOT NULL').iterate())
      yield row as unknown as ConversationEnd & { ask: string };
  }

  *unseen(): Generator<ConversationEnd> {
    for (const row of this.#db.prepare('SELECT * FROM ends WHERE seen = 0').iterate())
      yield row as unknown as ConversationEnd;
  }
}
