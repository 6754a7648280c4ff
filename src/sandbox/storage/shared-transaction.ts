import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { RedoLog, Writes } from './redo-log.ts';

/** The log of one transaction, some 20,000 rows; more would make it hardly cheaper, and a start after a kill slower. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;
/** How long a transaction is open at most. */
const MAX_OPEN_MS = 1000;

/** A random name, another one after each start and each shared transaction. */
const STATE = "SELECT value FROM settings WHERE name = 'state'";
const NEW_STATE =
  "INSERT OR REPLACE INTO settings (name, value) VALUES ('state', lower(hex(randomblob(16))))";

/**
 * A transaction that many pieces of work share: one commit for thousands of rows writes far fewer pages than one for every
 * fifty. Each piece is kept as soon as it has run, because the redo log holds what it recordWrite: should the transaction be
 * lost, by a kill or because it cannot be committed, it is written again from there.
 */
export class SharedTransaction {
  readonly #db: DatabaseSync;
  readonly #log: RedoLog;
  readonly #onRollback: () => void;
  /** What the running work has written. */
  #writes: [sql: string, ...runs: SQLInputValue[][]][] | undefined;
  /** Commits the open transaction. */
  #timer: NodeJS.Timeout | undefined;
  /** Whether work that was kept is in the log alone. */
  #needsReplay = false;

  /**
   * Writes again what a killed process has left in the log; throws when it cannot. `undone` is called when what was
   * written is taken back.
   */
  constructor(db: DatabaseSync, log: RedoLog, onRollback: () => void) {
    this.#db = db;
    this.#log = log;
    this.#onRollback = onRollback;
    this.#replayLog();
    // A copy that was made while nobody had the file open must not take what this process leaves in the log.
    this.#newState();
  }

  /** Whether work is running. */
  get isRunning(): boolean {
    return this.#writes !== undefined;
  }

  /** Runs the work and keeps what it writes; when it throws, it alone is undone. */
  run<T>(work: () => T): T {
    if (this.isRunning) throw new Error('shared work cannot stand in other shared work');
    if (this.#log.bytes >= MAX_LOG_BYTES) this.commit();
    const writes: [string, ...SQLInputValue[][]][] = [];
    this.#writes = writes;
    try {
      this.#begin();
      const result = work();
      if (!this.#db.isTransaction) throw new Error('SQLite has taken the transaction back');
      if (writes.length > 0) this.#log.append(writes);
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    } finally {
      this.#writes = undefined;
    }
  }

  /** Takes note of a statement that the running work has written with. */
  recordWrite(sql: string, values: SQLInputValue[]): void {
    const last = this.#writes?.at(-1);
    if (last?.[0] === sql) last.push(values);
    else this.#writes?.push([sql, values]);
  }

  /** Moves what was kept from the log into the data file; throws when it cannot, and then the log still holds it. */
  commit(): void {
    if (this.isRunning) throw new Error('what shared work writes is not committed before its end');
    if (this.#isOpen) {
      try {
        this.#db.exec('COMMIT');
        this.#clearTimer();
      } catch {
        // Why it failed is found, and told, by writes it again.
        this.#rollBack();
      }
    }
    this.settle();
  }

  /** Makes sure that what was kept can be read; throws when the data file does not take it. */
  settle(): void {
    // On a full disk even reading can end it: SQLite makes room in its cache by writes.
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
    if (state === undefined) throw new Error('the name of its state is gone from the data file');
    this.#log.begin(state);
    this.#db.exec('BEGIN IMMEDIATE');
    this.#newState();
    this.#timer = setTimeout(() => this.#commitInBackground(), MAX_OPEN_MS).unref();
  }

  /** A failure is for the next request to meet: nobody waits for this one. */
  #commitInBackground(): void {
    try {
      this.commit();
    } catch {}
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Gives the transaction up: what was kept of it must be written again. */
  #rollBack(): void {
    // SQLite ends the transaction by itself when, for example, the disk is full.
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
      const hint = `${this.#log.file} holds what was answered last; to start without that, move it away`;
      throw new Error(`${reason} (${hint})`, { cause: error });
    }
  }

  #state(): string | undefined {
    return this.#db.prepare(STATE).get()?.['value'] as string | undefined;
  }

  #newState(): void {
    this.#db.exec(NEW_STATE);
  }
}
