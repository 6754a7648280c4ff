import { type Clock, sleepWith } from '../../src/system/clock.ts';

type Timer = {
  at: number;
  order: number;
  live: boolean;
  readonly work: () => void;
  readonly everyMs?: number;
};

/** What the event loop lists while something other than a timer is under way, such as reading a file. */
const UNDER_WAY = /Immediate|Req|Job|Zlib|Zstd/i;
const EPOCH = Date.UTC(2026, 0, 2);

/**
 * A clock whose time moves only where nothing else can happen: `run` lets all happen that is ready, then moves to the
 * next timer. Hours take milliseconds, and the same work always takes the same steps. Processes of a simulation and the
 * service that they talk to can share it.
 */
export class VirtualClock implements Clock {
  #elapsedMs = 0;
  #wallMs: number;
  #order = 0;
  /** A heap: the next timer first; of two at the same time, the older one. */
  readonly #timers: Timer[] = [];
  /** Timers that can end a wait; those of `every` keep nothing alive, as in a real process. */
  #pending = 0;

  /** @param startMs the wall-clock time at the start, epoch milliseconds */
  constructor(startMs = EPOCH) {
    this.#wallMs = startMs;
  }

  now(): number {
    return this.#wallMs + this.#elapsedMs;
  }

  elapsed(): number {
    return this.#elapsedMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return sleepWith((afterMs, work) => this.after(afterMs, work), ms, signal);
  }

  after(ms: number, work: () => void): Disposable {
    return this.#start({ at: this.#elapsedMs + Math.max(0, ms), order: 0, live: true, work });
  }

  every(ms: number, work: () => void): Disposable {
    const everyMs = Math.max(1, ms);
    return this.#start({ at: this.#elapsedMs + everyMs, order: 0, live: true, work, everyMs });
  }

  /** The clock as a process sees it that may end: from then on, none of its timers does anything. */
  of(isAlive: () => boolean): Clock {
    const after: Clock['after'] = (ms, work) => this.after(ms, () => isAlive() && work());
    return {
      now: () => this.now(),
      elapsed: () => this.#elapsedMs,
      after,
      every: (ms, work) => {
        const timer = this.every(ms, () => (isAlive() ? work() : timer[Symbol.dispose]()));
        return timer;
      },
      sleep: (ms, signal) => sleepWith(after, ms, signal),
    };
  }

  /** The wall clock is set: forwards, or backwards if `ms` is below 0. Timers do not notice. */
  jump(ms: number): void {
    this.#wallMs += ms;
  }

  /** The process stands still, as after SIGSTOP: time passes, and what was due happens afterwards, all at once. */
  stop(ms: number): void {
    this.#elapsedMs += ms;
  }

  /**
   * Does the work in virtual time.
   * @throws what the work throws; an Error if it waits for what never happens
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    let settled = false;
    const result = work().finally(() => {
      settled = true;
    });
    result.catch(() => {});
    for (;;) {
      await quiet();
      if (settled) return result;
      if (this.#pending === 0) throw new Error('the work waits, but no timer is left');
      this.#step();
    }
  }

  /** Moves to the next timer, and does all that is due at that time. */
  #step(): void {
    const newest = this.#order;
    let timer = this.#timers[0];
    if (timer?.live) this.#elapsedMs = Math.max(this.#elapsedMs, timer.at);
    while (timer && (!timer.live || (timer.at <= this.#elapsedMs && timer.order <= newest))) {
      this.#takeFirst();
      if (timer.live) this.#fire(timer);
      timer = this.#timers[0];
    }
  }

  #fire(timer: Timer): void {
    if (timer.everyMs === undefined) {
      timer.live = false;
      this.#pending--;
    } else {
      timer.at = this.#elapsedMs + timer.everyMs;
      this.#push(timer);
    }
    timer.work();
  }

  #start(timer: Timer): Disposable {
    this.#push(timer);
    if (timer.everyMs === undefined) this.#pending++;
    return {
      [Symbol.dispose]: () => {
        if (timer.live && timer.everyMs === undefined) this.#pending--;
        timer.live = false;
      },
    };
  }

  #push(timer: Timer): void {
    timer.order = ++this.#order;
    const heap = this.#timers;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, heap[parent] as Timer)) break;
      heap[at] = heap[parent] as Timer;
      at = parent;
    }
    heap[at] = timer;
  }

  #takeFirst(): void {
    const heap = this.#timers;
    const last = heap.pop() as Timer;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Timer, heap[child] as Timer)) child++;
      if (!isBefore(heap[child] as Timer, last)) break;
      heap[at] = heap[child] as Timer;
      at = child;
    }
    heap[at] = last;
  }
}

const isBefore = (a: Timer, b: Timer): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/** Waits until nothing is ready and nothing but timers is under way. */
async function quiet(): Promise<void> {
  do await new Promise((resolve) => setImmediate(resolve));
  while (process.getActiveResourcesInfo().some((name) => UNDER_WAY.test(name)));
}
