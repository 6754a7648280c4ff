import { expect, test } from 'vitest';
import { InFlight, type RowInFlight } from '../../src/delivery/in-flight.ts';
import { rowAt } from './example-rows.ts';

const entry = (index: number): RowInFlight => ({ row: rowAt(index), key: `u${index}`, valid: true });

test('rows enter in file order, settle in any order and leave in file order', () => {
  const window = new InFlight(10, 0);
  const [a, b, c] = [0, 1, 2].map((index) => window.enter(entry(index))) as [number, number, number];
  window.settle(c, { status: 'created' });
  window.settle(b, { status: 'exists' });
  expect(window.ready).toBe(0);
  window.settle(a, { status: 'created' });
  expect(window.take().map(({ key, outcome }) => [key, outcome.status])).toEqual([
    ['u0', 'created'],
    ['u1', 'exists'],
    ['u2', 'created'],
  ]);
  expect(window.size).toBe(0);
});

test('a row that is not settled keeps later rows in the window', () => {
  const window = new InFlight(10, 0);
  for (const index of [0, 1, 2]) window.enter(entry(index));
  window.settle(0, { status: 'created' });
  window.settle(2, { status: 'created' });
  expect(window.take().map(({ key }) => key)).toEqual(['u0']);
  expect(window.head).toBe(1);
});

test('rows are counted over the whole step, so a resumed run continues where the last one ended', () => {
  const window = new InFlight(10, 5_000);
  expect(window.enter(entry(0))).toBe(5_000);
  expect(window.head).toBe(5_000);
});

test('it is crowded when more than half full, and its producer waits until rows have left', async () => {
  const window = new InFlight(4, 0);
  for (const index of [0, 1]) window.enter(entry(index));
  expect(window.crowded).toBe(false);
  window.enter(entry(2));
  expect(window.crowded).toBe(true);
  const waiting = window.progress();
  window.settle(0, { status: 'created' });
  window.take();
  window.wake();
  await waiting;
  expect(window.crowded).toBe(false);
});

test('a row settles exactly once, and no row enters a full window', () => {
  const window = new InFlight(1, 0);
  window.enter(entry(0));
  expect(() => window.enter(entry(1))).toThrow('full');
  window.settle(0, { status: 'created' });
  expect(() => window.settle(0, { status: 'created' })).toThrow('twice');
  expect(() => window.settle(7, { status: 'created' })).toThrow('not in the window');
});
