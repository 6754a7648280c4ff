import { expect, test } from 'vitest';
import { simulateSequence } from './scenario/sequence.ts';

test.each([
  [1, 'import'],
  [3, 'rest'],
] as const)(
  'syncs and undos in any order, killed anywhere, seed %i through %s: in the end the service equals the export',
  async (seed, api) => {
    expect(await simulateSequence({ seed, api, rounds: 2 })).toEqual([]);
  },
);
