import type { Outcome } from '../input/rows/outcome.ts';
import type { Row } from '../input/rows/row.ts';
import type { Stamp } from '../keys/key-index.ts';
import type { PendingEntry } from '../ledger/pending-entry.ts';

/** What the window keeps of a row until it leaves. */
export type RowInFlight = {
  readonly row: Row;
  /** The row's key as far as it could be read, to name it by. */
  readonly key?: string;
  /** Set where the row has a key of its own, so that later rows can refer to it. */
  readonly stamp?: Stamp;
  /** False where the row was never fit to be sent. */
  readonly valid: boolean;
  /** Fields of the row that the route cannot carry. */
  readonly notCarried?: readonly string[];
};

/** A row with its outcome. */
export type Settled = RowInFlight & {
  readonly outcome: Outcome;
  /** What the ledger is to note of the row once the service has acknowledged it; absent where it was not to be sent. */
  readonly pending?: PendingEntry;
};

type Entry = RowInFlight & { outcome?: Outcome; pending?: PendingEntry };

/**
 * The window: rows enter in file order, settle in any order, leave in file order. Bounded: whoever feeds it waits for
 * `progress` while it is `crowded`, and feeds at most half of its capacity at once.
 */
export class InFlight {
  readonly capacity: number;
  #entries: Entry[] = [];
  #head: number;
  #settledRun = 0;
  #waiting: (() => void)[] = [];
  #onSettled: () => void;

  /**
   * @param first number of the first row that enters, counted over the whole step
   * @param onSettled called after every settle, so that a commit can be thought of
   */
  constructor(capacity: number, first: number, onSettled: () => void = () => {}) {
    this.capacity = capacity;
    this.#head = first;
    this.#onSettled = onSettled;
  }

  /** Number of the oldest row inside; of the next row to enter where it is empty. */
  get head(): number {
    return this.#head;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** More than half full: take nothing more in before rows have left. */
  get crowded(): boolean {
    return this.#entries.length * 2 > this.capacity;
  }

  /** Takes a row in and gives its number. */
  enter(entry: RowInFlight): number {
    if (this.#entries.length >= this.capacity) throw new RangeError('the window is full');
    this.#entries.push({ ...entry });
    return this.#head + this.#entries.length - 1;
  }

  /** Keeps with a row inside what the ledger is to note of it. */
  setPending(seq: number, pending: PendingEntry): void {
    this.#entry(seq).pending = pending;
  }

  /** Says how a row inside ends; exactly once for each. */
  settle(seq: number, outcome: Outcome): void {
    const entry = this.#entry(seq);
    if (entry.outcome) throw new RangeError(`row ${seq} was settled twice`);
    entry.outcome = outcome;
    while (this.#settledRun < this.#entries.length && this.#entries[this.#settledRun]?.outcome)
      this.#settledRun++;
    this.#onSettled();
  }

  #entry(seq: number): Entry {
    const entry = this.#entries[seq - this.#head];
    if (!entry) throw new RangeError(`row ${seq} is not in the window`);
    return entry;
  }

  /** How many rows could leave now. */
  get ready(): number {
    return this.#settledRun;
  }

  /** Removes the longest settled run from the front, in file order. */
  take(): readonly Settled[] {
    const taken = this.#entries.splice(0, this.#settledRun) as Settled[];
    this.#head += taken.length;
    this.#settledRun = 0;
    return taken;
  }

  /** Wakes everyone who waits in `progress`: rows have left, or the run is over. */
  wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves at the next `wake`. */
  progress(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
