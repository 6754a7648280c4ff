import { expect, test } from 'vitest';
import { figuresOf } from './run-layouts.ts';

// The short form of `npm run test:layouts`, which makes 200.
test('a draft of files of an old system is right or asks, and nothing that it proposes as certain is wrong', async () => {
  const { certain, right, table } = await figuresOf([...Array(12).keys()].map((nth) => nth + 1));
  expect(certain).toEqual([]);
  expect(right, table).toBeGreaterThanOrEqual(90);
});
