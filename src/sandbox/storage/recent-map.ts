/**
 * A bounded cache: keeps at least the `capacity` entries used last and at most twice as many.
 * Two generations make every step constant time; the older one is dropped whole when the younger is full.
 */
export class RecentMap<K, V> {
  readonly #capacity: number;
  #recent = new Map<K, V>();
  #previous = new Map<K, V>();

  /** `capacity` is a number of entries, at least 1. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The value of a key that is still remembered. */
  get(key: K): V | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const old = this.#previous.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Remembers a value; the oldest entries may be forgotten. */
  set(key: K, value: V): void {
    if (this.#recent.size >= this.#capacity) {
      this.#previous = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }

  /** Forgets one key. */
  delete(key: K): void {
    this.#recent.delete(key);
    this.#previous.delete(key);
  }

  /** Forgets everything, as after a rolled back transaction. */
  clear(): void {
    this.#recent = new Map();
    this.#previous = new Map();
  }
}
