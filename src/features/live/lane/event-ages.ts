import type { Clock } from '../../../system/clock.ts';
import type { InboxEvent } from '../inbox/inbox.ts';

/** A smaller step of the clock is no jump: clocks are corrected all the time, milliseconds. */
const JUMP_MS = 1_000;
/** Jumps that are remembered. */
const JUMPS_MAX = 100;

type Received = Pick<InboxEvent, 'seq' | 'receivedAt'>;

/**
 * Tells how old events are, whatever the clock is set to meanwhile: their receipt is known by the clock of that time alone, and may
 * be days ago. An event that was put off grows older by the time that it waits.
 */
export class EventAges {
  readonly #clock: Pick<Clock, 'now' | 'elapsed'>;
  /** Steps of the clock that were no passing of time, the last one first; milliseconds. */
  readonly #jumps: number[] = [];
  /** Events that were put off: how old they were, and when. */
  readonly #putOff = new Map<
    number,
    { readonly receivedAt: number; readonly age: number; readonly at: number }
  >();
  /** The time by which the clock was ahead of that which passes, when it was looked at last. */
  #ahead: number;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.#clock = clock;
    this.#ahead = clock.now() - clock.elapsed();
  }

  /** The time since an event was received, milliseconds. */
  of({ seq, receivedAt }: Received): number {
    const before = this.#putOff.get(seq);
    // A message that was found for an event has its number, and a time of its own.
    if (before?.receivedAt === receivedAt) return before.age + this.#clock.elapsed() - before.at;
    this.look();
    let age = this.#clock.now() - receivedAt;
    // What is at least as old as a jump was received before it. A clock that was set back makes it younger than nothing.
    for (const jump of this.#jumps) if (jump > 0 ? age >= jump : age < 0) age -= jump;
    return Math.max(0, age);
  }

  /** Takes note of a clock that was set since it was looked at last. */
  look(): void {
    const ahead = this.#clock.now() - this.#clock.elapsed();
    const jump = ahead - this.#ahead;
    this.#ahead = ahead;
    if (Math.abs(jump) < JUMP_MS) return;
    this.#jumps.unshift(jump);
    this.#jumps.length = Math.min(this.#jumps.length, JUMPS_MAX);
  }

  /** An event is put off, for the first time or once more. */
  putOff(event: Received): void {
    if (!this.#putOff.has(event.seq))
      this.#putOff.set(event.seq, {
        receivedAt: event.receivedAt,
        age: this.of(event),
        at: this.#clock.elapsed(),
      });
  }

  drop(seq: number): void {
    this.#putOff.delete(seq);
  }
}
