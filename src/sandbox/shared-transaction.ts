import type { DatabaseSync } from 'node:sqlite';

/** Pieces of work in one transaction; more than clients send at once, few enough that nobody waits long. */
const MAX_SHARES = 16;

type Open = { readonly committed: PromiseWithResolvers<void>; shares: number };

/**
 * A transaction that several pieces of work share when they come at the same time: one commit for all of them writes
 * fewer pages than one for each. It is committed when a turn of the event loop brought no more. Whoever runs work in it
 * waits for `committed` before telling anybody, and whoever reads for somebody else commits first.
 */
export class SharedTransaction {
  readonly #db: DatabaseSync;
  readonly #undone: () => void;
  #open: Open | undefined;

  /** `undone` is called when what was written is taken back. */
  constructor(db: DatabaseSync, undone: () => void) {
    this.#db = db;
    this.#undone = undone;
  }

  /** Settles when all that was run is durable, or is taken back because it could not be made so. */
  get committed(): Promise<void> {
    return this.#open?.committed.promise ?? Promise.resolve();
  }

  /** Runs the work; when it throws, it alone is undone. */
  run<T>(work: () => T): T {
    const open = this.#begin();
    open.shares += 1;
    this.#db.exec('SAVEPOINT share');
    try {
      const result = work();
      this.#db.exec('RELEASE share');
      return result;
    } catch (error) {
      // SQLite ends the whole transaction by itself when, for example, the disk is full.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK TO share; RELEASE share');
      else this.#fail(error);
      this.#undone();
      throw error;
    }
  }

  /** Makes durable what was run; does nothing when there is nothing. */
  commit(): void {
    const open = this.#open;
    if (!open) return;
    try {
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      this.#fail(error);
      this.#undone();
      return;
    }
    this.#open = undefined;
    open.committed.resolve();
  }

  #begin(): Open {
    if (this.#open) return this.#open;
    this.#db.exec('BEGIN IMMEDIATE');
    const open = { committed: Promise.withResolvers<void>(), shares: 0 };
    // Work that threw has nobody who waits.
    open.committed.promise.catch(() => {});
    this.#open = open;
    this.#commitLater(open, 0);
    return open;
  }

  #commitLater(open: Open, sharesBefore: number): void {
    setImmediate(() => {
      if (this.#open !== open) return;
      const isGrowing = open.shares > sharesBefore && open.shares < MAX_SHARES;
      if (isGrowing) this.#commitLater(open, open.shares);
      else this.commit();
    });
  }

  #fail(error: unknown): void {
    this.#open?.committed.reject(error);
    this.#open = undefined;
  }
}
