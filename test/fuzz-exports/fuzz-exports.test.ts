import { expect, test } from 'vitest';
import { fuzzExports } from './fuzz-exports.ts';

// The short form of `npm run test:fuzz-exports`, which makes 100,000.
test('exports that were changed at random end in a report that adds up or in an error that says what to do', async () => {
  const { faults, exits, mutations } = await fuzzExports({ mutations: 1_500, seed: 20_267 });
  expect(faults).toEqual([]);
  expect(mutations).toBeGreaterThanOrEqual(1_500);
  // It would mean little if every export were refused, or none.
  expect(Object.keys(exits)).toEqual(expect.arrayContaining(['2', '4']));
});
