import { expect, test } from 'vitest';
import { liveSequence } from './scenario/sequence.ts';

test.each([
  [1, 'import'],
  [3, 'rest'],
] as const)(
  'nights and undos in any order, killed anywhere, seed %i through %s: in the end it agrees',
  async (seed, api) => {
    expect(await liveSequence({ seed, api, rounds: 2 })).toEqual([]);
  },
);
