import type { DatabaseSync } from 'node:sqlite';
import { PreparedStatements } from '../../../files/scratch-file.ts';

/** A reply that hangs on another message than its row says. */
export type MovedReply = {
  readonly muid: string;
  /** The muid of the message that it should answer. */
  readonly root: string;
  /** The id on which it hangs. */
  readonly parentId: string;
};

/**
 * Which messages replies answer, in the scratch file. The service knows them by ids: a message that was removed and written
 * again has another one, and its replies hang on none.
 */
export class ThreadRoots {
  readonly #statements: PreparedStatements;
  #isAny: boolean | undefined;

  constructor(db: DatabaseSync) {
    this.#statements = new PreparedStatements(db);
    db.exec(`CREATE TABLE IF NOT EXISTS thread_roots (muid TEXT PRIMARY KEY, id TEXT, live INTEGER NOT NULL, parent TEXT);
      CREATE TABLE IF NOT EXISTS thread_replies (muid TEXT PRIMARY KEY, root TEXT NOT NULL, parent TEXT)`);
  }

  /**
   * True if replies to a message are written as replies.
   * @param ask asked once for each message, while the sources are read: the record of what was sent is closed after that
   */
  isLive(root: string, ask: () => boolean): boolean {
    const known = this.#statements.first<{ live: number }>(
      'SELECT live FROM thread_roots WHERE muid = ?',
      root,
    );
    if (known) return known.live === 1;
    const live = ask();
    this.#statements.run('INSERT INTO thread_roots (muid, live) VALUES (?, ?)', root, live ? 1 : 0);
    return live;
  }

  /** Adds a reply of the sources. If a key comes again, the last row counts in a sync, else the first. */
  expect(muid: string, root: string, lastCounts: boolean): void {
    const how = lastCounts ? 'REPLACE' : 'IGNORE';
    this.#statements.run(`INSERT OR ${how} INTO thread_replies (muid, root) VALUES (?, ?)`, muid, root);
  }

  /** Takes note of a message of the service: it may be one that others answer. */
  readonly read = (muid: string, id: unknown, parentId: unknown): void => {
    this.#isAny ??= this.#statements.first('SELECT 1 FROM thread_roots LIMIT 1') !== undefined;
    if (!this.#isAny) return;
    const parent = parentId ? String(parentId) : null;
    const sql = 'UPDATE thread_roots SET id = ?, parent = ? WHERE muid = ?';
    this.#statements.run(sql, String(id), parent, muid);
  };

  /** Takes note of a reply of the service that is as its row says, but for what it hangs on. */
  readonly readReply = (muid: string, parentId: unknown): void => {
    this.#statements.run('UPDATE thread_replies SET parent = ? WHERE muid = ?', String(parentId), muid);
  };

  /**
   * The replies that hang on another message: on neither the one that they answer, nor, if that is a reply, on its root. Not those whose
   * message the service does not have, which is said of that.
   */
  moved(): Iterable<MovedReply> {
    return this.#statements.rows(
      `SELECT r.muid, r.root, r.parent AS parentId FROM thread_replies AS r JOIN thread_roots AS t ON t.muid = r.root
       WHERE r.parent IS NOT NULL AND t.id IS NOT NULL AND r.parent <> t.id AND r.parent IS NOT t.parent ORDER BY r.rowid`,
    );
  }
}
