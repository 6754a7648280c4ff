import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';

// The short form of `npm run test:fuzz`, which sends 100,000.
test('5,000 requests that are wrong in every way are refused or served, and never break anything', async () => {
  const result = await fuzz({ requests: 5000, seed: 20_261 });
  expect(result.faults).toEqual([]);
  // It would mean little if hardly any request got past the first checks.
  expect(result.statuses['200']).toBeGreaterThan(500);
  expect(result.statuses['400']).toBeGreaterThan(500);
});
