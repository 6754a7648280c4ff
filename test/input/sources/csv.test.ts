import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csv } from '../../../src/input/sources/csv/csv.ts';
import { CsvFramer } from '../../../src/input/sources/csv/csv-framer.ts';
import { CsvRows } from '../../../src/input/sources/csv/csv-rows.ts';
import { cellsOf, framesOf } from '../../../src/input/sources/csv/delimiter.ts';
import { ROW_BYTES_MAX } from '../../../src/input/sources/source.ts';
import { realFiles } from '../../../src/system/files.ts';
import { sourceConformance } from '../../conformance/source.ts';
import { IN_TIME } from '../../support/in-time.ts';
import { rowsIn, rowsInPieces, told } from './read-rows.ts';
import { tempFile } from './temp-file.ts';

sourceConformance({
  format: csv,
  header: 'id,text\n',
  pieces: [
    '1,a',
    'b,"x"',
    '"q","r\ns"',
    '"',
    '"',
    '""',
    ',',
    '\n',
    '\n',
    '\r\n',
    '\r',
    'Ä😀',
    new Uint8Array([0xff]),
    'x',
    '\0',
  ],
  good: (number) => `u-${number},"text of ${number}"\n`,
  parser: (from) => new CsvRows({ delimiter: ',', columns: 2, encoding: 'utf-8', file: 0 }, from),
});

