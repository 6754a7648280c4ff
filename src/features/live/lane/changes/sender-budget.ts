import type { Clock } from '../../../../system/clock.ts';

/** Messages a minute that the service takes from one sender. */
const PER_MINUTE = 30;
const MINUTE_MS = 60_000;
/** Senders that are remembered; the one who has sent nothing for longest goes first. */
const SENDERS_MAX = 10_000;

/** The messages that we have sent in the last minute, by their senders. */
export class SenderBudget {
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #sent = new Map<string, number[]>();

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** The messages of a sender that may be sent now. */
  left(sender: string): number {
    const since = this.#clock.elapsed() - MINUTE_MS;
    const times = (this.#sent.get(sender) ?? []).filter((at) => at > since);
    return PER_MINUTE - times.length;
  }

  take(sender: string): void {
    const now = this.#clock.elapsed();
    const times = (this.#sent.get(sender) ?? []).filter((at) => at > now - MINUTE_MS);
    this.#sent.delete(sender);
    this.#sent.set(sender, [...times, now]);
    const [first] = this.#sent.size > SENDERS_MAX ? this.#sent.keys() : [];
    if (first !== undefined) this.#sent.delete(first);
  }
}
