import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Row } from '../../src/input/rows/row.ts';
import type { PreparedInput } from '../../src/tables/prepared-row.ts';
import { plain, prepared, rowsFrom, signal } from './prepared.ts';

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '",""', '\\u', 'a\nb', '\ud800', '\u0007', 'Grüße'),
);

test('a table has the cells that were written, at the same places for both ways to read it', async () => {
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const inputs = [
        {
          name: 'a.csv',
          path: '/a.csv',
          pass: async (take: (row: PreparedInput) => void) => rowsFrom(cells).forEach(take),
        },
      ];
      await prepared({ ...plain, inputs }, async (source) => {
        const passed: Row[] = [];
        await source.pass({ row: (row) => passed.push(row) }, signal);
        expect(passed.map(({ values }) => values)).toEqual(cells);
        expect(passed).toEqual((await Array.fromAsync(source.read(undefined, signal))).flat());
      });
    }),
    { numRuns: 60 },
  );
});
