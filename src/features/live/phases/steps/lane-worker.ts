import { exitCodes, RunError } from '../../../../errors/run-error.ts';
import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import { duration } from '../../../../terminal/printable.ts';
import type { Lane } from '../../lane/lane.ts';
import { otherSide, type Side, sides } from '../../side.ts';
import type { LiveSession } from '../live-session.ts';

/** The first wait after a side could not be written to, milliseconds; it doubles. */
const BACK_OFF_MS = 1_000;

const COUNTED_EVERY_MS = 1_000;

/** A thing that a lane does between two passes. */
type Job = { readonly work: () => Promise<void>; readonly done: (failed?: unknown) => void };

/** Lets one direction work: passes and lists follow one another. */
export class LaneWorker {
  readonly lane: Lane;
  readonly #alike: LiveSession;
  readonly #jobs: Job[] = [];
  #failures = 0;
  /** The sides that have not answered since a time, milliseconds since 1970. */
  readonly #silent = new Map<Side, number>();
  /** Why it works no more; undefined while it does. */
  #over: { readonly reason: unknown } | undefined;

  constructor(lane: Lane, alike: LiveSession) {
    this.lane = lane;
    this.#alike = alike;
  }

  /**
   * Makes passes until the work is to end; a side that cannot be written to is tried again and again, and what it missed waits.
   * @param stop no pass begins after it
   * @param hard ends a pass that takes too long
   * @param onPass called after each pass
   * @throws RunError for what waiting does not mend
   */
  async run(stop: AbortSignal, hard: AbortSignal, onPass: () => void = () => {}): Promise<void> {
    const { context, times } = this.#alike.parts;
    const { clock } = context.system;
    // A pass takes long while a side does not answer; a failed save is met again after it.
    using _counting = clock.every(COUNTED_EVERY_MS, () => void this.#alike.count().catch(() => {}));
    using _over = {
      [Symbol.dispose]: () => this.#endJobs(stop.reason ?? new Error(`${this.#way} has ended`)),
    };
    while (!stop.aborted) {
      const job = this.#jobs.shift();
      const more = job ? await this.#do(job) : await this.#pass(hard);
      await this.#alike.count();
      onPass();
      const waitMs = this.#failures > 0 ? this.#backOffMs() : more ? 0 : times.passEveryMs;
      if (waitMs > 0) await clock.sleep(waitMs, stop).catch(() => {});
    }
  }

  /** Whoever waits for a list, or wants one from now on, hears that there will be none. */
  #endJobs(reason: unknown): void {
    this.#over = { reason };
    for (const { done } of this.#jobs.splice(0)) done(reason);
  }

  /**
   * Writes what a list says, as soon as the pass under way is done.
   * @throws what the list or the writing throws; the reason of the stop if the lane ends before
   */
  async list(changes: () => AsyncIterable<LiveChange>, signal: AbortSignal): Promise<void> {
    // Nobody would do it: whoever asks comes just after the end.
    if (this.#over) throw this.#over.reason;
    await new Promise<void>((resolve, reject) => {
      const done = (failed?: unknown): void => (failed === undefined ? resolve() : reject(failed));
      this.#jobs.push({ work: () => this.lane.take(changes(), signal), done });
    });
  }

  async #do({ work, done }: Job): Promise<boolean> {
    try {
      await work();
      done();
    } catch (error) {
      done(error);
    }
    return true;
  }

  /**
   * Takes a list before any pass, again and again until both sides answer.
   * @param stop it is not begun again after it
   * @throws RunError for what waiting does not mend
   */
  async takeFirst(
    changes: () => AsyncIterable<LiveChange>,
    stop: AbortSignal,
    hard: AbortSignal,
  ): Promise<void> {
    const { clock } = this.#alike.parts.context.system;
    let isTaken = false;
    while (!isTaken && !stop.aborted) {
      isTaken = await this.#tried(hard, async () => {
        await this.lane.take(changes(), hard);
        return true;
      });
      if (!isTaken) await clock.sleep(this.#backOffMs(), stop).catch(() => {});
    }
  }

  #pass(hard: AbortSignal): Promise<boolean> {
    return this.#tried(hard, async () => (await this.lane.pass(hard)).more);
  }

  /** Does work; false if a side does not answer now, which a person hears of. */
  async #tried(hard: AbortSignal, work: () => Promise<boolean>): Promise<boolean> {
    const { paused } = this.#alike;
    const { news } = this.#alike.parts;
    const way = this.#way;
    const { side } = this.lane;
    try {
      const result = await work();
      if (this.#failures > 0) {
        news.say(`${way}: both sides answer again`);
        await this.#noteSilence();
      }
      this.#failures = 0;
      paused.delete(side);
      return result;
    } catch (error) {
      if (!isTransient(error) || hard.aborted) throw error;
      this.#failures++;
      const now = this.#alike.now;
      for (const each of silentSides(error, side)) if (!this.#silent.has(each)) this.#silent.set(each, now);
      paused.set(side, error.message);
      const wait = duration(this.#backOffMs());
      news.warn(`${way} is paused: ${error.message}; tried again in ${wait}, events wait`);
      return false;
    }
  }

  /** Notes a gap for a side that did not answer: it may not have sent its events either. @throws RunError `STATE.UNWRITABLE` */
  async #noteSilence(): Promise<void> {
    const { heard, now, parts } = this.#alike;
    for (const [side, from] of this.#silent) {
      if (!heard.includes(side) || !parts.sides[side].lookups) continue;
      const gap = { side, from, to: now };
      if (await parts.gaps.add(gap)) parts.news.gap(gap);
    }
    this.#silent.clear();
  }

  get #way(): string {
    return `${this.lane.side} → ${otherSide(this.lane.side)}`;
  }

  #backOffMs(): number {
    return Math.min(this.#alike.parts.times.backOffMaxMs, BACK_OFF_MS * 2 ** (this.#failures - 1));
  }
}

/** The sides that an error may come from: questions are asked of both, and only one is written to. */
const silentSides = ({ code }: RunError, side: Side): readonly Side[] =>
  code.startsWith('PULL.') ? sides : [otherSide(side)];

/** True for an error that waiting may mend: not one of the state, whose disk is full for events, too. */
const isTransient = (error: unknown): error is RunError =>
  error instanceof RunError && error.exitCode === exitCodes.temporary && !error.code.startsWith('STATE.');
