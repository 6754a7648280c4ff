import { dirname } from 'node:path';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { asRunError, RunError } from '../errors/run-error.ts';
import { Reserve } from '../files/reserve.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import type { Files } from '../system/files.ts';

const SCHEMA_VERSION = '1';
/** A larger file takes too long to be checked as a whole whenever it is opened; `state check` does it. */
const CHECKED_BYTES_MAX = 8 << 20;
/** The file is locked: by a process whose lock of the state was removed while it was there. */
const SQLITE_BUSY = 5;

/** The SQLite file of a ledger: its tables, metadata and transactions. */
export class LedgerFile {
  readonly #path: string;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #makeReserve: () => Reserve | undefined;
  #reserve: Reserve | undefined;

  /**
   * @param path created with mode 0600 if it does not exist; `:memory:` keeps it in memory
   * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
   */
  constructor(path: string, files: Files) {
    this.#path = path;
    this.#db = openDatabase(path, files);
    this.#makeReserve = () => (path === ':memory:' ? undefined : new Reserve(`${path}.reserve`, files));
    try {
      this.#prepare();
    } catch (error) {
      this.#db.close();
      if (error instanceof RunError) throw error;
      if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
        throw new RunError('STATE.LOCKED', `another process has the ledger ${path} open`, { cause: error });
      throw damaged(path, error);
    }
  }

  #prepare(): void {
    const db = this.#db;
    if (bytesOf(db) <= CHECKED_BYTES_MAX) requireSound(db, 'quick');
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
    db.exec(
      'CREATE TABLE IF NOT EXISTS accepted (lineage TEXT, entity TEXT, last INTEGER, ranges TEXT NOT NULL) STRICT',
    );
    db.exec('COMMIT');
    this.getOrSetMeta('serial', '0');
    const version = this.getOrSetMeta('version', SCHEMA_VERSION);
    if (version !== SCHEMA_VERSION) throw new Error(`its version is ${version}`);
  }

  /** The value stored under a name; if there is none, stores `value` first. */
  getOrSetMeta(name: string, value: string): string {
    this.statement('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, value);
    return this.getMeta(name) as string;
  }

  /** The value stored under a name. */
  getMeta(name: string): string | undefined {
    const found = this.statement('SELECT value FROM meta WHERE name = ?').get(name);
    return found?.['value'] as string | undefined;
  }

  /** Stores a value under a name; makes no plan stale. */
  setMeta(name: string, value: string): void {
    this.statement('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
  }

  /** Whether the rows of an entity have an index by key. */
  isIndexed(entity: EntityName): boolean {
    const found = this.statement("SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?");
    return found.get(`${entity}_by_key`) !== undefined;
  }

  /** Creates the index by key. If a key is recorded twice, the entry with the more certain origin stays. */
  indexByKey(entity: EntityName): void {
    const duplicates = `SELECT key FROM ${entity} GROUP BY key HAVING count(*) > 1`;
    // This changes no knowledge about the service, so plans stay valid.
    this.transaction(() => {
      this.statement(`CREATE INDEX IF NOT EXISTS ${entity}_by_key ON ${entity} (key)`).run();
      // Rows that were under way when a process ended have been recorded again by the next one.
      this.statement(
        `DELETE FROM ${entity} WHERE key IN (${duplicates}) AND row NOT IN
           (SELECT row FROM (SELECT row, min(CASE origin WHEN 0 THEN 4 ELSE origin END) FROM ${entity}
              WHERE key IN (${duplicates}) GROUP BY key))`,
      ).run();
    });
  }

  /**
   * Runs `work` in a transaction that survives a power cut, and increases the serial, which makes plans stale.
   * @throws RunError `STATE.UNWRITABLE`
   */
  change<T>(work: () => T): T {
    return this.transaction(() => {
      const result = work();
      this.statement("UPDATE meta SET value = value + 1 WHERE name = 'serial'").run();
      return result;
    });
  }

  /**
   * Runs `work` in a transaction; makes no plan stale.
   * @param survives what the transaction survives; one that survives a power cut makes those before it survive as well
   * @throws RunError `STATE.UNWRITABLE`
   */
  transaction<T>(work: () => T, survives: 'power cut' | 'kill' = 'power cut'): T {
    // Calls may be nested.
    if (this.#db.isTransaction) return work();
    try {
      this.#db.exec(`PRAGMA synchronous = ${survives === 'kill' ? 'NORMAL' : 'FULL'}`);
      this.#db.exec('BEGIN IMMEDIATE');
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      if (error instanceof RunError) throw error;
      if (isDamage(error)) throw damaged(this.#path, error);
      const message = `the ledger cannot be written: ${(error as Error).message}`;
      throw asRunError(error, 'STATE.UNWRITABLE', message);
    }
  }

  /** Takes space on the disk for the last writes when it is full; until `close`. */
  keepReserve(): void {
    this.#reserve ??= this.#makeReserve();
  }

  /** Gives that space back. */
  releaseReserve(): void {
    this.#reserve?.release();
  }

  /** A prepared statement; the same SQL is prepared only once. */
  statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#db.close();
    this.releaseReserve();
  }
}

/** Result codes of SQLite for a damaged file: SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGE_CODES: readonly unknown[] = [11, 26];

/** Whether SQLite has found that its file is damaged. */
export const isDamage = (error: unknown): boolean =>
  DAMAGE_CODES.includes(Number((error as { readonly errcode?: number }).errcode) & 0xff);

function damaged(path: string, cause: unknown): RunError {
  return new RunError(
    'STATE.CORRUPT',
    `the ledger ${path} is damaged or is none: ${(cause as Error).message}`,
    {
      where: { file: path },
      cause,
    },
  );
}

/** The size of a database, bytes. */
function bytesOf(db: DatabaseSync): number {
  const number = (pragma: string): number => Number(Object.values(db.prepare(pragma).get() ?? {})[0]);
  return number('PRAGMA page_count') * number('PRAGMA page_size');
}

/**
 * Checks the structure of a database, not every value in it.
 * @param check `integrity` also compares every row with its index, which takes several times as long
 * @throws Error with the first thing that is wrong
 */
export function requireSound(db: DatabaseSync, check: 'quick' | 'integrity'): void {
  const [first] = Object.values(db.prepare(`PRAGMA ${check}_check(1)`).get() ?? {});
  if (first !== 'ok') throw new Error(String(first));
}

/**
 * Checks that a ledger belongs to a target; a new ledger belongs to the first one.
 * @param path of the ledger, for the message
 * @throws RunError `STATE.TARGET_CHANGED`; the file is then closed
 */
export function bindTo(
  target: Readonly<Record<string, string>>,
  file: LedgerFile,
  path: string,
  isEmpty: boolean,
): void {
  const current = JSON.stringify(target, Object.keys(target).sort());
  const before = file.getOrSetMeta('target', current);
  if (before === current) return;
  // An empty ledger has written to no target, so the address can still be corrected.
  if (isEmpty) file.setMeta('target', current);
  else {
    file.close();
    throw new RunError('STATE.TARGET_CHANGED', `${path} belongs to another target: ${before}`);
  }
}

/** Whether the pipeline's ledger exists: it has written to its target before. */
export const hasLedger = (file: string, files: Files): boolean => files.existsSync(file);

function openDatabase(path: string, files: Files): DatabaseSync {
  try {
    if (path === ':memory:') return files.openDatabase(path);
    files.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const db = files.openDatabase(path, { timeout: 2_000 });
    files.chmodSync(path, 0o600);
    return db;
  } catch (error) {
    const message = `the ledger ${path} cannot be opened: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  }
}
