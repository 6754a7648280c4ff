import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { ExpectedRows } from '../../../../src/features/verify/expect/expected-rows.ts';

test('of many uncertain rows, those that are pending are left out, and no other is missed', () => {
  using db = new DatabaseSync(':memory:');
  const rows = new ExpectedRows(db, 'users');
  for (let line = 1; line <= 3_500; line++)
    rows.add({
      key: `u-${line}`,
      file: 0,
      line,
      byte: line,
      content: line,
      at: 0,
      times: [],
      unit: 0,
      part: null,
    });
  rows.settle(false);
  rows.markLanded(1_001);
  const isPending = (key: string): boolean => Number(key.slice(2)) > 1_000;
  expect(rows.excludeUncertain(isPending)).toBe(2_499);
  expect(Array.from(rows.unseen(), ({ id }) => id)).toEqual(Array.from({ length: 1_001 }, (_, at) => at + 1));
});
