/**
 * A bounded cache. It keeps at least the last `capacity` used entries and at most twice as many. It has two
 * generations, so that every step takes constant time: when the recent one is full, the previous one is dropped.
 */
export declare class RecentMap<K, V> {
    #private;
    /** `capacity` is a number of entries, at least 1. */
    constructor(capacity: number);
    /** The value of a key, if it is still cached. */
    get(key: K): V | undefined;
    /** Caches a value. The oldest entries may be dropped. */
    set(key: K, value: V): void;
    /** Removes one key. */
    delete(key: K): void;
    /** Removes everything, for example after a rolled back transaction. */
    clear(): void;
}
