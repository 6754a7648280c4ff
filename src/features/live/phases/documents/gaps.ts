import { type StateStore, textIn } from '../../../../files/state/state-store.ts';
import { jsonIn } from '../../../../input/json/defined.ts';
import { type Side, sides } from '../../side.ts';

/** A time in which nobody received the events of a side, or it may not have sent them. Milliseconds since 1970. */
export type LiveGap = {
  readonly side: Side;
  readonly from: number;
  readonly to: number;
  /** When it was listed; absent while it is open. */
  readonly closed?: number;
};

const GAPS_NAME = 'live/gaps';
/** So many that are closed are kept: more than the receiver remembers, or they would be found again. */
const CLOSED_MAX = 1_000;

/** Gaps that the state knows, oldest first. */
export function readGaps(state: StateStore): readonly LiveGap[] {
  const found = jsonIn(textIn(state, GAPS_NAME) ?? '[]');
  return Array.isArray(found) ? found.filter(isGap) : [];
}

const isGap = (found: unknown): found is LiveGap => {
  const { side, from, to } = Object(found) as Partial<LiveGap>;
  return sides.some((each) => each === side) && typeof from === 'number' && typeof to === 'number';
};

/** The gaps of a pipeline, as its one deliverer keeps them. */
export class GapKeeper {
  readonly #state: StateStore;
  #all: readonly LiveGap[];

  constructor(state: StateStore) {
    this.#state = state;
    this.#all = readGaps(state);
  }

  get all(): readonly LiveGap[] {
    return this.#all;
  }

  get open(): readonly LiveGap[] {
    return this.#all.filter(({ closed }) => closed === undefined);
  }

  /** Notes a gap; returns false if it is known. @throws RunError `STATE.UNWRITABLE` */
  async add({ side, from, to }: LiveGap): Promise<boolean> {
    if (this.#all.some((each) => each.side === side && each.from <= from && each.to >= to)) return false;
    // The receiver makes one of several that follow one another closely.
    const others = this.#all.filter((each) => each.side !== side || each.from !== from);
    await this.#save([...others, { side, from, to }]);
    return true;
  }

  /** @throws RunError `STATE.UNWRITABLE` */
  async close(gap: LiveGap, at: number): Promise<void> {
    await this.#save(this.#all.map((each) => (each === gap ? { ...each, closed: at } : each)));
  }

  /** Forgets them all: what was before capture is in the bulk. @throws RunError `STATE.UNWRITABLE` */
  async clear(): Promise<void> {
    if (this.#all.length > 0) await this.#save([]);
  }

  async #save(all: readonly LiveGap[]): Promise<void> {
    const closed = all.filter((each) => each.closed !== undefined).slice(-CLOSED_MAX);
    this.#all = all.filter((each) => each.closed === undefined || closed.includes(each));
    await this.#state.save(GAPS_NAME, JSON.stringify(this.#all));
  }
}
