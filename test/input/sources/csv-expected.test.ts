import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ExpectedRecord } from '../../../src/input/rows/record.ts';
import { CsvRows } from '../../../src/input/sources/csv/csv-rows.ts';
import { type RowWidth, rowWidths } from '../../../src/input/sources/source.ts';
import { seeded } from '../../support/random.ts';

/** A record given to `known`: its bytes, and the line ends inside it. */
type Offered = { readonly text: string; readonly innerLines: number };
type Predicted = { readonly expected: ExpectedRecord; readonly taken: () => number };

const pieces = [
  '1,a',
  'b,"x"',
  'b,"x"y',
  '"q","r\ns"',
  '"q","r\r\n"',
  '"q","r\rs\n\n"',
  '"',
  '""',
  ',',
  ',c',
  'Ä,😀',
  '\n',
  '\n',
  '\r\n',
  '\r\n',
  '\r',
  '\n\n',
  '1,a\n',
  '1,a\n"q","r\ns"\n',
  '"1,a\n',
  '\0',
  ' ',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 });
const edits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.array(fc.constantFrom(...pieces))), {
  maxLength: 3,
});

/** The rows of a text in pieces; `known` takes some of the records. */
function parsed(whole: Buffer, piece: number, width: RowWidth, expected?: ExpectedRecord) {
  const parser = new CsvRows(
    {
      delimiter: ',',
      columns: 2,
      encoding: 'utf-8',
      file: 0,
      width,
    },
    { byte: 0, line: 1, row: 0 },
  );
  const offered: Offered[] = [];
  const all: unknown[] = [];
  const sink = {
    ...(expected ? { expected } : {}),
    known(bytes: Uint8Array, start: number, end: number, innerLines: number): boolean {
      const record = { text: Buffer.from(bytes.subarray(start, end)).toString(), innerLines };
      const isTaken = offered.push(record) % 3 !== 0;
      const { line, byte } = parser.window.place;
      if (isTaken) all.push({ ...record, line, byte });
      return isTaken;
    },
    row: (row: object) => void all.push(row),
  };
  for (let at = 0; at < whole.length; at += piece) parser.push(whole.subarray(at, at + piece), sink);
  parser.end(sink);
  return { offered, all };
}

/** Expects the records of an earlier pass: the next one after a correct guess, otherwise any of them. */
function predictor(records: readonly Offered[], seed: number): Predicted {
  const random = seeded(seed);
  let next = 0;
  let taken = 0;
  let record: Offered | undefined;
  const expected: ExpectedRecord = {
    get length(): number {
      if (random() < 0.3) next = Math.floor(random() * records.length);
      record = records[next];
      return Buffer.byteLength(record?.text ?? '');
    },
    get innerLines(): number {
      return record?.innerLines ?? 0;
    },
    is(bytes, start, end) {
      const isIt = Buffer.from(bytes.subarray(start, end)).toString() === record?.text;
      if (isIt) taken++;
      if (isIt) next++;
      return isIt;
    },
  };
  return { expected, taken: () => taken };
}

/** A record of several lines and more cells than columns, which is a row only where no good row begins on one of its lines. */
const SWALLOWED: [string[], [number, number, string[]][], number, number] = [
  ['"q","r\rs\n\n"', '"q","r\r\n"', ',', '1,a', '1,a'],
  [[373_539_910, 1, ['1,a\n', '"', '"q","r\rs\n\n"']]],
  1,
  15,
];

test('expected records do not change the result', () => {
  let taken = 0;
  fc.assert(
    fc.property(text, edits, fc.integer({ min: 1, max: 40 }), fc.nat(), (before, changes, piece, seed) => {
      const width = rowWidths[seed % rowWidths.length] ?? 'strict';
      const after = [...before];
      for (const [at, count, added] of changes) after.splice(at % (after.length + 1), count, ...added);
      const { offered } = parsed(Buffer.from(before.join('')), 64, width);
      const later = Buffer.from(after.join(''));
      const prediction = predictor(offered, seed);
      const found = parsed(later, piece, width, prediction.expected);
      expect(found).toEqual(parsed(later, piece, width));
      taken += prediction.taken();
    }),
    { numRuns: 4_000, examples: [SWALLOWED] },
  );
  expect(taken).toBeGreaterThan(1_000);
});
