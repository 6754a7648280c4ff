import { setImmediate } from 'node:timers/promises';
import { type Clock, realClock } from '../../src/system/clock.ts';

/** A clock whose waits end at once: its time jumps over them. `waits` are those of this process so far, in milliseconds. */
export function skippingClock(): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  let skipped = 0;
  return {
    ...realClock,
    waits,
    now: () => realClock.now() + skipped,
    elapsed: () => realClock.elapsed() + skipped,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      waits.push(ms);
      skipped += ms;
      await setImmediate();
      signal?.throwIfAborted();
    },
  };
}
