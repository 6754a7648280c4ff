import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashReader, slug } from '../../../../src/input/rows/mapping.ts';

const LEGAL = /^[a-z0-9_-]{1,100}$/;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Any Unicode text, and texts that look alike: with marks, spaces, signs and capitals added. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: fc.constantFrom('a', 'A', 'á', 'á', ' ', '-', '_', '.', '\u212a', 'ﬁ', '李', '\u0307') }),
);

describe('slug', () => {
  test.each([
    ['ann', 'ann'],
    ['ann_lee-7', 'ann_lee-7'],
    ['1152170477e2', '1152170477e2'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['Ann Lee', `ann-lee-${digest('Ann Lee')}`],
    ['  Ann  Lee!! ', `ann-lee-${digest('  Ann  Lee!! ')}`],
    ['José', `jose-${digest('Jos\u00e9')}`],
    ['Jose\u0301', `jose-${digest('Jos\u00e9')}`],
    ['ann@example.com', `ann-example-com-${digest('ann@example.com')}`],
    ['李雷', digest('李雷')],
    ['+49 30 1234', digest('+49 30 1234')],
    ['x'.repeat(101), `${'x'.repeat(80)}-${digest('x'.repeat(101))}`],
    ['_ A', `_-a-${digest('_ A')}`],
  ])('of %j is %s', (text, expected) => {
    expect(slug(text)).toBe(expected);
  });

  test('is a legal id for any text, the same one each time, and stays when it is slugged again', () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(text !== '');
        const id = slug(text);
        expect(id).toMatch(LEGAL);
        expect(slug(text)).toBe(id);
        expect(slug(id)).toBe(id);
      }),
      { numRuns: 2_000 },
    );
  });

  test('gives two texts that Unicode does not call equal two ids', () => {
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2, maxLength: 50 }), (many) => {
        const whole = new Set(many.filter((text) => text !== '').map((text) => text.normalize('NFC')));
        expect(new Set([...whole].map(slug)).size).toBe(whole.size);
      }),
      { numRuns: 1_000 },
    );
  });

  test('of a hundred thousand names that share all letters has no id twice', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `Ann${'é'.repeat(index % 7)} ${index}!`);
    expect(new Set(names.map(slug)).size).toBe(names.length);
  });
});

describe('hashReader', () => {
  test('gives rows with different cells different ids, wherever their texts begin and end', () => {
    const cells = fc.string({ unit: fc.constantFrom('1', '2', ':', ',', '-', 'a', 'ä') });
    const read = hashReader(['a', 'b', 'c'], (name) => {
      const index = ['a', 'b', 'c'].indexOf(name);
      return (values) => (values as readonly string[])[index];
    });
    const row = fc.tuple(cells, cells, cells);
    fc.assert(
      fc.property(row, row, (one, other) => {
        expect(read(one) === read(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
        expect(read(one)).toMatch(/^[0-9a-f]{32}$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
