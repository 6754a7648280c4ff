import { rmSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { SandboxError } from '../wire/api-error.ts';
import { checkImage, copyImage, loadImage } from './image.ts';
import { makePrivateFile } from './private-file.ts';
import { RedoLog } from './redo-log.ts';
import { SCHEMA_STEPS } from './schema.ts';
import { SharedTransaction } from './shared-transaction.ts';

/** Time that a start waits for a previous process that is still closing the file. */
const BUSY_MS = 2000;
/** The most prepared statements to keep. Filters make a few dozen, far fewer. */
const MAX_STATEMENTS = 300;
/** The most cached counts of lists. */
const MAX_COUNTS = 200;

/** The data file that is none: everything is in memory, and gone when it is closed. */
export const IN_MEMORY = ':memory:';

/**
 * The data file. Only one process can open it (SQLite's exclusive lock, which ends with the process), so caches
 * in memory are correct. Answered writes survive `kill -9` at any time: they are in SQLite's write-ahead log or,
 * for imports, in a redo log until they are committed.
 */
export class Database {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #counts = new Map<string, number>();
  readonly #onRollback: (() => void)[] = [];
  readonly #onStored: (() => void)[] = [];
  readonly #onRestored: (() => void)[] = [];
  /** Undefined in memory, where nothing outlives a kill. */
  readonly #kept: { readonly log: RedoLog; readonly shared: SharedTransaction } | undefined;

  /** Opens or creates the file, or IN_MEMORY. Throws a SandboxError if another process has it or it is no data file. */
  constructor(file: string) {
    try {
      this.#db = new DatabaseSync(file, { timeout: BUSY_MS });
    } catch (error) {
      throw new SandboxError('DATA_UNREADABLE', `cannot open the data file ${file}`, error);
    }
    try {
      this.#kept = file === IN_MEMORY ? this.#prepareMemory() : this.#prepareFile(file);
    } catch (error) {
      this.#db.close();
      throw describeOpenError(file, error);
    }
  }

  #prepareMemory(): undefined {
    this.#db.exec('BEGIN');
    for (const step of SCHEMA_STEPS) this.#db.exec(step);
    this.#db.exec(`PRAGMA user_version = ${SCHEMA_STEPS.length}; COMMIT`);
  }

  #prepareFile(file: string) {
    const db = this.#db;
    refuseOther(db, file);
    // Beside the real file, as SQLite's own log is, even if a link was opened.
    const log = new RedoLog(`${db.location()}-redo`);
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    db.exec('PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4000; PRAGMA temp_store = MEMORY');
    db.exec('BEGIN EXCLUSIVE; COMMIT');
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version > SCHEMA_STEPS.length)
      throw new Error(`its schema version is ${version}, newer than ${SCHEMA_STEPS.length}`);
    const open = () => new SharedTransaction(db, log, () => this.#forget());
    // A log of an earlier process was written for the tables as they are before the schema steps.
    const shared = version === 0 ? undefined : open();
    db.exec('BEGIN IMMEDIATE');
    for (const step of SCHEMA_STEPS.slice(version)) db.exec(step);
    db.exec(`PRAGMA user_version = ${SCHEMA_STEPS.length}; COMMIT`);
    return { log, shared: shared ?? open() };
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
    const shared = this.#kept?.shared;
    const isShared = shared?.isRunning === true;
    // A write that is not in the log must not be in its transaction either.
    if (!isShared) shared?.commit();
    const changes = Number(this.#statement(sql).run(...params).changes);
    if (isShared && changes > 0) shared.recordWrite(sql, params);
    return changes;
  }

  /** The first row. The caller gives the type that fits its statement. */
  get<T>(sql: string, ...params: SQLInputValue[]): T | undefined {
    return this.#statement(sql).get(...params) as T | undefined;
  }

  /** The only column of the first row. The caller gives the type that fits its statement. */
  value<T>(sql: string, ...params: SQLInputValue[]): T | undefined {
    const row = this.get<Readonly<Record<string, T>>>(sql, ...params);
    return row && Object.values(row)[0];
  }

  /** All rows. The caller gives the type that fits its statement. */
  all<T>(sql: string, ...params: SQLInputValue[]): T[] {
    return this.#statement(sql).all(...params) as T[];
  }

  /** A count, cached until the next write, so that paging through a big list counts it once. */
  count(from: string, ...params: SQLInputValue[]): number {
    const key = JSON.stringify([from, params]);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const total = this.value<number>(`SELECT count(*) FROM ${from}`, ...params) ?? 0;
    if (this.#counts.size >= MAX_COUNTS) this.#counts.clear();
    this.#counts.set(key, total);
    return total;
  }

  /** Runs the work in one transaction. If it throws, nothing of it is stored. */
  transaction<T>(work: () => T): T {
    this.#kept?.shared.commit();
    this.#db.exec('BEGIN IMMEDIATE');
    let result: T;
    try {
      result = work();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      this.#forget();
      throw error;
    }
    for (const tell of this.#onStored) tell();
    return result;
  }

  /**
   * Runs the work in a transaction that it shares with other work. This is cheap and as durable as a transaction
   * of its own. But work that throws is expensive to undo.
   */
  shared<T>(work: () => T): T {
    // In memory a transaction of its own costs nothing.
    if (!this.#kept) return this.transaction(work);
    const result = this.#kept.shared.run(work);
    for (const tell of this.#onStored) tell();
    return result;
  }

  /** Makes sure that everything that ran in `shared` can be read. Throws if it cannot be written to the data file. */
  settle(): void {
    this.#kept?.shared.settle();
  }

  #forget(): void {
    this.#counts.clear();
    for (const forget of this.#onRollback) forget();
  }

  /** Registers a callback for rolled back transactions, for example to clear a cache. */
  onRollback(forget: () => void): void {
    this.#onRollback.push(forget);
  }

  /** Registers a callback for work that is stored: after each transaction, and each piece of shared work. */
  onStored(tell: () => void): void {
    this.#onStored.push(tell);
  }

  /** Registers a callback for everything that was replaced at once: what was read of it holds no longer. */
  onRestored(forget: () => void): void {
    this.#onRestored.push(forget);
  }

  /** Writes everything into a new file, which is private and which `restoreFrom` takes. */
  saveTo(file: string): void {
    this.#kept?.shared.commit();
    makePrivateFile(file);
    try {
      this.#db.prepare('VACUUM INTO ?').run(file);
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    }
  }

  /**
   * Replaces everything by what a file of `saveTo` has, in one transaction: a kill leaves the one or the other. Throws a
   * SandboxError if the file is none of this version, and changes nothing then.
   */
  restoreFrom(file: string): void {
    checkImage(file);
    this.#kept?.shared.commit();
    this.#statements.clear();
    if (this.#kept || !loadImage(this.#db, file)) copyImage(this.#db, file);
    this.#forget();
    for (const forget of this.#onRestored) forget();
  }

  get isInMemory(): boolean {
    return this.#kept === undefined;
  }

  /** True if the file is still open. */
  get isOpen(): boolean {
    return this.#db.isOpen;
  }

  /** Moves the logs into the data file if there is room, and closes it. */
  close(): void {
    if (!this.isOpen) return;
    try {
      this.#kept?.shared.commit();
      this.#kept?.log.remove();
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // What cannot be moved now stays in its log. The next start moves it, or reports why it cannot.
    }
    this.#kept?.log.close();
    this.#db.close();
  }
}

/** Locks the file. Throws, and changes nothing, if it is a database of something else. */
function refuseOther(db: DatabaseSync, file: string): void {
  // Exclusive first: then the write-ahead log needs no shared memory, and nobody else can write behind the caches.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  // A new file is not read: two processes that have read it would wait for each other.
  if (statSync(file).size === 0) return;
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
  const tables = db
    .prepare('SELECT name FROM sqlite_schema')
    .all()
    .map(({ name }) => name);
  if (tables.length > 0 && (version === 0 || !tables.includes('settings')))
    throw new Error('it is a database of something else');
}

function describeOpenError(file: string, error: unknown): SandboxError {
  const text = error instanceof Error ? error.message : String(error);
  if (/locked|busy/i.test(text)) {
    return new SandboxError(
      'DATA_IN_USE',
      `the data file ${file} is in use by another program: close that one, or take another file`,
      error,
    );
  }
  if (/full/i.test(text)) {
    const kept = 'every answered write is kept, start it again when there is room';
    return new SandboxError('DATA_UNREADABLE', `no space is left for the data file ${file}: ${kept}`, error);
  }
  return new SandboxError('DATA_UNREADABLE', `the data file ${file} cannot be used: ${text}`, error);
}
