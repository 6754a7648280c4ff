import { acceptedStatuses, type Outcome } from '../input/rows/outcome.ts';
import type { Row } from '../input/rows/row.ts';
import type { Stamp } from '../keys/key-index.ts';
import type { PendingEntry } from '../ledger/pending-entry.ts';
import type { LineRow } from './rows/line-row.ts';
import type { SlabRow } from './rows/slab-row.ts';

/** Row as the window stores it until the row leaves. */
export type RowInFlight = LineRow & {
  readonly row: Row;
  /** The row's key, as far as it could be read; used to name the row. */
  readonly key?: string;
  /** Set if the row is the first with its key, so that later rows can refer to it. */
  readonly stamp?: Stamp;
  /** False if the row could never be sent. */
  readonly valid: boolean;
  /** True for a user who is deactivated once the row has landed. */
  readonly isInactive?: boolean;
  /** Fields of the row that the route cannot carry. */
  notCarried?: readonly string[];
  /** When the row was sent, epoch seconds, if that is before what the service keeps. */
  readonly tooOldAt?: number | undefined;
};

/** True if the service has created a row as it was sent, and the row is among the counts of its step. */
export const isPlainlyCreated = ({ isCreated, counted }: Settled): boolean =>
  isCreated === true && counted === true;

/** A row with its outcome. */
export type Settled = RowInFlight & {
  readonly outcome: Outcome;
  /** Entry that the ledger records once the service has acknowledged the row; absent if the row is not to be sent. */
  readonly pending?: PendingEntry | undefined;
  /** Set once the row is among the counts of its step, which may be before it leaves the window. */
  readonly counted?: true;
};

/** A row that the service has accepted, with its number in the window. */
export type AcceptedRow = { readonly seq: number; readonly settled: Settled };

/** Rows that the service has accepted; those apart that it has created as they were recorded. */
type Accepted = { readonly created: readonly SlabRow[]; readonly others: readonly AcceptedRow[] };

type Entry = RowInFlight & { outcome?: Outcome; pending?: PendingEntry | undefined; counted?: true };

/**
 * The window: rows enter in file order, settle in any order, and leave in file order. It is bounded: its producer waits for
 * `progress` while it is `crowded`, and adds at most half of its capacity at once.
 */
export class InFlight {
  readonly capacity: number;
  #entries: Entry[] = [];
  #head: number;
  #settledRun = 0;
  /** Rows with a result of the service that `takeAccepted` has not returned yet. */
  #created: SlabRow[] = [];
  #accepted: number[] = [];
  #waiting: (() => void)[] = [];
  #onSettled: () => void;

  /**
   * @param first number of the first row that enters, counted over the whole step
   * @param onSettled called after every `settle`, so that a commit can be scheduled
   */
  constructor(capacity: number, first: number, onSettled: () => void = () => {}) {
    this.capacity = capacity;
    this.#head = first;
    this.#onSettled = onSettled;
  }

  /** Number of the oldest row in the window; if the window is empty, of the next row to enter. */
  get head(): number {
    return this.#head;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** More than half full: add nothing before rows have left. */
  get crowded(): boolean {
    return this.#entries.length * 2 > this.capacity;
  }

  /**
   * Adds a row, which then belongs to the window, and returns its number.
   * @throws RangeError if the window is full
   */
  enter(entry: RowInFlight): number {
    if (this.#entries.length >= this.capacity) throw new RangeError('the window is full');
    this.#entries.push(entry);
    return this.#head + this.#entries.length - 1;
  }

  /** Stores what the ledger is to record for a row in the window. */
  setPending(seq: number, pending: PendingEntry): void {
    this.#entry(seq).pending = pending;
  }

  /** Adds to the values of a row in the window that the route cannot carry, unless it is among them. */
  lose(seq: number, value: string): void {
    const entry = this.#entry(seq);
    const { notCarried = [] } = entry;
    if (!notCarried.includes(value)) entry.notCarried = [...notCarried, value];
  }

  /**
   * Sets the outcome of a row in the window.
   * @throws RangeError if the row is not in the window or has an outcome
   */
  settle(seq: number, outcome: Outcome): void {
    const entry = this.#entry(seq);
    if (isSettled(entry)) throw new RangeError(`row ${seq} was settled twice`);
    entry.outcome = outcome;
    if (isIntended(entry) && isAccepted(outcome)) this.#accepted.push(seq);
    this.#moveOn();
  }

  /**
   * Settles rows in the window that the service has created; their ids are in their slabs.
   * @throws RangeError if one of them has an outcome
   */
  settleCreated(rows: readonly SlabRow[]): void {
    for (const row of rows) {
      if (row.isSettled) throw new RangeError(`row ${row.seq} was settled twice`);
      row.isCreated = true;
      if (row.ledgerRow > 0) this.#created.push(row);
      else this.#accepted.push(row.seq);
    }
    this.#moveOn();
  }

  #moveOn(): void {
    const entries = this.#entries;
    while (this.#settledRun < entries.length && isSettled(entries[this.#settledRun] as Entry))
      this.#settledRun++;
    this.#onSettled();
  }

  /** Settles a row that an earlier process has sent and counted. */
  settleCounted(seq: number, outcome: Outcome): void {
    this.#entry(seq).counted = true;
    this.settle(seq, outcome);
  }

  /**
   * Returns the rows that the service has accepted since the last call, in any order.
   * @param counts whether the caller counts them
   */
  takeAccepted(counts = true): Accepted {
    const created = this.#created;
    this.#created = [];
    if (counts) for (const row of created) row.counted = true;
    const others = this.#accepted.map((seq) => {
      const entry = this.#entry(seq);
      if (counts) entry.counted = true;
      return { seq, settled: entry as Settled };
    });
    this.#accepted = [];
    return { created, others };
  }

  #entry(seq: number): Entry {
    const entry = this.#entries[seq - this.#head];
    if (!entry) throw new RangeError(`row ${seq} is not in the window`);
    return entry;
  }

  /** Number of rows that could leave now. */
  get ready(): number {
    return this.#settledRun;
  }

  /**
   * Removes and returns all settled rows before the first open one, in file order. Those that the service has accepted must
   * have been taken as such.
   */
  take(): readonly Settled[] {
    const taken = this.#entries.splice(0, this.#settledRun) as Settled[];
    this.#head += taken.length;
    this.#settledRun = 0;
    return taken;
  }

  /** Resolves every promise of `progress`: rows have left, or the run is over. */
  wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves at the next `wake`. */
  progress(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

const isSettled = (row: Entry): boolean => row.isSettled ?? row.outcome !== undefined;

/** True if the ledger has recorded that a row is to be sent. */
export const isIntended = (row: Pick<Settled, 'isIntended' | 'pending'>): boolean =>
  row.isIntended ?? row.pending !== undefined;

/** True if a row is in the service, as the service has answered. */
const isAccepted = ({ status }: Outcome): boolean =>
  (acceptedStatuses as readonly Outcome['status'][]).includes(status);
