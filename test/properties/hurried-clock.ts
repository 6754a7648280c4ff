import { type Clock, realClock, sleepWith } from '../../src/system/clock.ts';

const TIMES = 20;

/**
 * A clock that runs twenty times as fast as time: what waits for a service that asks to come back later does not keep a
 * test waiting.
 */
export const hurriedClock: Clock = {
  now: () => realClock.now() + realClock.elapsed() * (TIMES - 1),
  elapsed: () => realClock.elapsed() * TIMES,
  sleep: (ms, signal) => sleepWith(hurriedClock.after, ms, signal),
  after: (ms, work) => realClock.after(ms / TIMES, work),
  every: (ms, work) => realClock.every(ms / TIMES, work),
};
