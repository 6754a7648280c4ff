import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { UnsourcedRows } from '../../../../src/features/verify/expect/expect-recorded.ts';
import { fingerprint64 } from '../../../../src/keys/fingerprint64.ts';

const COUNT = 2_500;

function filled() {
  const db = new DatabaseSync(':memory:');
  const rows = new UnsourcedRows(db, 'messages');
  for (let row = 1; row <= COUNT; row++) rows.add({ ...fingerprint64(`m-${row}`), row }, row % 10 === 0);
  return { rows, [Symbol.dispose]: () => db.close() };
}

test('every row that nobody has settled is found once, while rows are taken out', () => {
  using at = filled();
  for (let row = 1; row <= COUNT; row += 2) at.rows.settle(fingerprint64(`m-${row}`));
  const found: number[] = [];
  for (const one of at.rows.unsettled()) {
    found.push(one.row);
    expect(at.rows.take(one)).toBe(true);
  }
  expect(found.sort((a, b) => a - b)).toEqual(Array.from({ length: COUNT / 2 }, (_, at) => 2 * at + 2));
  expect([...at.rows.unsettled()]).toEqual([]);
  // Every tenth row, which is uncertain, has been taken out.
  expect(at.rows.certain).toBe(COUNT / 2);
});

test('the last row of a key counts, and one that was taken is gone', () => {
  using at = filled();
  const key = fingerprint64('m-7');
  at.rows.add({ ...key, row: 9_000 }, true);
  expect(at.rows.find(key)?.row).toBe(9_000);
  expect(at.rows.certain).toBe(COUNT * 0.9 - 1);
  expect([at.rows.take(key), at.rows.take(key)]).toEqual([true, false]);
  expect(at.rows.find(key)).toBeUndefined();
});
