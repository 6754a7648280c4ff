import { expect, test } from 'vitest';
import { IntentEnds } from '../../src/delivery/intent-ends.ts';

test('a row waits for the intents of its own chunk, and of none after it', () => {
  const ends = new IntentEnds();
  ends.add(499, 1_000);
  ends.add(-1, 1_000);
  ends.add(999, 2_000);
  expect([ends.of(0, 0), ends.of(499, 0), ends.of(500, 0), ends.of(999, 0)]).toEqual([
    1_000, 1_000, 2_000, 2_000,
  ]);
  expect(ends.of(1_000, 0), 'nothing is known of a later row').toBeUndefined();
});

test('rows that have left the window are forgotten', () => {
  const ends = new IntentEnds();
  ends.add(499, 1_000);
  ends.add(999, 2_000);
  expect(ends.of(700, 499)).toBe(2_000);
  expect(ends.of(300, 499)).toBe(1_000);
  expect(ends.of(700, 500)).toBe(2_000);
  expect(ends.of(300, 500)).toBe(2_000);
});
