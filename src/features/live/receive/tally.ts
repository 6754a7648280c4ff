import type { Waiting } from '../inbox/inbox.ts';
import { type Side, sides } from '../side.ts';

/** Numbers of one side. */
export type SideCounts = {
  /** Events that were stored and answered with 2xx. */
  readonly received: number;
  readonly badSignatures: number;
  /** Requests that were answered otherwise, though their address was right. */
  readonly refused: number;
  /** When the last event was answered with 2xx, milliseconds since 1970; 0 if none was. */
  readonly lastAnswered: number;
};

const NAMES = ['received', 'badSignatures', 'refused', 'lastAnswered'] as const;
type CountName = (typeof NAMES)[number];

const WAITING_EVENTS = sides.length * NAMES.length;
const WAITING_BYTES = WAITING_EVENTS + 1;

const placeOf = (side: Side, name: CountName): number =>
  sides.indexOf(side) * NAMES.length + NAMES.indexOf(name);

/** The numbers of a receiver, in memory that two threads share. */
export class ReceiverTally {
  /** The memory, for another thread to see the same numbers. */
  readonly shared: BigInt64Array<SharedArrayBuffer>;

  constructor(shared = new BigInt64Array(new SharedArrayBuffer((WAITING_BYTES + 1) * 8))) {
    this.shared = shared;
  }

  count(side: Side, name: Exclude<CountName, 'lastAnswered'>): void {
    Atomics.add(this.shared, placeOf(side, name), 1n);
  }

  answered(side: Side, at: number): void {
    this.count(side, 'received');
    Atomics.store(this.shared, placeOf(side, 'lastAnswered'), BigInt(at));
  }

  /** Begins with what earlier receivers counted. */
  begin(side: Side, counts: SideCounts): void {
    for (const name of NAMES) Atomics.store(this.shared, placeOf(side, name), BigInt(counts[name]));
  }

  of(side: Side): SideCounts {
    const read = (name: CountName): number => Number(Atomics.load(this.shared, placeOf(side, name)));
    return {
      received: read('received'),
      badSignatures: read('badSignatures'),
      refused: read('refused'),
      lastAnswered: read('lastAnswered'),
    };
  }

  set waiting({ events, bytes }: Waiting) {
    Atomics.store(this.shared, WAITING_EVENTS, BigInt(events));
    Atomics.store(this.shared, WAITING_BYTES, BigInt(bytes));
  }

  get waiting(): Waiting {
    return {
      events: Number(Atomics.load(this.shared, WAITING_EVENTS)),
      bytes: Number(Atomics.load(this.shared, WAITING_BYTES)),
    };
  }
}
