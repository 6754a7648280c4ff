import { expect, test } from 'vitest';
import { runFaults } from './run-faults.ts';

// The short form of `npm run test:faults`, which plants them among a million rows.
test.each([
  ['csv', 1],
  ['csv', 2],
  ['ndjson', 3],
  ['ndjson', 4],
] as const)(
  'every planted fault is found at its very place, and every other row is good: %s, seed %i',
  async (format, seed) => {
    const { kinds, judged } = await runFaults({ format, rows: 20_000, seed });
    expect(kinds.length).toBeGreaterThanOrEqual(60);
    expect(judged.filter(({ wrong }) => wrong !== undefined)).toEqual([]);
  },
);
