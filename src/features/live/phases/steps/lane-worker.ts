import { exitCodes, RunError } from '../../../../errors/run-error.ts';
import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import { duration } from '../../../../terminal/printable.ts';
import type { Lane } from '../../lane/lane.ts';
import { otherSide } from '../../side.ts';
import type { LiveSession } from '../live-session.ts';

/** The first wait after a side could not be written to, milliseconds; it doubles. */
const BACK_OFF_MS = 1_000;

/** A thing that a lane does between two passes. */
type Job = { readonly work: () => Promise<void>; readonly done: (failed?: unknown) => void };

/** Lets one direction work: passes and lists follow one another. */
export class LaneWorker {
  readonly lane: Lane;
  readonly #alike: LiveSession;
  readonly #jobs: Job[] = [];
  #failures = 0;

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
    while (!stop.aborted) {
      const job = this.#jobs.shift();
      const more = job ? await this.#do(job) : await this.#pass(hard);
      await this.#alike.count();
      onPass();
      const waitMs = this.#failures > 0 ? this.#backOffMs() : more ? 0 : times.passEveryMs;
      if (waitMs > 0) await clock.sleep(waitMs, stop).catch(() => {});
    }
    for (const { done } of this.#jobs.splice(0)) done(stop.reason);
  }

  /**
   * Writes what a list says, as soon as the pass under way is done.
   * @throws what the list or the writing throws; the reason of the stop if the lane ends before
   */
  async list(changes: () => AsyncIterable<LiveChange>, signal: AbortSignal): Promise<void> {
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

  async #pass(hard: AbortSignal): Promise<boolean> {
    try {
      const { more } = await this.lane.pass(hard);
      if (this.#failures > 0) this.#alike.parts.news.say(`the ${this.#target} side answers again`);
      this.#failures = 0;
      return more;
    } catch (error) {
      if (!isTransient(error) || hard.aborted) throw error;
      this.#failures++;
      const wait = duration(this.#backOffMs());
      this.#alike.parts.news.warn(
        `${this.#target} side: ${error.message}; paused: tried again in ${wait}, events wait`,
      );
      return false;
    }
  }

  get #target(): string {
    return otherSide(this.lane.side);
  }

  #backOffMs(): number {
    return Math.min(this.#alike.parts.times.backOffMaxMs, BACK_OFF_MS * 2 ** (this.#failures - 1));
  }
}

/** True for an error that waiting may mend: not one of the state, whose disk is full for events, too. */
const isTransient = (error: unknown): error is RunError =>
  error instanceof RunError && error.exitCode === exitCodes.temporary && !error.code.startsWith('STATE.');
