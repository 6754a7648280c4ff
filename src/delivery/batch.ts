import type { Item } from '../input/entities/entity.ts';
import { fingerprint64 } from '../keys/fingerprint64.ts';
import type { Route } from '../service/targets/target.ts';
import type { InFlight } from './in-flight.ts';

/** Items that share one request, and the lanes it keeps busy. */
export type Batch = { readonly items: readonly Item[]; readonly lanes: readonly number[] };

/**
 * Collects items into full batches. Items whose order key falls on the same lane stay in order and are never in two
 * batches under way at once. What is left over is released, oldest first and filled up from every lane, when the input
 * ends or when a row held here keeps the window from moving: so a row is never held where it can block the window.
 */
export async function* batch(
  chunks: AsyncIterable<readonly Item[]>,
  route: Route,
  window: InFlight,
  laneCount: number,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const held = new PendingGroups(route, laneCount);
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    while (!signal.aborted) {
      while (window.crowded && !signal.aborted) {
        if (held.oldest === window.head) yield held.release();
        else await window.progress();
      }
      const chunk = signal.aborted ? undefined : await iterator.next();
      if (!chunk || chunk.done) break;
      for (const item of chunk.value) {
        const full = held.add(item);
        if (full) yield full;
      }
    }
    while (held.size > 0 && !signal.aborted) yield held.release();
  } finally {
    await iterator.return?.();
  }
}

/** Items that wait for company: per batch key, per lane, in order. */
class PendingGroups {
  readonly #route: Route;
  readonly #laneCount: number;
  readonly #groups = new Map<string, Map<number, Item[]>>();
  size = 0;

  constructor(route: Route, laneCount: number) {
    this.#route = route;
    this.#laneCount = laneCount;
  }

  /** Number of the oldest row held; undefined where none is. */
  get oldest(): number | undefined {
    let oldest: number | undefined;
    for (const group of this.#groups.values()) {
      const first = firstOf(group);
      if (oldest === undefined || first < oldest) oldest = first;
    }
    return oldest;
  }

  /** Adds an item; gives the batch that it fills, if it fills one. */
  add(item: Item): Batch | undefined {
    const key = this.#route.batchKey(item);
    const lane = fingerprint64(this.#route.orderKey(item)).lo % this.#laneCount;
    if (this.#route.alone?.(item)) return { items: [item], lanes: [lane] };
    const group = this.#groups.get(key) ?? new Map<number, Item[]>();
    const waiting = group.get(lane) ?? [];
    this.#groups.set(key, group.set(lane, waiting));
    waiting.push(item);
    this.size++;
    if (waiting.length < this.#route.maxItems) return undefined;
    group.delete(lane);
    if (group.size === 0) this.#groups.delete(key);
    this.size -= waiting.length;
    return { items: waiting, lanes: [lane] };
  }

  /** The oldest items, across lanes, of the batch key that holds the oldest of all. */
  release(): Batch {
    const oldest = this.oldest;
    const found = [...this.#groups].find(([, group]) => firstOf(group) === oldest);
    if (!found) throw new RangeError('nothing is held');
    const [key, group] = found;
    const items: Item[] = [];
    const lanes = new Set<number>();
    while (items.length < this.#route.maxItems && group.size > 0) {
      const [lane, waiting] = [...group].reduce((a, b) => (seqOf(b[1]) < seqOf(a[1]) ? b : a));
      items.push(waiting.shift() as Item);
      lanes.add(lane);
      if (waiting.length === 0) group.delete(lane);
    }
    if (group.size === 0) this.#groups.delete(key);
    this.size -= items.length;
    return { items, lanes: [...lanes] };
  }
}

const seqOf = (waiting: readonly Item[]): number => (waiting[0] as Item).seq;

function firstOf(group: ReadonlyMap<number, readonly Item[]>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const waiting of group.values()) first = Math.min(first, seqOf(waiting));
  return first;
}
