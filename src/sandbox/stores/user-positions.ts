import type { Database } from '../storage/database.ts';

/** Rows per block, as a power of two: a page is found by adding up block counts and walking at most one block. */
const BLOCK_BITS = 10;

/** Where to start reading: at `from`, after leaving out `skip` rows, which are fewer than a block. */
export type Start = { readonly from: number; readonly skip: number };

/**
 * How many users stand in each block of sequence numbers, so that any page of a list of a million is found at once
 * and its total needs no count. Only blocks that changed are counted again, which also covers what is rolled back.
 */
export class UserPositions {
  readonly #db: Database;
  readonly #sources: readonly string[];
  readonly #counts: number[] = [];
  readonly #stale = new Set<number>();
  #mayHaveGrown = true;

  /** `sources` are the tables and conditions, as SQL, whose users together are the list. */
  constructor(db: Database, sources: readonly string[]) {
    this.#db = db;
    this.#sources = sources;
  }

  /** A user was added. */
  added(): void {
    this.#mayHaveGrown = true;
  }

  /** The user with this number changed or is gone. */
  changed(seq: number): void {
    this.#stale.add(seq >> BLOCK_BITS);
  }

  /** How many users the list has. */
  get total(): number {
    return this.#currentCounts().reduce((sum, count) => sum + count, 0);
  }

  /** Where the user with this place in the list (from 0) is found. */
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
    // New numbers follow the highest one in use, which stands in the last block that is not empty, or after it.
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
