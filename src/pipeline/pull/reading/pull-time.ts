import type { PullSpec } from '../../pull-spec.ts';
import type { Journal } from '../records/journal.ts';
import type { Pulling } from './pulling.ts';

/**
 * The time of a pull, and whether it reads everything: so it does where the last one is too long ago, or is said to be of a time
 * that is still to come, since one of them was by a wrong clock.
 */
export function timeOfPull(
  now: number,
  { last, pull }: Pick<Journal, 'last' | 'pull'>,
  { overlapMs, fullMs }: PullSpec['again'],
): { readonly until: number; readonly isFull: boolean } {
  const former = [last, pull].flatMap((each) => each?.until ?? []).filter((time) => time <= now + overlapMs);
  const until = Math.max(now, ...former.map((time) => time + 1));
  const isFull = !last || last.fullAt === 0 || last.until > now + overlapMs || until - last.fullAt >= fullMs;
  return { until, isFull };
}

/** Takes the time of the old system, whose times the messages have, once it has answered and where our clock is wrong. */
export async function takeItsTime({ asking, journal, place, pull, clock }: Pulling): Promise<boolean> {
  const aheadMs = asking.aheadMs?.() ?? 0;
  if (aheadMs === 0 || pull.isTimed === true) return false;
  const now = clock.now() + aheadMs;
  const { until, isFull } = timeOfPull(now, { last: journal.last, pull: undefined }, place.again);
  const isAnew = isFull && !pull.isFull;
  // Lists that were asked for what is new alone are no lists of everything.
  const generation = pull.generation + (isAnew ? 1 : 0);
  await journal.add([
    { is: 'begun', ...pull, until, isFull: isFull || pull.isFull, generation, isTimed: true },
  ]);
  place.say(
    `the clock of this machine is ${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs < 0 ? 'ahead of' : 'behind'} that of ${place.shown}, by which messages are read: set it, best with NTP`,
  );
  return true;
}
