import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csv } from '../../../src/input/sources/csv/csv.ts';
import { DialectRows } from '../../../src/input/sources/csv/dialect-rows.ts';
import { ndjson } from '../../../src/input/sources/json/ndjson.ts';
import { ROW_BYTES_MAX, type SourceOptions } from '../../../src/input/sources/source.ts';
import { realFiles } from '../../../src/system/files.ts';
import { sourceConformance } from '../../conformance/source.ts';
import { IN_TIME } from '../../support/in-time.ts';
import { rowsIn, rowsInPieces } from './read-rows.ts';
import { tempFile } from './temp-file.ts';

const DIALECT = { delimiter: '::', quote: "'", escape: '\\', comment: '#', trim: false };

sourceConformance({
  name: 'csv in a dialect',
  format: { ...csv, open: (path, file, options) => csv.open(path, file, { ...DIALECT, ...options }) },
  header: 'id::text\n',
  between: /^(?:\s*|#[^\n\r]*[\n\r]?)*$/,
  pieces: [
    '1::a',
    "b::'x'",
    "'q'::'r\ns'",
    "'",
    "\\'",
    '::',
    ':',
    '\\',
    '\n',
    '\n',
    '\r\n',
    '\r',
    '\n# a comment\n',
    'Ä😀',
    new Uint8Array([0xff]),
    'x',
  ],
  good: (number) => `u-${number}::'text of ${number}'\n`,
  parser: (from) => new DialectRows({ dialect: DIALECT, columns: 2, encoding: 'utf-8', file: 0 }, from),
});

type Dialect = Omit<SourceOptions, 'files'>;

/** The rows of a file in short: the line, and the cells or the code. */
async function read(content: string | Uint8Array, options: Dialect, name = 'a.csv') {
  const rows = await rowsIn(csv, name, content, options);
  return rows.map(({ line, values, fault }) => [line, fault?.code ?? values]);
}

describe('a dialect of CSV', () => {
  test.each<[string, Dialect, string, unknown]>([
    ['another quote', { quote: "'" }, `id,t\n1,'a,''b'`, [[2, ['1', "a,'b"]]]],
    ['an escape', { escape: '\\' }, 'id,t\n1,"a \\"b\\" \\\\"', [[2, ['1', 'a "b" \\']]]],
    ['no quote', { quote: 'none', delimiter: '\t' }, 'id\tt\n1\t5" "x"', [[2, ['1', '5" "x"']]]],
    ['comments', { comment: '#' }, '# made by us\nid,t\n#1,a\n2,#b', [[4, ['2', '#b']]]],
    [
      'several characters',
      { delimiter: '::' },
      'id::t\n1::"a::b"\n2:::b',
      [
        [2, ['1', 'a::b']],
        [3, ['2', ':b']],
      ],
    ],
    ['characters beyond ASCII', { delimiter: '¦' }, 'id¦t\n1¦ä', [[2, ['1', 'ä']]]],
    [
      'trim',
      { trim: true },
      'id , t\n 1 ,\t"a "\t\n  \n2,b c ',
      [
        [2, ['1', 'a ']],
        [4, ['2', 'b c']],
      ],
    ],
    ['sep= and skipLines', { quote: "'", skipLines: 2 }, "sep=;\nx\nid;t\n1;'a;b'", [[4, ['1', 'a;b']]]],
    ['header: none', { quote: "'", header: 'none' }, "1,'a'", [[1, ['1', 'a']]]],
  ])('with %s is read as declared', async (_, options, content, rows) => {
    expect(await read(content, options)).toEqual(rows);
  });

  test('refuses the line of a fault and reads the rows around it', async () => {
    const content = "id,t\n1,'a'x\n2,b\n3,b'c'\n4\n5,'x\ny'\n6,'open\n7,c\n";
    expect(await read(content, { quote: "'" })).toEqual([
      [2, 'CSV.QUOTE_STRAY'],
      [3, ['2', 'b']],
      [4, 'CSV.QUOTE_STRAY'],
      [5, 'CSV.COLUMNS_MISMATCH'],
      [6, ['5', 'x\ny']],
      [8, 'CSV.QUOTE_UNCLOSED'],
      [9, ['7', 'c']],
    ]);
  });

  test('refuses bytes that are no text, and keeps the text of a row for the rejects file', async () => {
    const rows = await rowsIn(csv, 'a.csv', Buffer.from("id,t\n1,\xff\n2,'a'b\n3\n", 'latin1'), {
      quote: "'",
    });
    expect(rows.map(({ fault, raw }) => [fault?.code, raw])).toEqual([
      ['ROW.ENCODING_INVALID', '1,\ufffd'],
      ['CSV.QUOTE_STRAY', "2,'a'b"],
      ['CSV.COLUMNS_MISMATCH', '3'],
    ]);
  });

  test.each([
    ['a long line', 'x'.repeat(ROW_BYTES_MAX + 10), 'ROW.TOO_LARGE'],
    ['a long line of blanks', ' '.repeat(3 * ROW_BYTES_MAX), 'ROW.TOO_LARGE'],
    ['a quote over many lines', `9,'${'x\n'.repeat(ROW_BYTES_MAX)}`, 'CSV.QUOTE_UNCLOSED'],
  ])('%s is a fault where it begins, and the rows after it are read', async (_, long, code) => {
    const rows = await read(`id,t\n1,a\n${long},b,c\n2,b\n`, { quote: "'", trim: true });
    expect(rows.slice(0, 2)).toEqual([
      [2, ['1', 'a']],
      [3, code],
    ]);
    expect(rows.at(-1)?.[1]).toEqual(['2', 'b']);
  });

  test('a long comment costs nothing', async () => {
    const rows = await read(`id,t\n#${'x'.repeat(3 * ROW_BYTES_MAX)}\n1,a\n`, { comment: '#' });
    expect(rows).toEqual([[3, ['1', 'a']]]);
  });

  test('agrees with csv-parse on every text that csv-parse accepts as a whole', () => {
    const token = fc.constantFrom("'", "''", '::', ':', '\n', '\r\n', '\r', 'a', ' ', '😀', "::'", '#', '\\');
    const options = { delimiter: '::', quote: "'", escape: "'", comment: '#', trim: false };
    fc.assert(
      fc.property(fc.array(token, { maxLength: 20 }), fc.integer({ min: 1, max: 9 }), (tokens, piece) => {
        const file = Buffer.from(tokens.join(''));
        let theirs: string[][];
        try {
          theirs = parse(file, {
            ...options,
            comment_no_infix: true,
            record_delimiter: ['\r\n', '\n', '\r'],
            relax_column_count: true,
            skip_empty_lines: true,
          });
        } catch {
          return;
        }
        const rows = new DialectRows(
          { dialect: options, columns: 0, encoding: 'utf-8', file: 0 },
          { byte: 0, line: 1, row: 0 },
        );
        expect(rowsInPieces(rows, file, [piece]).map((row) => row.fault ?? row.values)).toEqual(theirs);
      }),
      { numRuns: 5_000, ...IN_TIME },
    );
  });

  test.each<[Dialect, RegExp]>([
    [{ quote: 'quote' }, /quote "quote" is not one ASCII character/],
    [{ escape: 'ab' }, /escape "ab"/],
    [{ comment: '' }, /comment ""/],
    [{ delimiter: 'a\nb' }, /delimiter "a\\nb"/],
    [{ quote: ';', delimiter: ';' }, /is the delimiter/],
    [{ comment: ',', delimiter: ',' }, /is the delimiter/],
  ])('%j cannot be used', async (options, message) => {
    await expect(read('a,b\n1,2\n', options)).rejects.toMatchObject({
      code: 'CONFIG.INVALID',
      message: expect.stringMatching(message),
    });
  });
});

describe('nulls', () => {
  test('are cells without a value, in CSV and in JSON', async () => {
    expect(await read('id,t\n1,\\N\n\\N,x\n2,NULL\n', { nulls: ['\\N', 'NULL'] })).toEqual([
      [2, ['1', '']],
      [3, ['', 'x']],
      [4, ['2', '']],
    ]);
    const [row] = await rowsIn(ndjson, 'a.json', '{"id":1,"t":"NULL","o":{"t":"NULL"}}', { nulls: ['NULL'] });
    expect(row?.values).toEqual({ id: 1, o: { t: 'NULL' } });
  });

  test('hold for a sink that takes the cells of records, too', async () => {
    await using file = await tempFile('a.csv', 'id,t\n1,\\N\n');
    const source = await csv.open(file.path, 0, { files: realFiles, nulls: ['\\N'] });
    const rows: unknown[] = [];
    await source.pass({ row: ({ values }, cells) => rows.push(values, cells) }, new AbortController().signal);
    expect(rows).toEqual([['1', ''], undefined]);
  });
});
