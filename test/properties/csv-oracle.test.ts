import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { csv } from '../../src/input/sources/csv/csv.ts';
import { rowsIn } from '../input/sources/read-rows.ts';
import { IN_TIME } from '../support/in-time.ts';

// csv-parse is the reference for every dialect: our reader gives the same cells, and a fault where csv-parse throws.

type Style = {
  readonly delimiter: string;
  readonly lineEnds: readonly string[];
  /** Quotes around cells that do not need them, in turn. */
  readonly quoted: readonly boolean[];
  readonly mark: boolean;
  readonly lastEnd: boolean;
  readonly blanks: number;
};

const style: fc.Arbitrary<Style> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  lineEnds: fc.array(fc.constantFrom('\n', '\r\n', '\r'), { minLength: 1, maxLength: 5 }),
  quoted: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
  mark: fc.boolean(),
  lastEnd: fc.boolean(),
  blanks: fc.nat(3),
});
const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }).map((text) => text.toWellFormed()),
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '\t', '|', '\n', '\r', 'a', ' ', '😀', '\ufeff'),
    maxLength: 8,
  }),
  fc.constantFrom('', 'plain', 'a longer text without anything in it'),
);
const table = fc
  .integer({ min: 1, max: 6 })
  .chain((columns) =>
    fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 12 }),
  );

function written(
  rows: readonly (readonly string[])[],
  { delimiter, lineEnds, quoted, mark, lastEnd, blanks }: Style,
): string {
  let count = 0;
  const cellText = (text: string): string =>
    quoted[count++ % quoted.length] || /["\r\n]/.test(text) || text.includes(delimiter)
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const header = rows[0]?.map((_, index) => `c${index}`) ?? [];
  const lines = [header, ...rows].map((row) => row.map(cellText).join(delimiter));
  const ended = lines.map((line, index) => {
    const end = lineEnds[index % lineEnds.length] ?? '\n';
    if (index === lines.length - 1 && !lastEnd) return line;
    // Blank lines use the same line end, because CR before LF would be one line end.
    return line + end.repeat(blanks > 0 && index % blanks === 0 ? 2 : 1);
  });
  return (mark ? '\ufeff' : '') + ended.join('');
}

function byReference(text: string, delimiter: string): string[][] {
  return parse(text, {
    bom: true,
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
  }).slice(1);
}

describe('CSV is read as csv-parse reads it', () => {
  test('well-formed tables in every style', async () => {
    await fc.assert(
      fc.asyncProperty(table, style, async (rows, how) => {
        const text = written(rows, how);
        const ours = await rowsIn(csv, 'a.csv', text, { delimiter: how.delimiter });
        expect(ours.map((row) => row.fault)).toEqual(ours.map(() => undefined));
        expect(ours.map((row) => row.values)).toEqual(byReference(text, how.delimiter));
      }),
      { numRuns: 250 },
    );
  });

  test('tables much longer than one read, plain, compressed and in UTF-16', async () => {
    await fc.assert(
      fc.asyncProperty(table, style, fc.nat(200), async (some, how, shift) => {
        // The length of the start moves the boundaries between reads.
        const first = some[0]?.map(() => 'x'.repeat(shift)) ?? [];
        const size = written(some, how).length;
        const repeated = Array.from({ length: Math.ceil(300_000 / size) }, () => some).flat();
        const text = written([first, ...repeated], { ...how, mark: false });
        const theirs = byReference(text, how.delimiter);
        const forms = [Buffer.from(text), gzipSync(text), iconv.encode(text, 'utf-16le', { addBOM: true })];
        for (const bytes of forms) {
          const ours = await rowsIn(csv, 'a.csv', bytes, { delimiter: how.delimiter });
          expect(ours.length).toBe(theirs.length);
          const other = ours.find(
            (row, index) => JSON.stringify(row.values) !== JSON.stringify(theirs[index]),
          );
          expect(other).toBeUndefined();
        }
      }),
      { numRuns: 3 },
    );
  });

  test('a text has a fault exactly if csv-parse refuses it', async () => {
    const token = fc.constantFrom(
      '"',
      '"',
      '""',
      ',',
      '\n',
      '\r\n',
      '\r',
      'a',
      ' ',
      '😀',
      '","',
      '"\n"',
      'b,c\n',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 12 }), async (tokens) => {
        const text = `x,y\n${tokens.join('')}`;
        const ours = await rowsIn(csv, 'a.csv', text, { width: 'strict' });
        let theirs: string[][] | undefined;
        try {
          theirs = byReference(text, ',');
        } catch {
          theirs = undefined;
        }
        // Rows of nothing but delimiters are left out, however many cells they have.
        if (ours.some((row) => row.leftOut)) return;
        expect(ours.some((row) => row.fault)).toBe(theirs === undefined);
        if (theirs !== undefined) expect(ours.map((row) => row.values)).toEqual(theirs);
      }),
      { numRuns: 500, ...IN_TIME },
    );
  });
});
