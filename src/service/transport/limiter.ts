import type { RunError } from '../../errors/run-error.ts';
import { type Clock, realClock } from '../../system/clock.ts';
import { onAbort } from '../../system/on-abort.ts';
import type { AllowedRate, Budget } from './budget.ts';
import type { Refusal } from './found-rate.ts';
import { Gate } from './gate.ts';
import type { Sharing, Turns } from './shared/turns.ts';

export type { Sharing };

/** A fact about the limit of a class, as an answer says it. */
type Lesson =
  | { readonly type: 'accepted'; readonly sentAt: number }
  | ({ readonly type: 'refused' } & Refusal)
  /** No answer, or a server error. */
  | { readonly type: 'failed' }
  | { readonly type: 'stated'; readonly perMinute: number }
  | { readonly type: 'remains'; readonly requests: number; readonly forMs: number };

/** One gate for each rate class: it limits how many run at once and how fast, and stops all while it is closed. */
export interface Limiter {
  /**
   * Waits for a turn in all of the classes, then does the work. Rejects if the signal aborts the wait, and with
   * RateHoldError if a class is closed for longer than this limiter waits.
   */
  run<T>(rateClass: string | readonly string[], work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Closes the class for all, for `forMs` from now; a longer hold stays. */
  hold(rateClass: string, forMs: number): void;
  /** Milliseconds until the class opens; 0 if it is open. */
  closedForMs(rateClass: string): number;
  /** The limit that the class keeps to now. */
  allowed(rateClass: string): AllowedRate;
  /** Sets whether no class starts anything, until this is called again; what is under way ends. */
  pause(isPaused: boolean): void;
  /** Adapts the class to what an answer says. */
  learn(rateClass: string, lesson: Lesson): void;
}

/** The class is closed for longer than its callers wait. */
export class RateHoldError extends Error {
  override readonly name = 'RateHoldError';
  readonly rateClass: string;
  readonly forMs: number;
  /** True if an earlier attempt of the same request may have arrived. */
  readonly maybeSent: boolean;
  constructor(rateClass: string, forMs: number, maybeSent = false) {
    super(`the service asks to wait ${Math.ceil(forMs / 1_000)} s`);
    this.rateClass = rateClass;
    this.forMs = forMs;
    this.maybeSent = maybeSent;
  }
}

/** The class of one sender's messages. Its limit is that of the budget `sender`; without one, none is known. */
export const senderClass = (uid: string): string => `${SENDER}:${uid}`;

/** The name of the budget for each sender's messages. */
export const SENDER = 'sender';
/** Gates of senders that are kept, at least; beyond, idle ones go. */
const SENDERS_KEPT = 10_000;
/** The time between two looks whether another process was told to wait, while requests are sent or wait. */
const LOOK_MS = 250;
/** Clocks and ways of messages differ: a hold that is so much longer is another one. */
const SAME_HOLD_MS = 250;
/** The longest single wait; a timer beyond 2^31 ms would fire at once. */
const SLICE_MS = 3_600_000;

/**
 * A limiter with one gate for each budget; a class without a budget throws a RangeError.
 * @param holdMaxMs the longest hold that a request waits for; default: any
 * @param shared where these rates are shared with other processes; those of senders are not
 */
export function createLimiter(
  budgets: Readonly<Record<string, Budget>>,
  holdMaxMs = Number.POSITIVE_INFINITY,
  clock: Clock = realClock,
  shared?: Sharing,
): Limiter {
  return new Gates(budgets, holdMaxMs, clock, shared);
}

class Gates implements Limiter {
  readonly #budgets: Readonly<Record<string, Budget>>;
  readonly #holdMaxMs: number;
  readonly #clock: Clock;
  readonly #gates = new Map<string, Gate>();
  readonly #line = new WaitingLine();
  readonly #shared: Sharing | undefined;
  /** Requests that wait or are under way. */
  #running = 0;
  #look: Disposable | undefined;
  #isPaused = false;
  #timer: (Disposable & { readonly at: number }) | undefined;

  constructor(
    budgets: Readonly<Record<string, Budget>>,
    holdMaxMs: number,
    clock: Clock,
    shared: Sharing | undefined,
  ) {
    this.#budgets = budgets;
    this.#holdMaxMs = holdMaxMs;
    this.#clock = clock;
    this.#shared = shared;
  }

