import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csv } from '../../../src/input/sources/csv/csv.ts';
import { CsvRows } from '../../../src/input/sources/csv/csv-rows.ts';
import { DialectRows } from '../../../src/input/sources/csv/dialect-rows.ts';
import { type RowWidth, rowWidths } from '../../../src/input/sources/source.ts';
import { sourcesHere } from '../../e2e/sources/sources-here.ts';
import { rowsIn, rowsInPieces } from './read-rows.ts';

type Told = readonly (readonly [line: number, cells: readonly string[] | string])[];

const empties = 'rows with empty cells beyond the header, which are ignored';
const cuts = 'rows with cells beyond the header, which are cut';
const padded = 'rows with fewer cells than the header, which are filled up';
const MISMATCH = 'CSV.COLUMNS_MISMATCH';

/** The rows of a file, and the numbers that are told of it. */
async function read(text: string, options: { width?: RowWidth; comment?: string } = {}) {
  const numbers: Record<string, number> = {};
  const warn = (sentence: string, count = 0): void => {
    numbers[sentence] = count;
  };
  const rows = await rowsIn(csv, 'a.csv', text, { ...options, warn });
  const seen: Told = rows.map(({ line, values, fault, leftOut }) => [
    line,
    leftOut ?? fault?.code ?? (values as readonly string[]),
  ]);
  return { seen, numbers };
}

const ROWS = 'id,text\na,b\nc,d,\ne,f,,""\ng,h,x\ni\n"j\nj",k,\n,,,\n';
const regular: Told = [[2, ['a', 'b']]];
const trailing: Told = [
  [3, ['c', 'd']],
  [4, ['e', 'f']],
];
const long: Told = [[7, ['j\nj', 'k']]];
const blank: Told = [[9, 'blank']];

describe.each([{}, { comment: '#' }])('the width of rows, with %j', (options) => {
  test.each<[RowWidth | undefined, Told, Record<string, number>]>([
    [undefined, [...regular, ...trailing, [5, MISMATCH], [6, MISMATCH], ...long, ...blank], { [empties]: 3 }],
    [
      'trailing',
      [...regular, ...trailing, [5, MISMATCH], [6, MISMATCH], ...long, ...blank],
      { [empties]: 3 },
    ],
    [
      'strict',
      [...regular, [3, MISMATCH], [4, MISMATCH], [5, MISMATCH], [6, MISMATCH], [7, MISMATCH], ...blank],
      {},
    ],
    [
      'pad',
      [...regular, ...trailing, [5, MISMATCH], [6, ['i', '']], ...long, ...blank],
      { [empties]: 3, [padded]: 1 },
    ],
    [
      'cut',
      [...regular, ...trailing, [5, ['g', 'h']], [6, MISMATCH], ...long, ...blank],
      { [empties]: 3, [cuts]: 1 },
    ],
  ])('%s', async (width, seen, numbers) => {
    expect(await read(ROWS, { ...options, ...(width ? { width } : {}) })).toEqual({ seen, numbers });
  });

  test('blanks beyond the header are cells with a value', async () => {
    expect((await read('id,text\na,b, \n', options)).seen).toEqual([[2, MISMATCH]]);
  });
});

test('an empty cell beyond the header is ignored only if no cell can have moved there', async () => {
  const moved = 'id,text,time\n1,a,5\n2,b,\n3,c,c,\n';
  expect(await read(moved)).toEqual({
    seen: [
      [2, ['1', 'a', '5']],
      [3, ['2', 'b', '']],
      [4, MISMATCH],
    ],
    numbers: {},
  });
  expect(await read(moved, { width: 'trailing' })).toMatchObject({ numbers: { [empties]: 1 } });
  expect(await read('id,text\na,,\nb,c,\n')).toEqual({
    seen: [
      [2, ['a', '']],
      [3, ['b', 'c']],
    ],
    numbers: { [empties]: 2 },
  });
});

test('a quote that was never closed swallows no row with a cell too many', async () => {
  const text = 'id,text,n\n1,"open,\n2,b,3,\n4,c",5,\n6,d,7,\n';
  expect((await read(text)).seen).toEqual([
    [2, 'CSV.QUOTE_UNCLOSED'],
    [3, ['2', 'b', '3']],
    [4, 'CSV.QUOTE_STRAY'],
    [5, ['6', 'd', '7']],
  ]);
});

test('lines of a text are no rows, whatever is accepted', async () => {
  const text = 'id,text,n\n1,"one\ntwo\nthree",4,\n2,"a, b, c, d\ne, f, g, h\ni",4,\n5\n';
  for (const width of ['trailing', 'pad', 'cut'] as const)
    expect((await read(text, { width })).seen.slice(0, 2)).toEqual([
      [2, ['1', 'one\ntwo\nthree', '4']],
      [5, ['2', 'a, b, c, d\ne, f, g, h\ni', '4']],
    ]);
});

