import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { RedoLog, Writes } from './redo-log.ts';

/** The log of one transaction, some 20,000 rows; more would make it hardly cheaper, and a start after a kill slower. */
const MAX_LOG_BYTES = 4 * 1024 * 1024;
/** How long a transaction is open at most. */
const HOLD_MS = 1000;

/** A random name, another one after each start and each shared transaction. */
const STATE = "SELECT value FROM settings WHERE name = 'state'";
const NEW_STATE =
  "INSERT OR REPLACE INTO settings (name, value) VALUES ('state', lower(hex(randomblob(16))))";

/**
 * A transaction that many pieces of work share: one commit for thousands of rows writes far fewer pages than one for every
 * fifty. Each piece is kept as soon as it has run, because the redo log holds what it wrote: should the transaction be
 * lost, by a kill or because it cannot be committed, it is written again from there.
 */
export class SharedTransaction {
  readonly #db: DatabaseSync;
  readonly #log: RedoLog;
  readonly #undone: () => void;
  /** What the running work has written. */
  #writing: [sql: string, ...runs: SQLInputValue[][]][] | undefined;
  /** Commits the open transaction. */
  #timer: NodeJS.Timeout | undefined;
  /** Whether work that was kept is in the log alone. */
  #isLost = false;

  /**
   * Writes again what a killed process has left in the log; throws when it cannot. `undone` is called when what was
   * written is taken back.
   */
  constructor(db: DatabaseSync, log: RedoLog, undone: () => void) {
    this.#db = db;
    this.#log = log;
    this.#undone = undone;
    this.#restore();
    // A copy that was made while nobody had the file open must not take what this process leaves in the log.
    this.#newState();
  }

  /** Whether work is running. */
  get isWorking(): boolean {
    return this.#writing !== undefined;
  }

  /** Runs the work and keeps what it writes; when it throws, it alone is undone. */
  run<T>(work: () => T): T {
    if (this.isWorking) throw new Error('shared work cannot stand in other shared work');
    if (this.#log.bytes >= MAX_LOG_BYTES) this.commit();
    const writing: [string, ...SQLInputValue[][]][] = [];
    this.#writing = writing;
    try {
      this.#begin();
      const result = work();
      if (!this.#db.isTransaction) throw new Error('SQLite has taken the transaction back');
      if (writing.length > 0) this.#log.note(writing);
      return result;
    } catch (error) {
      this.#lose();
      throw error;
    } finally {
      this.#writing = undefined;
    }
  }

  /** Takes note of a statement that the running work has written with. */
  wrote(sql: string, values: SQLInputValue[]): void {
    const last = this.#writing?.at(-1);
    if (last?.[0] === sql) last.push(values);
    else this.#writing?.push([sql, values]);
  }

  /** Moves what was kept from the log into the data file; throws when it cannot, and then the log still holds it. */
  commit(): void {
    if (this.isWorking) throw new Error('what shared work writes is not committed before its end');
    if (this.#isOpen) {
      try {
        this.#db.exec('COMMIT');
        this.#ended();
      } catch {
        // Why it failed is found, and told, by writing it again.
        this.#lose();
      }
    }
    this.settle();
  }

  /** Makes sure that what was kept can be read; throws when the data file does not take it. */
  settle(): void {
    // On a full disk even reading can end it: SQLite makes room in its cache by writing.
    if (this.#isOpen && !this.#db.isTransaction) this.#lose();
    if (this.#isLost) this.#restore();
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
    this.#timer = setTimeout(() => this.#commitUnasked(), HOLD_MS).unref();
  }

  /** A failure is for the next request to meet: nobody waits for this one. */
  #commitUnasked(): void {
    try {
      this.commit();
    } catch {}
  }

  #ended(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Gives the transaction up: what was kept of it must be written again. */
  #lose(): void {
    // SQLite ends the transaction by itself when, for example, the disk is full.
    if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    this.#ended();
    this.#isLost = true;
    this.#undone();
  }

  #restore(): void {
    const state = this.#state();
    const lost = state === undefined ? [] : this.#log.since(state);
    if (lost.length > 0) this.#writeAgain(lost);
    this.#log.remove();
    this.#isLost = false;
  }

  #writeAgain(lost: readonly (readonly Writes[])[]): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const statements = new Map<string, StatementSync>();
      for (const [sql, ...runs] of lost.flat()) {
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
