import type { DatabaseSync, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { EntityName } from '../../input/entities/entity.ts';
import { writtenJson } from '../../input/json/parse-json.ts';
import type { Files } from '../../system/files.ts';
import type { FormerRow } from './former-row.ts';

const PAGE_ROWS = 500;

/** The rows of a log of former values by key, in a file that is made of the log and deleted on disposal. */
export class FormerIndex implements Disposable {
  readonly #path: string;
  readonly #files: Files;
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #put: StatementSync;
  readonly #delete: StatementSync;
  readonly #page: StatementSync;

  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
    this.#remove();
    files.closeSync(files.openSync(path, 'wx', 0o600));
    // It need not survive a crash, so it needs no journal; SQLite's defensive mode would force one.
    this.#db = files.openDatabase(path, { defensive: false });
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    this.#db.exec('PRAGMA cache_size = -2048');
    this.#db.exec(
      'CREATE TABLE former (entity TEXT, key TEXT, row TEXT, PRIMARY KEY (entity, key)) WITHOUT ROWID, STRICT',
    );
    this.#db.exec('BEGIN');
    this.#find = this.#db.prepare('SELECT row FROM former WHERE entity = ? AND key = ?');
    this.#put = this.#db.prepare('INSERT OR REPLACE INTO former VALUES (?, ?, ?)');
    this.#delete = this.#db.prepare('DELETE FROM former WHERE entity = ? AND key = ?');
    this.#page = this.#db.prepare(
      `SELECT row FROM former WHERE entity = ? AND key > ? ORDER BY key LIMIT ${PAGE_ROWS}`,
    );
  }

  find(entity: EntityName, key: string): FormerRow | undefined {
    const found = this.#find.get(entity, key);
    return found && rowOf(found);
  }

  put(row: FormerRow): void {
    this.#put.run(row.entity, row.key, JSON.stringify(row));
  }

  delete(entity: EntityName, key: string): void {
    this.#delete.run(entity, key);
  }

  /** The rows of an entity by their keys; they may be deleted meanwhile. */
  *of(entity: EntityName): Generator<FormerRow> {
    let after = '';
    for (;;) {
      const rows = this.#page.all(entity, after).map(rowOf);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = last.key;
    }
  }

  get size(): number {
    return Number(this.#db.prepare('SELECT count(*) AS n FROM former').get()?.['n']);
  }

  [Symbol.dispose](): void {
    this.#db.close();
    try {
      this.#remove();
    } catch {
      // Whoever opens it next removes it; a command that has lost its lock may not.
    }
  }

  #remove(): void {
    this.#files.rmSync(this.#path, { force: true });
  }
}

const rowOf = ({ row }: Readonly<Record<string, SQLOutputValue>>): FormerRow =>
  writtenJson(String(row)) as FormerRow;
