import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { RunError } from '../errors/run-error.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';

const SCHEMA_VERSION = '1';

/** The SQLite file of a ledger: its tables, and what is common to all that is done with them. */
export class LedgerFile {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * @param path made where it is missing, 0600; `:memory:` keeps it in memory
   * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`
   */
  constructor(path: string) {
    this.#db = opened(path);
    try {
      this.#prepare();
    } catch (error) {
      this.#db.close();
      throw new RunError('STATE.CORRUPT', `${path} is no ledger: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  #prepare(): void {
    const db = this.#db;
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    db.exec('PRAGMA cache_size = -2048; PRAGMA wal_autocheckpoint = 4000');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
    for (const entity of entityNames)
      db.exec(
        `CREATE TABLE IF NOT EXISTS ${entity} (row INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL,
           content INTEGER NOT NULL, fixed INTEGER NOT NULL, origin INTEGER NOT NULL, active INTEGER NOT NULL,
           id TEXT, conversation TEXT, sentAt INTEGER) STRICT`,
      );
    db.exec(
      'CREATE TABLE IF NOT EXISTS changed (entity TEXT, row INTEGER, PRIMARY KEY (entity, row)) WITHOUT ROWID, STRICT',
    );
    db.exec('COMMIT');
    this.getOrSetMeta('serial', '0');
    const version = this.getOrSetMeta('version', SCHEMA_VERSION);
    if (version !== SCHEMA_VERSION) throw new Error(`its version is ${version}`);
  }

  /** What is noted under a name; notes the value first where there is nothing. */
  getOrSetMeta(name: string, value: string): string {
    this.statement('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, value);
    return this.getMeta(name) as string;
  }

  /** What is noted under a name. */
  getMeta(name: string): string | undefined {
    const found = this.statement('SELECT value FROM meta WHERE name = ?').get(name);
    return found?.['value'] as string | undefined;
  }

  /** Whether the rows of an entity can be found by their keys. */
  isIndexed(entity: EntityName): boolean {
    const found = this.statement("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?");
    return found.get(`${entity}_by_key`) !== undefined;
  }

  /** Makes the rows of an entity be found by their keys; of rows that were noted twice the one that says most stays. */
  indexByKey(entity: EntityName): void {
    const twice = `SELECT key FROM ${entity} GROUP BY key HAVING count(*) > 1`;
    // Nothing that is known changes by it, so a plan stays true.
    this.transaction(() => {
      this.statement(`CREATE INDEX IF NOT EXISTS ${entity}_by_key ON ${entity} (key)`).run();
      // Rows that were under way when a process ended were noted once more by the next one.
      this.statement(
        `DELETE FROM ${entity} WHERE key IN (${twice}) AND row NOT IN
           (SELECT row FROM (SELECT row, min(CASE origin WHEN 0 THEN 4 ELSE origin END) FROM ${entity}
              WHERE key IN (${twice}) GROUP BY key))`,
      ).run();
    });
  }

  /**
   * Does all of the work or nothing of it; what was done survives a power cut.
   * @throws RunError `STATE.UNWRITABLE`
   */
  atOnce<T>(work: () => T): T {
    return this.transaction(() => {
      const done = work();
      this.statement("UPDATE meta SET value = value + 1 WHERE name = 'serial'").run();
      return done;
    });
  }

  /** As `atOnce`, for what makes no plan stale. */
  transaction<T>(work: () => T): T {
    try {
      // Work may be part of other work.
      if (this.#db.isTransaction) return work();
      this.#db.exec('BEGIN IMMEDIATE');
      const done = work();
      this.#db.exec('COMMIT');
      return done;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw new RunError('STATE.UNWRITABLE', `the ledger cannot be written: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  /** A statement, prepared once. */
  statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#db.close();
  }
}

/** True where a pipeline has written with a ledger before. */
export const hasLedger = (file: string): boolean => existsSync(file);

function opened(path: string): DatabaseSync {
  try {
    if (path === ':memory:') return new DatabaseSync(path);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const db = new DatabaseSync(path, { timeout: 2_000 });
    chmodSync(path, 0o600);
    return db;
  } catch (error) {
    const message = `the ledger ${path} cannot be opened: ${(error as Error).message}`;
    throw new RunError('STATE.UNWRITABLE', message, { cause: error });
  }
}
