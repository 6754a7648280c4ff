/** Keeps up to a number of tasks under way. The first that fails is remembered: from then on everything throws it. */
export class TaskPool {
  readonly #width: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly reason: unknown } | undefined;

  constructor(width: number) {
    this.#width = width;
  }

  /** Starts a task as soon as fewer than `width` are under way. */
  async add(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#width) await Promise.race(this.#running);
    this.#throwFailure();
    const running: Promise<void> = task()
      .catch((reason: unknown) => {
        this.#failure ??= { reason };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits until nothing is under way, and throws the failure of a task if there was one. */
  async drain(): Promise<void> {
    await this.idle();
    this.#throwFailure();
  }

  /** Waits until nothing is under way, whatever becomes of it. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.reason;
  }
}
