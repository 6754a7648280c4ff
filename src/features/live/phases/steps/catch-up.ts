import { RunError } from '../../../../errors/run-error.ts';
import type { LiveSession } from '../live-session.ts';
import type { LanesOpened } from '../opened-lanes.ts';
import { LaneWorker } from './lane-worker.ts';

/**
 * Brings the service up to date by import: first what the old side lists since capture began, then the events that wait, until
 * the oldest of them is fresh.
 * @param stop ends it between two passes
 * @returns whether it is up to date
 * @throws RunError if a side cannot be read, or what waiting does not mend
 */
export async function catchUp(
  alike: LiveSession,
  { forward }: LanesOpened,
  stop: AbortSignal,
  hard: AbortSignal,
): Promise<boolean> {
  const { phase, sides, spec, inbox } = alike.parts;
  const { lookups } = sides.old;
  forward.mode = { write: 'import' };
  const worker = new LaneWorker(forward, alike);
  if (lookups) {
    const from = Date.parse(phase.now.captureSince) - spec.overlapMs;
    await worker.takeFirst(() => lookups.changedIn(from, alike.now, hard), stop, hard);
  }
  const caught = new AbortController();
  const isFresh = (): boolean => {
    const oldest = inbox.oldest('old');
    if (oldest === undefined || alike.now - oldest < spec.freshForMs) return true;
    // Those behind a dead event may stay as long as that.
    return inbox.waiting('old').events <= forward.waits.dead;
  };
  await worker.run(AbortSignal.any([stop, caught.signal]), hard, () => {
    if (isFresh()) caught.abort();
  });
  return caught.signal.aborted && !stop.aborted;
}

/**
 * Checks that people may be notified of what is written from now on.
 * @throws RunError `NOTIFICATIONS.ON`
 */
export function requireNotifying(alike: LiveSession, isAllowed: boolean): void {
  const { spec, phase } = alike.parts;
  if (isAllowed || spec.write === 'import') return;
  throw new RunError(
    'NOTIFICATIONS.ON',
    `from now on messages are sent as an app sends them, and may notify people; the phase is ${phase.now.phase} still`,
    { hint: 'add --allow-notifications, or  live: { write: import }' },
  );
}
