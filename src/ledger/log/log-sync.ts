/** Makes writes survive a power cut: all that wait for it while one sync is under way share the next one. */
export class LogSync<Position> {
  readonly #sync: () => Promise<void>;
  readonly #position: () => Position;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: { readonly reason: unknown } | undefined;
  /** Place where the log ended when the last finished sync began. */
  synced: Position;

  /**
   * @param sync resolves once everything written before the call survives a power cut
   * @param position where the log ends now
   * @param synced where it ended at a sync before
   */
  constructor(sync: () => Promise<void>, position: () => Position, synced: Position) {
    this.#sync = sync;
    this.#position = position;
    this.synced = synced;
  }

  /**
   * Resolves once everything written before the call survives a power cut.
   * @throws the error of the first sync that failed: what is on the disk since then is unknown, so there is no other one
   */
  now(): Promise<void> {
    this.assertSound();
    if (!this.#running) {
      this.#running = this.#run();
      return this.#running;
    }
    // The one under way may have begun before the last write.
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      this.#running = this.#run();
      return this.#running;
    });
    return this.#next;
  }

  /** @throws the error of a sync that failed */
  assertSound(): void {
    if (this.#failure) throw this.#failure.reason;
  }

  /** Resolves when no sync is under way; never rejects. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running.catch(() => {});
  }

  get isSound(): boolean {
    return this.#failure === undefined;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  async #run(): Promise<void> {
    const position = this.#position();
    try {
      await this.#sync();
      this.synced = position;
    } catch (reason) {
      this.#failure ??= { reason };
      throw reason;
    } finally {
      this.#running = undefined;
    }
  }
}
