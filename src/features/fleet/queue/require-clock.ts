import { RunError } from '../../../errors/run-error.ts';
import { duration } from '../../../terminal/printable.ts';
import type { FleetQueue } from './open-queue.ts';

/**
 * The engine begins what waits for a time by the clock of the machine that looks; over PostgreSQL it also judges by that clock
 * whether a worker is gone.
 */
const APART_MAX_MS = 30_000;

/**
 * Checks that the clock of this machine is about that of the queue: else nights would begin early or late, and a killed worker be noticed late.
 * @throws RunError `FLEET.CLOCK_WRONG`
 */
export function requireClock({ aheadMs, url }: Pick<FleetQueue, 'aheadMs' | 'url'>): void {
  if (Math.abs(aheadMs) <= APART_MAX_MS) return;
  const apart = `${duration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
  throw new RunError(
    'FLEET.CLOCK_WRONG',
    `the clock of this machine is ${apart} that of the queue ${url.shown}`,
  );
}
