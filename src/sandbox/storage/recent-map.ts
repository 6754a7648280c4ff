/**
 * A bounded cache. It keeps at least the last `capacity` used entries and at most twice as many. It has two
 * generations, so that every step takes constant time: when the recent one is full, the previous one is dropped.
 */
export class RecentMap<K, V> {
  readonly #capacity: number;
  #recent = new Map<K, V>();
  #previous = new Map<K, V>();

  /** `capacity` is a number of entries, at least 1. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value of a key, if it is still cached. */
  get(key: K): V | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const old = this.#previous.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Caches a value. The oldest entries may be dropped. */
  set(key: K, value: V): void {
    if (this.#recent.size >= this.#capacity) {
      this.#previous = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }

  /** Removes one key. */
  delete(key: K): void {
    this.#recent.delete(key);
    this.#previous.delete(key);
  }

  /** Removes everything, for example after a rolled back transaction. */
  clear(): void {
    this.#recent = new Map();
    this.#previous = new Map();
  }
}
