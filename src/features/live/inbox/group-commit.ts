/** One that waits for its batch. */
type Waiter<T> = {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
};

/** Commits items one batch after the other: those that come while a commit is under way share the next one. */
export class GroupCommit<T> {
  readonly #commit: (items: readonly T[]) => Promise<void>;
  readonly #bytesOf: (item: T) => number;
  readonly #most: number;
  readonly #waiting: Waiter<T>[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param commit has them all, or throws what each of them then gets
   * @param most bytes of a batch; one item may be longer
   */
  constructor(
    commit: (items: readonly T[]) => Promise<void>,
    bytesOf: (item: T) => number = () => 0,
    most = Number.POSITIVE_INFINITY,
  ) {
    this.#commit = commit;
    this.#bytesOf = bytesOf;
    this.#most = most;
  }

  /** Resolves once the item is committed. @throws the error of its batch */
  add(item: T): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is under way; never rejects. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // What comes in the same turn belongs to the same batch.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#next();
      try {
        await this.#commit(batch.map(({ item }) => item));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#running = undefined;
  }

  #next(): Waiter<T>[] {
    let bytes = 0;
    let count = 0;
    for (const { item } of this.#waiting) {
      bytes += this.#bytesOf(item);
      if (count > 0 && bytes > this.#most) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }
}
