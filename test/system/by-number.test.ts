import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byNumber } from '../../src/system/by-number.ts';

const printable = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 12,
});
const names = fc.oneof(
  printable,
  fc
    .array(fc.constantFrom('a', 'B', 'b', '-', '_', '.', '1', '9', '10', '007', ' '), { maxLength: 6 })
    .map((parts) => parts.join('')),
);

test('names of plain letters, digits and marks are in the order of English dictionaries', () => {
  fc.assert(
    fc.property(names, names, (a, b) => {
      const order = a.localeCompare(b, 'en', { numeric: true });
      if (order !== 0) expect([a, b, Math.sign(byNumber(a, b))]).toEqual([a, b, Math.sign(order)]);
    }),
    { numRuns: 5_000 },
  );
});

test('an order of all texts: no two are equal, and three are in line', () => {
  const texts = fc.string({ unit: 'binary', maxLength: 6 });
  fc.assert(
    fc.property(texts, texts, texts, (a, b, c) => {
      expect(byNumber(a, b) === 0).toBe(a === b);
      expect(Math.sign(byNumber(a, b))).toBe(-Math.sign(byNumber(b, a)) + 0);
      if (byNumber(a, b) < 0 && byNumber(b, c) < 0) expect(byNumber(a, c)).toBeLessThan(0);
    }),
    { numRuns: 5_000 },
  );
});

test('numbers are compared as numbers, whatever their length', () => {
  const files = [
    'part-10.csv',
    'Part-9.csv',
    'part-9.csv',
    'part-010.csv',
    'part-1.csv',
    'élan-2',
    'elan-10',
  ];
  expect([...files].sort(byNumber)).toEqual([
    'élan-2',
    'elan-10',
    'part-1.csv',
    'part-9.csv',
    'Part-9.csv',
    'part-010.csv',
    'part-10.csv',
  ]);
});
