import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RowVersion } from '../../input/entities/row-version.ts';
import type { Files } from '../../system/files.ts';

/** Where the current row of a key is in the sources of this sync. */
export type KeyedRow = {
  readonly file: number;
  /** Number of its record; -1 if it has none. */
  readonly ordinal: number;
  readonly version: RowVersion;
};

/** The rows of a sync that were parsed, by key; in a file that is deleted on disposal. */
export class KeysOfThisRun implements Disposable {
  readonly #path: string;
  readonly #files: Files;
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #put: StatementSync;

  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
    this.#remove();
    // SQLite's defensive mode does not allow the journal to be off.
    this.#db = files.openDatabase(path, { defensive: false });
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    this.#db.exec('PRAGMA cache_size = -2048');
    this.#db.exec(
      `CREATE TABLE seen_keys (key TEXT PRIMARY KEY, file INTEGER, ordinal INTEGER, content INTEGER, fixed INTEGER)
         WITHOUT ROWID, STRICT`,
    );
    this.#db.exec('BEGIN');
    this.#find = this.#db.prepare('SELECT file, ordinal, content, fixed FROM seen_keys WHERE key = ?');
    this.#put = this.#db.prepare('INSERT OR REPLACE INTO seen_keys VALUES (?, ?, ?, ?, ?)');
  }

  find(key: string): KeyedRow | undefined {
    const found = this.#find.get(key) as Record<'file' | 'ordinal' | 'content' | 'fixed', number> | undefined;
    if (!found) return undefined;
    const { file, ordinal, content, fixed } = found;
    return { file, ordinal, version: { content, fixed } };
  }

  put(key: string, { file, ordinal, version }: KeyedRow): void {
    this.#put.run(key, file, ordinal, version.content, version.fixed);
  }

  /** The keys whose current row has a version with this content. */
  *withContent(content: number): Generator<string> {
    const all = this.#db.prepare('SELECT key FROM seen_keys WHERE content = ?');
    for (const { key } of all.iterate(content)) yield String(key);
  }

  [Symbol.dispose](): void {
    this.#db.close();
    this.#remove();
  }

  #remove(): void {
    this.#files.rmSync(this.#path, { force: true });
  }
}
