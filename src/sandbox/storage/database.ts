import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SandboxError } from '../wire/sandbox-error.ts';
import { RedoLog } from './redo-log.ts';
import { SCHEMA_STEPS } from './schema.ts';
import { SharedTransaction } from './shared-transaction.ts';

/** How long a start waits for a predecessor that is still closing the same file. */
const BUSY_MS = 2000;
/** Prepared statements kept; filters make a few dozen, far fewer than this. */
const MAX_STATEMENTS = 300;
/** Counts kept for lists that are paged through. */
const MAX_COUNTS = 200;

/**
 * The data file. One process owns it at a time (SQLite's exclusive lock, which a killed process loses), so
 * what is cached in memory is true. What was answered survives `kill -9` at any time: it is in SQLite's write-ahead log,
 * or, of imports, in a log of their own until they are.
 */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #counts = new Map<string, number>();
  readonly #onRollback: (() => void)[] = [];
  readonly #log: RedoLog;
  readonly #shared: SharedTransaction;

  /** Opens or creates the file; throws a SandboxError when another process has it or it is no data file. */
  constructor(file: string) {
    try {
      this.#db = new DatabaseSync(file, { timeout: BUSY_MS });
    } catch (error) {
      throw new SandboxError('DATA_UNREADABLE', `cannot open the data file ${file}`, error);
    }
    try {
      // Beside the very file, as SQLite's own log is, whatever link it was opened by.
      this.#log = new RedoLog(`${this.#db.location()}-redo`);
      this.#shared = this.#prepareFile();
    } catch (error) {
      this.#db.close();
      throw describeOpenError(file, error);
    }
  }

  #prepareFile(): SharedTransaction {
    const db = this.#db;
    // Exclusive first: the write-ahead log then needs no shared memory and nobody else can write behind the caches.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    db.exec('PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > SCHEMA_STEPS.length)
      throw new Error(`its schema version is ${version}, newer than ${SCHEMA_STEPS.length}`);
    const open = () => new SharedTransaction(db, this.#log, () => this.#forget());
    // A log that is left was written for the tables as they still are.
    const shared = version === 0 ? undefined : open();
    db.exec('BEGIN IMMEDIATE');
    for (const step of SCHEMA_STEPS.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${SCHEMA_STEPS.length}; COMMIT`);
    return shared ?? open();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Runs a writing statement and returns the number of changed rows. */
  run(sql: string, ...params: SQLInputValue[]): number {
    if (this.#counts.size > 0) this.#counts.clear();
    const isShared = this.#shared.isRunning;
    // What is not in the log must not be in its transaction either.
    if (!isShared) this.#shared.commit();
    const changes = Number(this.#statement(sql).run(...params).changes);
    if (isShared && changes > 0) this.#shared.recordWrite(sql, params);
    return changes;
  }

  /** The first row, typed by the caller to fit its own statement. */
  get<T>(sql: string, ...params: SQLInputValue[]): T | undefined {
    return this.#statement(sql).get(...params) as T | undefined;
  }

  /** All rows, typed by the caller to fit its own statement. */
  all<T>(sql: string, ...params: SQLInputValue[]): T[] {
    return this.#statement(sql).all(...params) as T[];
  }

  /** A count that is remembered until the next write, so that paging through a big list counts it once. */
  count(from: string, ...params: SQLInputValue[]): number {
    const key = JSON.stringify([from, params]);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const total = this.get<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, ...params)?.total ?? 0;
    if (this.#counts.size >= MAX_COUNTS) this.#counts.clear();
    this.#counts.set(key, total);
    return total;
  }

  /** Runs the work in one transaction: all of it is kept, or, when it throws, none. */
  transaction<T>(work: () => T): T {
    this.#shared.commit();
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#db.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      this.#forget();
      throw error;
    }
  }

  /**
   * Runs the work in a transaction that it shares with other work, which makes it cheap; it is kept as surely as in a
   * transaction of its own. Undoing work that throws is dear.
   */
  shared<T>(work: () => T): T {
    return this.#shared.run(work);
  }

  /** Makes sure that all that ran in `shared` can be read; throws when the data file does not take it. */
  settle(): void {
    this.#shared.settle();
  }

  #forget(): void {
    this.#counts.clear();
    for (const forget of this.#onRollback) forget();
  }

  /** Registers what must be forgotten when a transaction is undone, such as a cache. */
  onRollback(forget: () => void): void {
    this.#onRollback.push(forget);
  }

  /** Whether it is still open. */
  get isOpen(): boolean {
    return this.#db.isOpen;
  }

  /** Moves the logs into the data file, if there is room, and closes it. */
  close(): void {
    if (!this.isOpen) return;
    try {
      this.#shared.commit();
      this.#log.remove();
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // What cannot be moved now stays in its log, and the next start moves it or says why not.
    }
    this.#log.close();
    this.#db.close();
  }
}

function describeOpenError(file: string, error: unknown): SandboxError {
  const text = error instanceof Error ? error.message : String(error);
  if (/locked|busy/i.test(text)) {
    return new SandboxError('DATA_IN_USE', `the data file ${file} is in use by another sandbox`, error);
  }
  if (/full/i.test(text)) {
    const kept = 'all that was answered is kept, start it again when there is room';
    return new SandboxError('DATA_UNREADABLE', `no space is left for the data file ${file}: ${kept}`, error);
  }
  return new SandboxError('DATA_UNREADABLE', `the data file ${file} cannot be used: ${text}`, error);
}
