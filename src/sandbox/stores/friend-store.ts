import type { Database } from '../storage/database.ts';

/** The friendships between users. Friendship is mutual, so both directions are stored. */
export class FriendStore {
  readonly #db: Database;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    this.#db = db;
  }

  /** True if two users are friends. */
  are(a: string, b: string): boolean {
    return this.#db.get('SELECT 1 FROM friends WHERE uid = ? AND friend = ?', a, b) !== undefined;
  }

  /** The number of friends of a user, deactivated ones included. */
  count(uid: string): number {
    return this.#db.count('friends WHERE uid = ?', uid);
  }

  /** Makes two users friends who are not friends yet. */
  insert(a: string, b: string, at: number): void {
    const sql = 'INSERT INTO friends (uid, friend, created_at) VALUES (?, ?, ?)';
    this.#db.run(sql, a, b, at);
    this.#db.run(sql, b, a, at);
  }

  /** Ends the friendship of two users. */
  remove(a: string, b: string): void {
    const sql = 'DELETE FROM friends WHERE uid = ? AND friend = ?';
    this.#db.run(sql, a, b);
    this.#db.run(sql, b, a);
  }
}
