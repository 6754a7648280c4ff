import type { DatabaseSync } from 'node:sqlite';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { ExpectedRows } from './expected-rows.ts';

/** The service's ids of the messages that other rows are attached to, in the scratch file. */
export class MessageIds {
  readonly #db: DatabaseSync;
  /** The messages whose ids are not known. */
  #unknown: Set<string> | undefined;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec('CREATE TABLE IF NOT EXISTS message_ids (muid TEXT PRIMARY KEY, id TEXT)');
  }

  /** Reads the ids of the messages that are the parts of these rows. */
  readFor(rows: ExpectedRows, ledger: Pick<Ledger, 'find'>): void {
    const insert = this.#db.prepare('INSERT OR IGNORE INTO message_ids VALUES (?, ?)');
    this.#db.exec('SAVEPOINT ids');
    for (const { part } of rows.rows<{ part: string }>(`SELECT DISTINCT part FROM ${rows.table}`)) {
      const entry = ledger.find('messages', part);
      if (entry) insert.run(part, entry.id ?? null);
    }
    this.#db.exec('RELEASE ids');
  }

  /** The id of a message; undefined if this pipeline wrote none with this key, null if its id is not known. */
  readonly find = (muid: string): string | null | undefined => {
    const found = this.#db.prepare('SELECT id FROM message_ids WHERE muid = ?').get(muid);
    return found && (found['id'] as string | null);
  };

  /** Takes note of a message of the service: where its answer was lost, nothing else says its id. */
  readonly read = (muid: string, id: unknown): void => {
    this.#unknown ??= new Set(
      this.#db
        .prepare('SELECT muid FROM message_ids WHERE id IS NULL')
        .all()
        .map((row) => row['muid'] as string),
    );
    if (this.#unknown.delete(muid))
      this.#db.prepare('UPDATE message_ids SET id = ? WHERE muid = ?').run(String(id), muid);
  };
}
