import type { Database } from '../storage/database.ts';

/** Rows per block, as a power of two. To find a page, block counts are added up and at most one block is walked. */
const BLOCK_BITS = 10;

/** Place to start reading: at `from`, after skipping `skip` rows, fewer than a block. */
export type Start = { readonly from: number; readonly skip: number };

/**
 * The number of users in each block of sequence numbers. So any page of a list of a million is found at once, and
 * its total needs no count. Only changed blocks are counted again, also after a rollback.
 */
export class UserPositions {
  readonly #db: Database;
  readonly #sources: readonly string[];
  readonly #counts: number[] = [];
  readonly #stale = new Set<number>();
  #mayHaveGrown = true;

  /** `sources` are tables with conditions, as SQL. The list holds the users of all of them. */
  constructor(db: Database, sources: readonly string[]) {
    this.#db = db;
    this.#sources = sources;
  }

  /** Call it after a user was added. */
  added(): void {
    this.#mayHaveGrown = true;
  }

  /** Call it after the user with this number changed or was removed. */
  changed(seq: number): void {
    this.#stale.add(seq >> BLOCK_BITS);
  }

  /** The number of users in the list. */
  get total(): number {
    return this.#currentCounts().reduce((sum, count) => sum + count, 0);
  }

  /** Finds the user at this place in the list, counted from 0. */
  locate(place: number): Start {
    let skip = place;
    const counts = this.#currentCounts();
    for (const [block, count] of counts.entries()) {
      if (skip < count) return { from: block << BLOCK_BITS, skip };
      skip -= count;
    }
    return { from: counts.length << BLOCK_BITS, skip };
  }

  #currentCounts(): readonly number[] {
    const counts = this.#counts;
    for (const block of this.#stale) {
      // Blocks past the end were empty until now.
      if (block >= counts.length) this.#mayHaveGrown = true;
      else this.#recount(block);
    }
    this.#stale.clear();
    if (!this.#mayHaveGrown) return counts;
    // New numbers follow the highest one in use, which is in the last block that is not empty, or after it.
    while (counts.length > 0 && counts.at(-1) === 0) counts.pop();
    const last = this.#db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM users')?.seq ?? 0;
    for (let block = Math.max(0, counts.length - 1); block <= last >> BLOCK_BITS; block++)
      this.#recount(block);
    this.#mayHaveGrown = false;
    return counts;
  }

  #recount(block: number): void {
    const from = block << BLOCK_BITS;
    const until = from + (1 << BLOCK_BITS);
    this.#counts[block] = this.#sources
      .map((source) => `SELECT count(*) AS count FROM ${source} AND seq >= ? AND seq < ?`)
      .reduce((sum, sql) => sum + (this.#db.get<{ count: number }>(sql, from, until)?.count ?? 0), 0);
  }
}