  async run<T>(
    rateClass: string | readonly string[],
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const gates = (typeof rateClass === 'string' ? [rateClass] : rateClass).map((name) => this.#gate(name));
    this.#count(1);
    try {
      signal.throwIfAborted();
      if (this.#isPaused || !this.#line.startAlone(gates, this.#clock.elapsed()))
        await this.#turn(gates, signal);
      const startedAt = this.#clock.elapsed();
      try {
        return await work();
      } finally {
        for (const gate of gates) gate.end(this.#clock.elapsed() - startedAt);
        this.#startReady();
      }
    } finally {
      this.#count(-1);
    }
  }

  hold(rateClass: string, forMs: number): void {
    const now = this.#clock.elapsed();
    this.#gate(rateClass).close(now, forMs);
    // Where it cannot be told, the others are told by the service.
    if (isShared(rateClass)) this.#shared?.budget.close(rateClass, forMs).catch(() => {});
    if (forMs > this.#holdMaxMs) this.#line.refuse((gate) => this.#holdError(gate, now));
    this.#startReady();
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#startReady();
  }

  closedForMs(rateClass: string): number {
    return this.#gate(rateClass).closedForMs(this.#clock.elapsed());
  }

  allowed(rateClass: string): AllowedRate {
    return this.#gate(rateClass).allowed;
  }

  learn(rateClass: string, lesson: Lesson): void {
    const gate = this.#gate(rateClass);
    const now = this.#clock.elapsed();
    if (lesson.type === 'accepted') gate.accepted(lesson.sentAt, now);
    else if (lesson.type === 'refused') gate.refused(lesson);
    else if (lesson.type === 'failed') gate.failed(now);
    else if (lesson.type === 'stated') gate.state(lesson.perMinute);
    else gate.remains(now, lesson.requests, lesson.forMs);
  }

  #turn(gates: readonly Gate[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const refusal = gates.map((gate) => this.#holdError(gate, this.#clock.elapsed())).find(Boolean);
      if (refusal) throw refusal;
      const stop = (): void => {
        this.#line.leave(waiter);
        reject(signal.reason);
        // Nobody may be left to wait for, and a timer keeps the process alive.
        this.#startReady();
      };
      const end = (settle: () => void): void => {
        stopping[Symbol.dispose]();
        settle();
      };
      const waiter: Waiter = {
        gates,
        gone: false,
        start: () => end(resolve),
        refuse: (error) => end(() => reject(error)),
      };
      const stopping = onAbort(signal, stop);
      this.#line.add(waiter);
      this.#startReady();
    });
  }

  #startReady(): void {
    const now = this.#clock.elapsed();
    const at = this.#isPaused ? Number.POSITIVE_INFINITY : this.#line.startReady(now);
    if (at === this.#timer?.at) return;
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    if (at === Number.POSITIVE_INFINITY) return;
    const timer = this.#clock.after(Math.min(at - now, SLICE_MS), () => {
      this.#timer = undefined;
      this.#startReady();
    });
    this.#timer = { at, [Symbol.dispose]: () => timer[Symbol.dispose]() };
  }

  #count(change: 1 | -1): void {
    this.#running += change;
    if (!this.#shared) return;
    const { budget } = this.#shared;
    if (this.#running === 0) {
      this.#look?.[Symbol.dispose]();
      this.#look = undefined;
    } else
      this.#look ??= this.#clock.every(LOOK_MS, () => {
        // A store that does not answer is noticed by who takes turns.
        const closed = budget.closed().catch((): ReadonlyMap<string, number> => new Map());
        void closed.then((found) => {
          for (const [rateClass, forMs] of found) this.#holdWithOthers(rateClass, forMs);
        });
      });
  }

  #holdWithOthers(rateClass: string, forMs: number): void {
    if (!Object.hasOwn(this.#budgets, rateClass)) return;
    const [gate, now] = [this.#gate(rateClass), this.#clock.elapsed()];
    if (forMs <= gate.closedForMs(now) + SAME_HOLD_MS) return;
    gate.closeWithOthers(now, forMs);
    this.#shared?.onHeld(rateClass, forMs);
    this.#startReady();
  }

  #turnsOf(rateClass: string, { requests }: Budget): Turns | undefined {
    if (!this.#shared || !isShared(rateClass) || requests === Number.POSITIVE_INFINITY) return undefined;
    return this.#shared.turns(rateClass, this.#clock, {
      changed: () => this.#startReady(),
      closed: (name, forMs) => this.#holdWithOthers(name, forMs),
      lost: (name: string, error: RunError) =>
        this.#line.refuse((gate) => (gate.name === name ? error : undefined)),
    });
  }

  #holdError(gate: Gate, now: number): RateHoldError | undefined {
    const forMs = gate.closedForMs(now);
    return forMs > this.#holdMaxMs ? new RateHoldError(gate.name, forMs) : undefined;
  }

  #gate(name: string): Gate {
    const found = this.#gates.get(name);
    if (found) return found;
    const isSender = name.startsWith(`${SENDER}:`);
    const budget = Object.hasOwn(this.#budgets, name)
      ? this.#budgets[name]
      : isSender
        ? this.#senderBudget
        : undefined;
    if (!budget) throw new RangeError(`no budget for rate class ${name}`);
    if (isSender && this.#gates.size >= SENDERS_KEPT) this.#forgetIdle();
    const gate = new Gate(name, budget, !isSender, this.#turnsOf(name, budget));
    this.#gates.set(name, gate);
    return gate;
  }

  get #senderBudget(): Budget {
    const rate = this.#budgets[SENDER] ?? { requests: Number.POSITIVE_INFINITY, perMs: 1 };
    return { ...rate, concurrency: Number.POSITIVE_INFINITY };
  }

  #forgetIdle(): void {
    const now = this.#clock.elapsed();
    for (const [name, gate] of this.#gates)
      if (name.startsWith(`${SENDER}:`) && gate.isIdle(now)) this.#gates.delete(name);
  }
}