test('rows of any width are read alike in pieces and in both readers', () => {
  const cell = fc.constantFrom('', '', 'a', 'b c', '""', '"x,y"', '"p\nq"', '"say ""hi"""');
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 12 });
  const from = { byte: 0, line: 1, row: 0 };
  const dialect = { delimiter: ',', quote: '"', escape: '"', comment: '#', trim: false };
  const unquoted = (text: string): string =>
    text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;
  fc.assert(
    fc.property(rows, fc.constantFrom(...rowWidths), fc.nat({ max: 20 }), (table, width, piece) => {
      const bytes = Buffer.from(table.map((cells) => `${cells.join(',')}\n`).join(''));
      const shared = { columns: 3, encoding: 'utf-8', file: 0, width };
      const ours = rowsInPieces(new CsvRows({ ...shared, delimiter: ',' }, from), bytes, [piece + 1]);
      expect(ours).toEqual(rowsInPieces(new CsvRows({ ...shared, delimiter: ',' }, from), bytes, []));
      const short = (found: typeof ours) =>
        found.map(({ line, values, fault, leftOut }) => [line, leftOut ?? fault?.code ?? values]);
      const theirs = rowsInPieces(new DialectRows({ ...shared, dialect }, from), bytes, []);
      if (ours.every(({ fault }) => !fault || fault.code === MISMATCH))
        expect(short(ours)).toEqual(short(theirs));
      const expected = table
        .map((cells) => cells.map(unquoted))
        .filter((cells) => cells.length > 1 || cells[0] !== '')
        .map((cells) => {
          const isEmpty = cells.slice(3).every((each) => each === '');
          const isTaken =
            cells.length === 3 ||
            (cells.length < 3 ? width === 'pad' : width === 'cut' || (width !== 'strict' && isEmpty));
          if (cells.every((each) => /^[ \t]*$/.test(each))) return 'blank';
          return isTaken ? [0, 1, 2].map((at) => cells[at] ?? '') : MISMATCH;
        });
      const plain = !bytes.includes('"p') && !bytes.includes('""\n');
      if (plain) expect(short(ours).map(([, found]) => found)).toEqual(expected);
    }),
    { numRuns: 2_000 },
  );
});

/** A file of messages in which every seventh row ends with a delimiter, or has a cell too few or too many. */
function messages(odd: (row: string) => string): string {
  const rows = Array.from({ length: 3_000 }, (_, at) => {
    const row = `m-${at},ann,team,group,${1_700_000_000 + at},"Hello, ${at}"`;
    return at % 7 === 0 ? odd(row) : row;
  });
  return `muid,sender,receiver,receiverType,sentAt,text\n${rows.join('\n')}\n`;
}

const declared = (width: string) => `
  messages: { path: messages*.csv${width} }
`;
const odd = 429;

test.each([
  ['', (row: string) => `${row},`, 3_000, [`messages.csv: ${empties}: ${odd}`]],
  [', width: strict', (row: string) => `${row},`, 3_000 - odd, []],
  ['', (row: string) => `${row},x`, 3_000 - odd, []],
  [', width: cut', (row: string) => `${row},x`, 3_000, [`messages.csv: ${cuts}: ${odd}`]],
  ['', (row: string) => row.replace(/,"[^"]*"$/, ''), 3_000 - odd, []],
  [', width: cut', (row: string) => row.replace(/,"[^"]*"$/, ''), 3_000 - odd, []],
])('a file with %s says the number of its odd rows once: %#', async (width, change, ready, warnings) => {
  await using here = await sourcesHere({
    files: { 'messages.csv': messages(change) },
    sources: declared(width),
    rest: 'references: open',
  });
  const { result } = await here.json('validate');
  expect(result.entities.messages).toMatchObject({ pending: ready, rejected: 3_000 - ready });
  expect(result.warnings).toEqual(warnings);
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual(
    ready < 3_000 ? [[MISMATCH, odd]] : [],
  );
});

test('a run imports such rows as they are, and says the sum of all files', async () => {
  const text = messages((row) => `${row},`);
  await using here = await sourcesHere({
    files: { 'messages-1.csv': text, 'messages-2.csv': text.replaceAll('m-', 'n-') },
    sources: `${declared('')}
  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver, map: { type: { const: private } } }
`,
  });
  const { result, exitCode } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.entities.messages).toMatchObject({ created: 6_000, rejected: 0 });
  expect(result.warnings).toEqual([`messages-1.csv and 1 other file: ${empties}: ${2 * odd}`]);
  expect((await here.run('verify')).exitCode).toBe(0);
});

test('a sync reads all rows again when another width is declared', async () => {
  const users = (width: string) => `
  users: { path: users.csv${width} }
`;
  await using here = await sourcesHere({
    files: { 'users.csv': 'uid,name\nann,Ann,\nben,Ben\n' },
    sources: users(''),
    rest: 'sync: {}',
  });
  const counts = async () => (await here.json('run', '--yes')).result.entities.users;
  expect(await counts()).toMatchObject({ created: 2 });
  expect(await counts()).toMatchObject({ unchanged: 2 });
  here.declare(users(', width: strict'));
  expect(await counts()).toMatchObject({ unchanged: 1, rejected: 1 });
  here.declare(users(', width: cut'));
  expect(await counts()).toMatchObject({ unchanged: 2 });
});

test('the error names the option', async () => {
  await using here = await sourcesHere({
    files: { 'users.csv': 'uid,name\nann,Lee, Ann\n' },
    sources: '  users: { path: users.csv }',
  });
  expect((await here.run('validate')).stdout).toContain('width: pad or width: cut');
});
