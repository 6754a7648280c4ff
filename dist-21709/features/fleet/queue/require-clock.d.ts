import type { FleetQueue } from './open-queue.ts';
/**
 * Checks that the clock of this machine is about that of the queue: else nights would begin early or late, and a killed worker be noticed late.
 * @throws RunError `FLEET.CLOCK_WRONG`
 */
export declare function requireClock({ aheadMs, url }: Pick<FleetQueue, 'aheadMs' | 'url'>): void;
