import { fingerprint64 } from '../keys/fingerprint64.ts';
import type { Route } from '../service/targets/target.ts';
import type { InFlight } from './in-flight.ts';
import type { LineItem } from './rows/line-row.ts';

/** Items that share one request, and the lanes that the request occupies. */
export type Batch = { readonly items: readonly LineItem[]; readonly lanes: readonly number[] };

/**
 * Collects items into full batches. Items whose order keys map to the same lane stay in order and are never in two
 * batches under way at once. Partial batches are released when the input ends, or when a waiting item is the oldest row
 * of a crowded window, so that waiting items never block the window. They start with the oldest item and are filled
 * from every lane.
 */
export async function* batch(
  chunks: AsyncIterable<readonly LineItem[]>,
  route: Route,
  window: InFlight,
  laneCount: number,
  signal: AbortSignal,
): AsyncGenerator<Batch> {
  const pending = new PendingGroups(route, laneCount);
  const iterator = chunks[Symbol.asyncIterator]();
  /** The next chunk, asked for while the batches of the one before are sent: what it records is on the disk by then. */
  let next: Promise<IteratorResult<readonly LineItem[]>> | undefined;
  const ask = (): typeof next => {
    const asked = iterator.next();
    // Its error is that of whoever awaits it.
    asked.catch(() => {});
    return asked;
  };
  try {
    while (!signal.aborted) {
      // The rows of a chunk that was asked for are in the window already.
      while (window.crowded && !next && !signal.aborted) {
        if (pending.oldest === window.head) yield pending.release();
        else await window.progress();
      }
      if (signal.aborted) break;
      const chunk = await (next ?? ask());
      next = undefined;
      if (chunk?.done !== false) break;
      if (!window.crowded) next = ask();
      const items = chunk.value;
      for (let at = 0; at < items.length; ) {
        at = pending.fill(items, at);
        for (const ready of pending.ready) yield ready;
      }
    }
    while (pending.size > 0 && !signal.aborted) yield pending.release();
  } finally {
    await next?.catch(() => {});
    await iterator.return?.();
  }
}

/** Most items make no batch ready. */
const NONE: readonly Batch[] = [];

/** Items that wait until their batch is full: by batch key and lane, in order. */
class PendingGroups {
  readonly #route: Route;
  readonly #laneCount: number;
  readonly #groups = new Map<string, Map<number, LineItem[]>>();
  size = 0;
  /** Batches that the items which came last have made ready, in order. */
  ready: readonly Batch[] = NONE;

  constructor(route: Route, laneCount: number) {
    this.#route = route;
    this.#laneCount = laneCount;
  }

  /** Number of the oldest waiting row; undefined if none waits. */
  get oldest(): number | undefined {
    let oldest: number | undefined;
    for (const group of this.#groups.values()) {
      const first = firstOf(group);
      if (oldest === undefined || first < oldest) oldest = first;
    }
    return oldest;
  }

  /**
   * Adds items from an index on, until batches are ready or all are added.
   * @returns the index of the first that was not added
   */
  fill(items: readonly LineItem[], from: number): number {
    this.ready = NONE;
    let at = from;
    while (at < items.length && this.ready === NONE) this.ready = this.#add(items[at++] as LineItem);
    return at;
  }

  /** @returns the batches that are ready now */
  #add(item: LineItem): readonly Batch[] {
    const key = this.#route.batchKey(item);
    const order = item.order ?? fingerprint64(this.#route.orderKey(item)).lo;
    const lane = order % this.#laneCount;
    if (this.#hangs(item)) return [...this.#releaseLane(lane), { items: [item], lanes: [lane] }];
    if (this.#route.alone?.(item)) return [{ items: [item], lanes: [lane] }];
    const group = this.#groups.get(key) ?? new Map<number, LineItem[]>();
    const waiting = group.get(lane) ?? [];
    this.#groups.set(key, group.set(lane, waiting));
    waiting.push(item);
    this.size++;
    if (waiting.length < this.#route.maxItems) return NONE;
    group.delete(lane);
    if (group.size === 0) this.#groups.delete(key);
    this.size -= waiting.length;
    return [{ items: waiting, lanes: [lane] }];
  }

  /** True if an item needs a message before it. */
  #hangs(item: LineItem): boolean {
    const { hanging } = this.#route;
    return hanging !== undefined && !item.isUnattached && hanging.hangsOn(item) !== undefined;
  }

  /** Everything that waits in a lane, as a batch for each batch key: the message that an item hangs on may be there. */
  #releaseLane(lane: number): readonly Batch[] {
    const released: Batch[] = [];
    for (const [key, group] of this.#groups) {
      const items = group.get(lane);
      if (!items) continue;
      group.delete(lane);
      if (group.size === 0) this.#groups.delete(key);
      this.size -= items.length;
      released.push({ items, lanes: [lane] });
    }
    return released;
  }

  /** Takes the oldest items, across lanes, of the batch key with the oldest item of all. */
  release(): Batch {
    const oldest = this.oldest;
    const found = [...this.#groups].find(([, group]) => firstOf(group) === oldest);
    if (!found) throw new RangeError('no item waits');
    const [key, group] = found;
    const items: LineItem[] = [];
    const lanes = new Set<number>();
    while (items.length < this.#route.maxItems && group.size > 0) {
      const [lane, waiting] = [...group].reduce((a, b) => (seqOf(b[1]) < seqOf(a[1]) ? b : a));
      items.push(waiting.shift() as LineItem);
      lanes.add(lane);
      if (waiting.length === 0) group.delete(lane);
    }
    if (group.size === 0) this.#groups.delete(key);
    this.size -= items.length;
    return { items, lanes: [...lanes] };
  }
}

const seqOf = (waiting: readonly LineItem[]): number => (waiting[0] as LineItem).seq;

function firstOf(group: ReadonlyMap<number, readonly LineItem[]>): number {
  let first = Number.POSITIVE_INFINITY;
  for (const waiting of group.values()) first = Math.min(first, seqOf(waiting));
  return first;
}