describe('csv', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', 'a', ' ', '😀'), maxLength: 8 }),
  );
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { maxLength: 20 }),
    );

  test('agrees with csv-parse on every well-formed table', () => {
    const options = fc.record({
      rows: table,
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
      quoteAll: fc.boolean(),
      last: fc.boolean(),
      piece: fc.integer({ min: 1, max: 64 }),
    });
    fc.assert(
      fc.property(options, ({ rows, delimiter, lineEnd, quoteAll, last, piece }) => {
        const quoted = (text: string) =>
          quoteAll || /["\r\n]/.test(text) || text.includes(delimiter)
            ? `"${text.replaceAll('"', '""')}"`
            : text;
        const lines = rows.map((row) => row.map((text) => quoted(text.toWellFormed())).join(delimiter));
        const file = Buffer.from(lines.join(lineEnd) + (last ? lineEnd : ''));
        const theirs: string[][] = parse(file, {
          delimiter,
          record_delimiter: ['\r\n', '\n', '\r'],
          skip_empty_lines: true,
        });
        const dialect = { delimiter, columns: rows[0]?.length ?? 0, encoding: 'utf-8', file: 0 };
        const ours = rowsInPieces(new CsvRows(dialect, { byte: 0, line: 1, row: 0 }), file, [piece]);
        expect(ours.map((row) => row.fault)).toEqual(ours.map(() => undefined));
        expect(ours.map((row) => row.values)).toEqual(theirs);
      }),
      { numRuns: 2_000 },
    );
  });

  test('accepts exactly the texts that csv-parse accepts', () => {
    const token = fc.constantFrom('"', '"', '""', ',', '\n', '\r\n', '\r', 'a', ' ', '😀', '","', '"\n"');
    const text = fc.array(token, { maxLength: 14 }).map((tokens) => Buffer.from(tokens.join('')));
    fc.assert(
      fc.property(text, (file) => {
        const framer = new CsvFramer(',', 0, { byte: 0, line: 1 });
        const ours = framesOf(framer, file).concat(framesOf(framer));
        let theirs: string[][] | undefined;
        try {
          theirs = parse(file, {
            record_delimiter: ['\r\n', '\n', '\r'],
            relax_column_count: true,
            skip_empty_lines: true,
          });
        } catch {
          theirs = undefined;
        }
        expect(ours.some(({ fault }) => fault)).toBe(theirs === undefined);
        const cells = ours.map(({ byte, endByte }) => cellsOf(file.subarray(byte, endByte), ','));
        if (theirs !== undefined) expect(cells).toEqual(theirs);
      }),
      { numRuns: 20_000, ...IN_TIME },
    );
  });

  type Expected = readonly [line: number, code: string, column?: number];
  const faults: readonly (readonly [what: string, rows: string, expected: readonly Expected[]])[] = [
    ['a quote that is never closed', '1,"open', [[3, 'CSV.QUOTE_UNCLOSED', 3]]],
    [
      'two of them in a row',
      '1,"open\n2,"open',
      [
        [3, 'CSV.QUOTE_STRAY'],
        [4, 'CSV.QUOTE_UNCLOSED', 3],
      ],
    ],
    ['text after a closing quote', '1,"x"y', [[3, 'CSV.QUOTE_STRAY', 6]]],
    ['a quote inside a cell', '1,5" pipe', [[3, 'CSV.QUOTE_STRAY', 4]]],
    ['a blank before a quote', '1, "x"', [[3, 'CSV.QUOTE_STRAY', 4]]],
    ['a missing cell', '1', [[3, 'CSV.COLUMNS_MISMATCH']]],
    ['a cell too many', '1,2,3', [[3, 'CSV.COLUMNS_MISMATCH']]],
    ['a cell too many over two lines', '1,"a\nb",3', [[3, 'CSV.COLUMNS_MISMATCH']]],
    [
      'a stray quote over two lines',
      '1,"a\nb"c',
      [
        [3, 'CSV.QUOTE_STRAY'],
        [4, 'CSV.QUOTE_STRAY', 2],
      ],
    ],
    ['a column after emoji', '1😀,x"', [[3, 'CSV.QUOTE_STRAY', 6]]],
  ];

  test.each(faults)('refuses %s and reads the rows around it', async (_what, bad, expected) => {
    const head = 'id,text\nbefore,"x\r\ny"\n';
    // The good row before it is on lines 2 and 3, so that the fault begins on line 4.
    const rows = await rowsIn(csv, 'a.csv', `${head}${bad}\nafter,"z"\nlast,z\n`);
    const badBytes = bad.split('\n').map((line) => Buffer.byteLength(line) + 1);
    const good = rows.filter((row) => row.fault === undefined);
    expect(good.map((row) => row.values)).toEqual([
      ['before', 'x\r\ny'],
      ['after', 'z'],
      ['last', 'z'],
    ]);
    const found = rows.filter((row) => row.fault !== undefined);
    expect(found.map(told)).toEqual(
      expected.map(([line, code, column]) => ({
        line: line + 1,
        byte: head.length + badBytes.slice(0, line - 3).reduce((sum, bytes) => sum + bytes, 0),
        code,
        column,
      })),
    );
    expect(rows.map((row) => row.row)).toEqual(rows.map((_, index) => index + 1));
  });

  test('keeps the cells of a row with the wrong number of cells, and the text of every bad row', async () => {
    const rows = await rowsIn(csv, 'a.csv', 'id,text\n1,"a\nb",3\n2,x"\n');
    expect(rows.map(({ values, raw }) => ({ values, raw }))).toEqual([
      { values: ['1', 'a\nb', '3'], raw: '1,"a\nb",3' },
      { values: [], raw: '2,x"' },
    ]);
    expect(rows[0]?.fault?.message).toBe('3 cells, the header has 2');
  });

  test('finds seeded faults at their places and loses no good row', () => {
    const word = fc.stringMatching(/^[a-z][a-z "\n,]{0,12}$/);
    const goodRow = fc.tuple(word, word, word).map((cells) => ({
      text: cells.map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(','),
      good: cells,
    }));
    const badRow = fc
      .constantFrom('a,b,"open', 'a,"b"x,c', 'a,b"c,d', 'a,b', 'a,b,c,d', 'a,"b",c,d')
      .map((text) => ({ text, good: undefined }));
    const rows = fc.array(fc.oneof({ arbitrary: goodRow, weight: 3 }, badRow), { maxLength: 20 });
    fc.assert(
      fc.property(rows, (seeded) => {
        const file = Buffer.from(seeded.map((row) => `${row.text}\n`).join(''));
        const dialect = { delimiter: ',', columns: 3, encoding: 'utf-8', file: 0 };
        const read = rowsInPieces(new CsvRows(dialect, { byte: 0, line: 1, row: 0 }), file, []);
        let byte = 0;
        const expected = seeded.map(({ text, good }) => {
          const at = byte;
          byte += text.length + 1;
          return { byte: at, good };
        });
        const found = read.map((row) => ({ byte: row.byte, good: row.fault ? undefined : row.values }));
        expect(found).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  test('rejects one line if a quote stays open beyond the limit', async () => {
    const line = `x,${'y'.repeat(98)}\n`;
    const many = Math.ceil(ROW_BYTES_MAX / line.length) + 10;
    const rows = await rowsIn(csv, 'a.csv', `id,text\n1,"open\n${line.repeat(many)}`);
    expect(rows.length).toBe(many + 1);
    expect(rows.filter((row) => row.fault).map(told)).toEqual([
      { line: 2, byte: 8, code: 'CSV.QUOTE_UNCLOSED', column: 3 },
    ]);
  });

  test('refuses invalid UTF-8 with the offset and the bytes, also in a row over several lines', async () => {
    const head = Buffer.from('id,text\n1,"é\n');
    const content = Buffer.concat([head, Buffer.from([0xc3, 0x28]), Buffer.from('"\n2,b\n')]);
    const rows = await rowsIn(csv, 'a.csv', content);
    expect(rows.map((row) => row.fault?.message)).toEqual([
      `invalid UTF-8 at byte ${head.length}: c3 28 22`,
      undefined,
    ]);
    expect(rows[1]).toMatchObject({ line: 4, values: ['2', 'b'] });
  });

  test('accepts LF, CR LF and CR in one file, and skips blank lines', async () => {
    const rows = await rowsIn(csv, 'a.csv', 'id,text\r\n\r\n1,a\r2,b\n\n3,c\r\n\r4,d');
    expect(rows.map(told)).toEqual([
      { line: 3, byte: 11, values: ['1', 'a'] },
      { line: 4, byte: 15, values: ['2', 'b'] },
      { line: 6, byte: 20, values: ['3', 'c'] },
      { line: 8, byte: 26, values: ['4', 'd'] },
    ]);
  });

  test('gives no rows for a header alone, with or without a line end', async () => {
    expect(await rowsIn(csv, 'a.csv', 'id,text')).toEqual([]);
    expect(await rowsIn(csv, 'a.csv', 'id,text\r\n')).toEqual([]);
  });

  test('keeps the names of the header unchanged', async () => {
    await using file = await tempFile('a.csv', '\ufeff"id"," na""me\n",__proto__\n1,2,3\n');
    const source = await csv.open(file.path, 0, { files: realFiles });
    expect(source.columns).toEqual(['id', ' na"me\n', '__proto__']);
    expect(source.delimiter).toBe(',');
  });

  const headers: readonly (readonly [header: string, code: string, message: RegExp])[] = [
    ['\n\n', 'SOURCE.EMPTY', /no header/],
    [',,', 'SOURCE.HEADER_INVALID', /no column of the header has a name/],
    ['id,"name', 'SOURCE.HEADER_INVALID', /column 4 is not closed/],
    ['id;name', 'SOURCE.DELIMITER_WRONG', /2 when separated by ";"/],
    ['"id"\t"name"\ttext', 'SOURCE.DELIMITER_WRONG', /3 when separated by "\\t"/],
    ['id|name', 'SOURCE.DELIMITER_WRONG', /"\|"/],
  ];

  test.each(headers)('refuses the header %j', async (header, code, message) => {
    await expect(
      rowsIn(csv, 'a.csv', `${header}\n1,2,3\n`.replace('\n\n\n1,2,3', '\n\n')),
    ).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  test('refuses a header longer than the limit of a row', async () => {
    const header = 'x'.repeat(ROW_BYTES_MAX + 1);
    await expect(rowsIn(csv, 'a.csv', `${header}\n1\n`)).rejects.toMatchObject({
      code: 'SOURCE.HEADER_INVALID',
      message: expect.stringContaining('longer than'),
    });
  });

  test('refuses a header that is not UTF-8', async () => {
    await expect(rowsIn(csv, 'a.csv', Buffer.from('id,stra\xdfe\n', 'latin1'))).rejects.toMatchObject({
      code: 'SOURCE.ENCODING_UNKNOWN',
      message: expect.stringContaining('at byte 7: df 65'),
    });
  });

  test('separates .tsv by tabs and accepts any declared ASCII character', async () => {
    expect((await rowsIn(csv, 'a.tsv', 'id\ttext\n1\ta,b\n'))[0]?.values).toEqual(['1', 'a,b']);
    expect((await rowsIn(csv, 'a.tsv', 'id;text\n1;2\n', { delimiter: ';' }))[0]?.values).toEqual(['1', '2']);
    expect((await rowsIn(csv, 'a.csv', 'id^t\n1^2\n', { delimiter: '^' }))[0]?.values).toEqual(['1', '2']);
    for (const delimiter of ['', '"', '\n', 'x'.repeat(21)]) {
      await expect(rowsIn(csv, 'a.csv', 'id\n', { delimiter })).rejects.toMatchObject({
        code: 'CONFIG.INVALID',
      });
    }
  });
});
