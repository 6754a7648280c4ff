import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { RedoLog, Writes } from './redo-log.ts';

/**
 * The log size of one transaction, some 20,000 rows. A larger one would be hardly cheaper, and would slow the
 * start after a kill.
 */
const MAX_LOG_BYTES = 4 * 1024 * 1024;
/** The longest time that a transaction stays open. */
const MAX_OPEN_MS = 1000;

/** The name of the state: random, and new after each start and each shared transaction. */
const STATE = "SELECT value FROM settings WHERE name = 'state'";
/** Gives the state a new name. */
export const RENAME_STATE =
  "INSERT OR REPLACE INTO settings (name, value) VALUES ('state', lower(hex(randomblob(16))))";

/**
 * A transaction that many pieces of work share. One commit for thousands of rows writes far fewer pages than one
 * for every fifty. The redo log holds the writes of each piece as soon as it has run. If the transaction is lost,
 * by a kill or because the commit fails, the writes are replayed from the log.
 */
export class SharedTransaction {
  readonly #db: DatabaseSync;
  readonly #log: RedoLog;
  readonly #onRollback: () => void;
  /** The writes of the running work. */
  #writes: [sql: string, ...runs: SQLInputValue[][]][] | undefined;
  /** Commits the open transaction when its time is over. */
  #timer: NodeJS.Timeout | undefined;
  /** True if finished work is only in the log. */
  #needsReplay = false;

  /** Replays the log of a killed process. Throws if it cannot. `onRollback` is called when writes are undone. */
  constructor(db: DatabaseSync, log: RedoLog, onRollback: () => void) {
    this.#db = db;
    this.#log = log;
    this.#onRollback = onRollback;
    this.#replayLog();
    // A copy of the file from before this start must not accept the log of this process.
    this.#newState();
  }

  /** True if work is running. */
  get isRunning(): boolean {
    return this.#writes !== undefined;
  }

  /** Runs the work and stores its writes. If it throws, only its own writes are undone. */
  run<T>(work: () => T): T {
    if (this.isRunning) throw new Error('shared work cannot run inside other shared work');
    if (this.#log.bytes >= MAX_LOG_BYTES) this.commit();
    const writes: [string, ...SQLInputValue[][]][] = [];
    this.#writes = writes;
    try {
      this.#begin();
      const result = work();
      if (!this.#db.isTransaction) throw new Error('SQLite has rolled back the transaction');
      if (writes.length > 0) this.#log.append(writes);
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#writes = undefined;
    }
  }

  /** Records a statement of the running work, with its values. */
  recordWrite(sql: string, values: SQLInputValue[]): void {
    const last = this.#writes?.at(-1);
    if (last?.[0] === sql) last.push(values);
    else this.#writes?.push([sql, values]);
  }

  /** Moves the writes from the log into the data file. If it throws, the log still holds them. */
  commit(): void {
    if (this.isRunning) throw new Error('shared work is not committed while it runs');
    if (this.#isOpen) {
      try {
        this.#db.exec('COMMIT');
        this.#clearTimer();
      } catch {
        // The replay finds and reports the reason.
        this.#rollBack();
      }
    }
    this.settle();
  }

  /** Makes sure that finished work can be read. Throws if it cannot be written to the data file. */
  settle(): void {
    // On a full disk even a read can end the transaction, because SQLite writes to make room in its cache.
    if (this.#isOpen && !this.#db.isTransaction) this.#rollBack();
    if (this.#needsReplay) this.#replayLog();
  }

  get #isOpen(): boolean {
    return this.#timer !== undefined;
  }

  #begin(): void {
    this.settle();
    if (this.#isOpen) return;
    const state = this.#state();
    if (state === undefined) throw new Error('the data file has no state name');
    this.#log.begin(state);
    this.#db.exec('BEGIN IMMEDIATE');
    this.#newState();
    this.#timer = setTimeout(() => this.#commitInBackground(), MAX_OPEN_MS).unref();
  }

  /** Ignores a failure, because nobody waits for this commit. The next request meets it. */
  #commitInBackground(): void {
    try {
      this.commit();
    } catch {}
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Gives up the transaction. Its finished work must be replayed. */
  #rollBack(): void {
    // SQLite may already have ended the transaction, for example on a full disk.
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    this.#clearTimer();
    this.#needsReplay = true;
    this.#onRollback();
  }

  #replayLog(): void {
    const state = this.#state();
    const entries = state === undefined ? [] : this.#log.entriesSince(state);
    if (entries.length > 0) this.#replay(entries);
    this.#log.remove();
    this.#needsReplay = false;
  }

  #replay(entries: readonly (readonly Writes[])[]): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const statements = new Map<string, StatementSync>();
      for (const [sql, ...runs] of entries.flat()) {
        const statement = statements.get(sql) ?? this.#db.prepare(sql);
        statements.set(sql, statement);
        for (const values of runs) statement.run(...values);
      }
      this.#newState();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      const reason = error instanceof Error ? error.message : String(error);
      const hint = `${this.#log.file} holds the last answered writes; to start without them, move it away`;
      throw new Error(`${reason} (${hint})`, { cause: error });
    }
  }

  #state(): string | undefined {
    return this.#db.prepare(STATE).get()?.['value'] as string | undefined;
  }

  #newState(): void {
    this.#db.exec(RENAME_STATE);
  }
}
