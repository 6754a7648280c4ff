import { Store } from './store.ts';

/** The friendships between users. Friendship is mutual, so both directions are stored. */
export class FriendStore extends Store {
  /** True if two users are friends. */
  are(a: string, b: string): boolean {
    return this.db.get('SELECT 1 FROM friends WHERE uid = ? AND friend = ?', a, b) !== undefined;
  }

  /** The number of friends of a user, deactivated ones included. */
  count(uid: string): number {
    return this.db.count('friends WHERE uid = ?', uid);
  }

  /** Makes two users friends who are not friends yet. */
  insert(a: string, b: string, at: number): void {
    const sql = 'INSERT INTO friends (uid, friend, created_at) VALUES (?, ?, ?)';
    this.db.run(sql, a, b, at);
    this.db.run(sql, b, a, at);
  }

  /** Ends the friendship of two users. */
  remove(a: string, b: string): void {
    const sql = 'DELETE FROM friends WHERE uid = ? AND friend = ?';
    this.db.run(sql, a, b);
    this.db.run(sql, b, a);
  }
}

/** The blocks between users. A block stops messages in both directions. */
export class BlockStore extends Store {
  /** When `by` blocked `uid`, in Unix seconds. Undefined without a block. */
  blockedAt(uid: string, by: string): number | undefined {
    return this.db.value('SELECT blocked_at FROM blocks WHERE uid = ? AND blocked = ?', by, uid);
  }

  /** True if `by` has blocked `uid`. */
  isBlockedBy(uid: string, by: string): boolean {
    return this.blockedAt(uid, by) !== undefined;
  }

  /** Stores that `by` blocks `uid` from `at` on. An existing block keeps its time, and the answer is false. */
  insert(uid: string, by: string, at: number): boolean {
    const sql = 'INSERT OR IGNORE INTO blocks (uid, blocked, blocked_at) VALUES (?, ?, ?)';
    return this.db.run(sql, by, uid, at) > 0;
  }

  /** Lifts the block of `uid` by `by`. False if there was none. */
  remove(uid: string, by: string): boolean {
    return this.db.run('DELETE FROM blocks WHERE uid = ? AND blocked = ?', by, uid) > 0;
  }
}
