import type { Clock } from '../../src/system/clock.ts';

type Event = { readonly at: number; readonly order: number; work: (() => void) | undefined };

/** Turns of the event loop before time moves on: promises and streams under way end in them. */
const TURNS = 3;
/** Real milliseconds with nothing scheduled that mean that nothing will ever happen again. */
const IDLE_MS_MAX = 10_000;

/**
 * Virtual time, shared by the processes of a simulation and by the service. It stands still while anything runs and then
 * moves to the next event, so that hours take no time and the same seed gives the same schedule.
 */
export class Timeline {
  readonly #events: Event[] = [];
  #order = 0;
  #elapsed = 0;
  /** Epoch milliseconds at the start. */
  readonly #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  /** Virtual milliseconds since the start. */
  get elapsed(): number {
    return this.#elapsed;
  }

  /** Virtual wall-clock time, epoch milliseconds. */
  get now(): number {
    return this.#start + this.#elapsed;
  }

  /** Does the work after so many virtual milliseconds. Events of one moment happen in the order in which they were added. */
  after(ms: number, work: () => void): Disposable {
    const event: Event = { at: this.#elapsed + Math.max(0, ms), order: this.#order++, work };
    let at = this.#events.length;
    this.#events.push(event);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isEarlier(event, this.#events[parent] as Event)) break;
      this.#events[at] = this.#events[parent] as Event;
      at = parent;
    }
    this.#events[at] = event;
    return {
      [Symbol.dispose]: () => {
        event.work = undefined;
      },
    };
  }

  /** A clock whose timers end with a process: `isAlive` is asked before each of them. */
  clock(isAlive: () => boolean): Clock {
    const after = (ms: number, work: () => void): Disposable => this.after(ms, () => isAlive() && work());
    return {
      now: () => this.now,
      elapsed: () => this.#elapsed,
      after,
      every(ms, work) {
        let timer = after(ms, tick);
        function tick(): void {
          timer = after(ms, tick);
          work();
        }
        return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
      },
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          const stop = (): void => {
            timer[Symbol.dispose]();
            reject(new DOMException('The operation was aborted', 'AbortError'));
          };
          const timer = after(ms, () => {
            signal?.removeEventListener('abort', stop);
            resolve();
          });
          if (signal?.aborted) stop();
          else signal?.addEventListener('abort', stop, { once: true });
        }),
    };
  }

  /** Lets time pass until the work is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = (): void => {
      isDone = true;
    };
    work.then(done, done);
    let idleSince: number | undefined;
    for (;;) {
      for (let turn = 0; turn < TURNS; turn++) await new Promise(setImmediate);
      if (isDone) return work;
      const event = this.#next();
      if (event) {
        idleSince = undefined;
        this.#elapsed = event.at;
        event.work?.();
        continue;
      }
      idleSince ??= performance.now();
      if (performance.now() - idleSince > IDLE_MS_MAX)
        throw new Error('the simulated process waits for something that never happens');
    }
  }

  #next(): Event | undefined {
    for (;;) {
      const first = this.#events[0];
      const last = this.#events.pop();
      if (!first || !last) return undefined;
      if (first !== last) this.#sink(last);
      if (first.work) return first;
    }
  }

  #sink(event: Event): void {
    const events = this.#events;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= events.length) break;
      const right = events[child + 1];
      if (right && isEarlier(right, events[child] as Event)) child++;
      if (!isEarlier(events[child] as Event, event)) break;
      events[at] = events[child] as Event;
      at = child;
    }
    events[at] = event;
  }
}

const isEarlier = (a: Event, b: Event): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);
