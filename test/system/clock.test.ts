import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { realClock } from '../../src/system/clock.ts';

test('a sleep that is cut short fails with the reason of its signal, at once', async () => {
  const reason = new Error('stopped');
  const stop = new AbortController();
  const sleeping = realClock.sleep(60_000, stop.signal);
  stop.abort(reason);
  await expect(sleeping).rejects.toBe(reason);
  await expect(realClock.sleep(60_000, stop.signal)).rejects.toBe(reason);
});

test('a sleep leaves nothing at its signal', async () => {
  const { signal } = new AbortController();
  await realClock.sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