/** The limit of a sender's messages is that of each process. */
const isShared = (rateClass: string): boolean => rateClass !== SENDER && !rateClass.startsWith(`${SENDER}:`);

/** One that waits for its turn at all of its gates. */
type Waiter = {
  readonly gates: readonly Gate[];
  readonly start: () => void;
  readonly refuse: (error: unknown) => void;
  /** Set when it waits no longer. */
  gone: boolean;
};

/**
 * Those who wait, in the order in which they came. Who comes first starts first, unless one of its gates is closed to it:
 * then those behind who do not need that gate go past, and nothing is taken from its other gates.
 */
class WaitingLine {
  /** By the first gate, which most requests share. */
  readonly #waiters = new Map<Gate, Waiter[]>();

  add(waiter: Waiter): void {
    const first = waiter.gates[0] as Gate;
    const waiters = this.#waiters.get(first) ?? [];
    this.#waiters.set(first, waiters);
    waiters.push(waiter);
    for (const gate of waiter.gates) gate.waiting++;
  }

  /** Ends the wait of one that does not want to wait any more. */
  leave(waiter: Waiter): void {
    if (!waiter.gone) for (const gate of waiter.gates) gate.waiting--;
    waiter.gone = true;
  }

  /**
   * Starts all who can start now.
   * @returns when the next one can; Infinity if that does not depend on time
   */
  startReady(now: number): number {
    let nextAt = Number.POSITIVE_INFINITY;
    for (const [first, waiters] of this.#waiters) {
      nextAt = Math.min(nextAt, this.#startOf(waiters, first, now));
      if (waiters.length === 0) this.#waiters.delete(first);
    }
    return nextAt;
  }

  /** Refuses all for whom `reason` gives a reason. */
  refuse(reason: (gate: Gate) => unknown): void {
    for (const waiter of [...this.#waiters.values()].flat()) {
      const error = waiter.gone ? undefined : waiter.gates.map(reason).find((one) => one !== undefined);
      if (error === undefined) continue;
      this.leave(waiter);
      waiter.refuse(error);
    }
  }

  #startOf(waiters: Waiter[], first: Gate, now: number): number {
    let nextAt = Number.POSITIVE_INFINITY;
    let index = 0;
    while (index < waiters.length) {
      const waiter = waiters[index] as Waiter;
      if (waiter.gone) {
        waiters.splice(index, 1);
        continue;
      }
      const firstAt = first.readyAt(now) - first.earlyMs;
      // Nobody behind can start either.
      if (firstAt > now) return Math.min(nextAt, firstAt);
      const at = startAt(waiter, waiters, now);
      if (at <= now) {
        waiters.splice(index, 1);
        this.#start(waiter, now);
        continue;
      }
      nextAt = Math.min(nextAt, at);
      if (isNext(waiter, now)) return nextAt;
      index++;
    }
    return nextAt;
  }

  #start(waiter: Waiter, now: number): void {
    this.leave(waiter);
    for (const gate of waiter.gates) gate.start(now);
    waiter.start();
  }

  /** Starts one that would wait alone, if it can start now: true if it has started. */
  startAlone(gates: readonly Gate[], now: number): boolean {
    if (this.#waiters.size > 0 || startAt({ gates }, [], now) > now) return false;
    for (const gate of gates) gate.start(now);
    return true;
  }
}

/** When its gates let it start, without turns; those are taken a little before. */
const ownAt = ({ gates }: Pick<Waiter, 'gates'>, now: number): number =>
  gates.reduce((at, gate) => Math.max(at, gate.readyAt(now) - gate.earlyMs), 0);

/** True if it waits for a turn, or for the little time before, and for nothing else. */
const isNext = (waiter: Waiter, now: number): boolean => !waiter.gone && ownAt(waiter, now) <= now;

function startAt(waiter: Pick<Waiter, 'gates'>, waiters: readonly Waiter[], now: number): number {
  const at = ownAt(waiter, now);
  if (at > now) return at;
  const wanted = (): number => waiters.filter((each) => isNext(each, now)).length;
  return waiter.gates.reduce(
    (latest, gate) => Math.max(latest, gate.readyAt(now), gate.turnAt(now, wanted)),
    0,
  );
}
