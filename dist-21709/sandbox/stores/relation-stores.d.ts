import { Store } from './store.ts';
/** The friendships between users. Friendship is mutual, so both directions are stored. */
export declare class FriendStore extends Store {
    /** True if two users are friends. */
    are(a: string, b: string): boolean;
    /** The number of friends of a user, deactivated ones included. */
    count(uid: string): number;
    /** Makes two users friends who are not friends yet. */
    insert(a: string, b: string, at: number): void;
    /** Ends the friendship of two users. */
    remove(a: string, b: string): void;
}
/** The blocks between users. A block stops messages in both directions. */
export declare class BlockStore extends Store {
    /** When `by` blocked `uid`, in Unix seconds. Undefined without a block. */
    blockedAt(uid: string, by: string): number | undefined;
    /** True if `by` has blocked `uid`. */
    isBlockedBy(uid: string, by: string): boolean;
    /** True if one of the two has blocked the other. */
    isBlocked(a: string, b: string): boolean;
    /** Stores that `by` blocks `uid` from `at` on. An existing block keeps its time, and the answer is false. */
    insert(uid: string, by: string, at: number): boolean;
    /** Lifts the block of `uid` by `by`. False if there was none. */
    remove(uid: string, by: string): boolean;
}
