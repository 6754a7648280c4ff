import type { Gate } from './gate.ts';

/** One that waits for its turn at all of its gates. */
export type Waiter = {
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
export class WaitingLine {
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
}

/** When its gates let it start, without turns; those are taken a little before. */
const ownAt = ({ gates }: Waiter, now: number): number =>
  Math.max(...gates.map((gate) => gate.readyAt(now) - gate.earlyMs));

/** True if it waits for a turn, or for the little time before, and for nothing else. */
const isNext = (waiter: Waiter, now: number): boolean => !waiter.gone && ownAt(waiter, now) <= now;

function startAt(waiter: Waiter, waiters: readonly Waiter[], now: number): number {
  const at = ownAt(waiter, now);
  if (at > now) return at;
  const wanted = (): number => waiters.filter((each) => isNext(each, now)).length;
  return Math.max(...waiter.gates.map((gate) => Math.max(gate.readyAt(now), gate.turnAt(now, wanted))));
}
