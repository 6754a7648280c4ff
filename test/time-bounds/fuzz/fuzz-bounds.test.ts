import { expect, test } from 'vitest';
import { sized } from '../../support/long-form.ts';
import { fuzzBounds } from './fuzz-bounds.ts';

// The short form of `npm run test:bounds`, which goes on for half an hour.
test('64 KiB of anything cost at most a second of work', async () => {
  const { cases, faults } = await fuzzBounds({ ms: sized(10_000, 30_000), seed: 1 });
  expect(faults).toEqual([]);
  expect(cases).toBeGreaterThan(10);
});
