import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Bounds, cellText } from '../../src/input/rows/record.ts';
import type { Row } from '../../src/input/rows/row.ts';
import type { PreparedInput } from '../../src/tables/prepared-row.ts';
import { plain, prepared, rowsFrom, signal } from './prepared.ts';

const cell = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '",""', '\\u', 'a\nb', '\ud800', '\u0007', 'Grüße'),
);

test('a screen gets the cells that a row would have, or the row is made', async () => {
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
        const seen: (readonly string[])[] = [];
        const place: number[] = [];
        const screen = (record: Bounds): boolean => {
          seen.push([cellText(record, 0), cellText(record, 1)]);
          place.push(record.line, record.byte);
          return true;
        };
        const row = ({ values, line, byte }: Row): void => {
          seen.push(values as readonly string[]);
          place.push(line, byte);
        };
        await source.pass({ screen, row }, signal);
        expect(seen).toEqual(cells);
        const read: number[] = [];
        for await (const chunk of source.read(undefined, signal))
          for (const { line, byte } of chunk) read.push(line, byte);
        expect(place).toEqual(read);
      });
    }),
    { numRuns: 60 },
  );
});

test('rows with a mark, and objects with members that the screen does not know, are made as rows', async () => {
  const good = { who: 'ann', text: 'hi' };
  const inputs = [
    {
      name: 'a.ndjson',
      path: '/a.ndjson',
      pass: async (take: (row: PreparedInput) => void) =>
        [
          { values: good, line: 1 },
          { values: { ...good, more: 1 }, line: 2 },
          { values: good, line: 3, leftOut: 'transform' },
          { values: good, line: 4, fault: { code: 'ROW.X', message: 'bad' } },
          { values: { who: 'ann', text: 12345678901234567890n }, line: 5 },
        ].forEach(take),
    },
  ];
  await prepared({ ...plain, columns: undefined, inputs }, async (source) => {
    const screened: number[] = [];
    const made: number[] = [];
    await source.pass(
      {
        names: ['who', 'text'],
        screen: ({ line }) => screened.push(line) > 0,
        row: ({ line }) => void made.push(line),
      },
      signal,
    );
    expect({ screened, made }).toEqual({ screened: [1], made: [2, 3, 4, 5] });
  });
});
