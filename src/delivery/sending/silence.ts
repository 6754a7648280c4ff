import type { RefusalForNow } from '../../service/targets/target.ts';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';

/** Number of times that a row is sent whose outcome the service does not say; then it is in doubt. */
export const TRIES_MAX = 5;
/** The least time between the first and the last of these attempts. */
const SILENCE_MS = 60_000;
/** The ceilings of the waits are 4, 8, 16 and 32 s. */
const BASE_MS = 2_000;

/** Attempts after which the service has not said what became of a row. */
export type Silence = {
  readonly tries: number;
  /** When the first of them had ended, in milliseconds of `clock.elapsed()`. */
  readonly since: number;
  /** Waits before the next attempt, with full jitter; before the last one at least until a minute has passed. */
  wait(
    system: { readonly clock: Clock; readonly random: Pick<Random, 'next'> },
    signal: AbortSignal,
  ): Promise<void>;
};

/** One more attempt without a word about the row. */
export function silentAgain(before: Silence | undefined, clock: Clock): Silence {
  const tries = (before?.tries ?? 0) + 1;
  const since = before?.since ?? clock.elapsed();
  return {
    tries,
    since,
    async wait(system, signal) {
      const jitterMs = system.random.next() * BASE_MS * 2 ** Math.min(tries, TRIES_MAX - 1);
      const restMs = tries === TRIES_MAX - 1 ? since + SILENCE_MS - system.clock.elapsed() : 0;
      await system.clock.sleep(Math.max(jitterMs, restMs), signal);
    },
  };
}

/** Text for a row that is in doubt after such attempts. */
export const silenceText = (silence: Silence, clock: Clock): string =>
  `the service did not say what became of this row, ${attemptsText(silence, clock)}`;

/** The same of one that the service refuses for now. */
export const refusedText = ({ code, message }: RefusalForNow, silence: Silence, clock: Clock): string =>
  `the service refuses this row for now, ${attemptsText(silence, clock)}: ${code} ${message}`;

const attemptsText = ({ tries, since }: Silence, clock: Clock): string =>
  `in ${tries} attempts over ${Math.round((clock.elapsed() - since) / 1_000)} s`;
