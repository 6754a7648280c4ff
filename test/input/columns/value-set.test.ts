import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValueSet } from '../../../src/input/columns/column.ts';

const setOf = (values: Iterable<string>): ValueSet => {
  const set = new ValueSet();
  for (const value of values) set.add(value);
  return set;
};
const numbered = (from: number, to: number, name = 'u'): string[] =>
  Array.from({ length: to - from }, (_, at) => `${name}${from + at}`);

describe('the values of a column', () => {
  test('up to 10,000 they are all known', () => {
    const text = fc.array(fc.string({ maxLength: 20 }), { maxLength: 50 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [own, other] = [setOf(a), setOf(b)];
        const folded = new Set(b.map((each) => each.trim().toLowerCase()));
        const values = [...new Set(a)];
        expect([own.size, own.error, own.isComplete]).toEqual([values.length, 0, true]);
        expect(own.sharedWith(other)).toEqual({
          exact: values.filter((each) => b.includes(each)).length,
          folded: values.filter((each) => folded.has(each.trim().toLowerCase())).length,
        });
        const both = setOf(a);
        both.addAll(other);
        expect(both.size).toBe(new Set([...a, ...b]).size);
      }),
    );
  });

  test('of more, their number and what two columns share are known within five percent, in any order', () => {
    const people = setOf(numbered(0, 200_000));
    expect(people.isComplete).toBe(false);
    expect(Math.abs(people.size / 200_000 - 1)).toBeLessThan(0.05);
    // The last of them, a few of them, some others besides, none of them.
    const last = setOf(numbered(150_000, 200_000).reverse());
    expect(last.sharedWith(people)).toEqual({ exact: last.size, folded: last.size });
    expect(people.sharedWith(last).exact / people.size).toBeCloseTo(0.25, 1);
    const few = setOf(numbered(199_000, 200_000));
    expect([few.size, few.sharedWith(people).exact]).toEqual([1_000, 1_000]);
    const half = setOf(numbered(190_000, 210_000));
    expect(half.sharedWith(people).exact / half.size).toBeCloseTo(0.5, 1);
    expect(setOf(numbered(0, 50_000, 'room')).sharedWith(people)).toEqual({ exact: 0, folded: 0 });
  });

  test('of two large parts the whole is as if it had been read at once', () => {
    const [a, b] = [setOf(numbered(0, 40_000)), setOf(numbered(20_000, 70_000))];
    a.addAll(b);
    const whole = setOf(numbered(0, 70_000));
    expect([a.size, a.error]).toEqual([whole.size, whole.error]);
    expect(a.sharedWith(whole).exact).toBe(whole.size);
  });

  test('values that differ only in capital letters are found among very many', () => {
    const names = numbered(0, 30_000);
    expect(setOf(names).hasVariants).toBe(false);
    const mixed = setOf([...names, ...names.map((name) => name.toUpperCase())]);
    expect(mixed.hasVariants).toBe(true);
    const capitals = setOf(names.map((name) => ` ${name.toUpperCase()}`));
    const { exact, folded } = capitals.sharedWith(setOf(names));
    expect([exact, folded]).toEqual([0, capitals.size]);
  });

  test('a value that is too long to be a key is only noted', () => {
    const set = setOf(['a', 'x'.repeat(201)]);
    expect([set.size, set.hasLong, set.isComplete]).toEqual([1, true, false]);
  });
});
