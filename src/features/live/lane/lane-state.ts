import { cannotWrite } from '../../../errors/run-error.ts';
import { type StateStore, textIn } from '../../../files/state/state-store.ts';
import type { Side } from '../side.ts';
import type { EventEnd, LaneCounts } from './lane.ts';

/** Times that the lag is made of. */
const TIMES_MAX = 1_000;

const ENDS = [
  'duplicate',
  'unchanged',
  'folded',
  'created',
  'updated',
  'removed',
  'skipped',
  'dead',
] as const satisfies readonly EventEnd[];

export type LaneNumbers = Record<EventEnd | 'echoes' | 'conflicts', number>;

/** The document of a direction: what it counted, and in which events it counted last. */
type LaneDocument = {
  readonly counts: Partial<LaneNumbers>;
  /** The events of the last pass: if the inbox was not told that they are done, they come again. */
  readonly counted: readonly number[];
  readonly lag: readonly number[];
};

const nameOf = (side: Side): string => `live/lane-${side}.json`;

function zeroes(): LaneNumbers {
  return Object.fromEntries([...ENDS, 'echoes', 'conflicts'].map((name) => [name, 0])) as LaneNumbers;
}

function documentIn(state: StateStore, side: Side): LaneDocument | undefined {
  try {
    return JSON.parse(textIn(state, nameOf(side)) ?? '') as LaneDocument;
  } catch {
    return undefined;
  }
}

/** The numbers of a direction; they are kept from run to run. */
export class LaneState {
  readonly #state: StateStore;
  readonly #side: Side;
  readonly numbers: LaneNumbers;
  #counted: ReadonlySet<number>;
  #nowCounted = new Set<number>();
  #times: number[];

  constructor(state: StateStore, side: Side) {
    this.#state = state;
    this.#side = side;
    const { counts, counted = [], lag = [] } = documentIn(state, side) ?? {};
    this.numbers = { ...zeroes(), ...counts };
    this.#counted = new Set(counted);
    this.#times = [...lag];
  }

  /** Counts what became of an event; once, also if a kill makes it come again. */
  count(seq: number, end: EventEnd, isEcho: boolean): void {
    if (this.#counted.has(seq)) return;
    if (seq >= 0) this.#nowCounted.add(seq);
    this.numbers[end]++;
    if (isEcho) this.numbers.echoes++;
  }

  /** An event that was dead is read again: it is counted anew. */
  revive(): void {
    this.numbers.dead = Math.max(0, this.numbers.dead - 1);
  }

  /** The time from the receipt of an event to its writing, milliseconds. */
  took(ms: number): void {
    this.#times.push(ms);
    if (this.#times.length > TIMES_MAX) this.#times.splice(0, this.#times.length - TIMES_MAX);
  }

  get lag(): { readonly p50: number; readonly p95: number; readonly max: number } {
    const sorted = this.#times.toSorted((a, b) => a - b);
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return { p50: at(0.5), p95: at(0.95), max: sorted.at(-1) ?? 0 };
  }

  /** @throws RunError `STATE.UNWRITABLE` */
  async save(): Promise<void> {
    const counted = [...this.#nowCounted];
    const document: LaneDocument = { counts: this.numbers, counted, lag: this.#times.slice(-100) };
    try {
      await this.#state.save(nameOf(this.#side), JSON.stringify(document));
    } catch (error) {
      throw cannotWrite(error, this.#state.pathOf(nameOf(this.#side)));
    }
  }

  /** Called once the inbox knows that the events of the pass are done. */
  settle(): void {
    this.#counted = new Set();
    this.#nowCounted = new Set();
  }
}

/** The numbers with what they add up to. */
export function withSums(numbers: LaneNumbers, waiting: number): LaneCounts {
  const settled = ENDS.reduce((sum, end) => sum + numbers[end], 0);
  return { ...numbers, waiting, received: settled + waiting };
}
