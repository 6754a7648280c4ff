import { expect, test } from 'vitest';
import { sized } from '../../support/long-form.ts';
import { catchUpInVirtualTime } from './catch-up-in-virtual-time.ts';

/** Rows a minute that the service takes by import, as it documents. */
const LIMIT = 3_000;

test('events that waited are caught up at 95 % of what the service takes, or faster', async () => {
  const count = sized(7_500, 100_000);
  const { perMinute, refused, messages, created } = await catchUpInVirtualTime(count);
  expect({ refused, messages, created }).toEqual({ refused: 0, messages: count, created: count });
  // The first minute may begin with all that is allowed in it; the last one is not whole.
  const steady = perMinute.slice(1, -1);
  expect(steady.length).toBeGreaterThanOrEqual(1);
  const mean = steady.reduce((sum, rows) => sum + rows, 0) / steady.length;
  expect(mean).toBeGreaterThanOrEqual(0.95 * LIMIT);
  expect(Math.max(...perMinute.slice(1))).toBeLessThanOrEqual(1.05 * LIMIT);
});
