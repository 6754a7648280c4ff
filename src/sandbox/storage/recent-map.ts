/**
 * A bounded cache: keeps at least the `capacity` entries used last and at most twice as many.
 * Two generations make every step constant time; the older one is dropped whole when the younger is full.
 */
export class RecentMap<K, V> {
  readonly #capacity: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** `capacity` is a number of entries, at least 1. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value of a key that is still remembered. */
  get(key: K): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Remembers a value; the oldest entries may be forgotten. */
  set(key: K, value: V): void {
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  /** Forgets one key. */
  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Forgets everything, as after a rolled back transaction. */
  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }
}
