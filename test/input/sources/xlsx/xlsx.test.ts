import { expect, test } from 'vitest';
import { formatOf } from '../../../../src/input/sources/formats.ts';
import { realFiles } from '../../../../src/system/files.ts';
import { zipOf } from '../documents/zip-file.ts';
import { rowsIn, rowsOf } from '../read-rows.ts';
import { tempFile } from '../temp-file.ts';
import { type SheetCell, workbookOf } from './workbook.ts';

const xlsx = formatOf('book.xlsx');

/** The rows of a sheet below a header `a,b,…`: line, and cells or the fault. */
async function read(
  rows: readonly (readonly SheetCell[] | undefined)[],
  book: Parameters<typeof workbookOf>[1] = {},
  options: Parameters<typeof rowsIn>[3] = {},
  after = '',
) {
  const content = workbookOf([{ name: 'first', rows, after }], book);
  return (await rowsIn(xlsx, 'book.xlsx', content, options)).map(({ line, values, fault }) => [
    line,
    fault ? `${fault.code} ${fault.message}` : values,
  ]);
}

const header = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => 'abcdefgh'[at] as string);

test('a row stands on the line of its number, whatever its cells hold; empty rows are no rows', async () => {
  const rows = await read([
    undefined,
    ['a', 'b', 'c'],
    ['1', 'two\nlines', 'say "hi", you'],
    undefined,
    ['', undefined, ''],
    ['x', undefined, ' y '],
  ]);
  expect(rows).toEqual([
    [3, ['1', 'two\nlines', 'say "hi", you']],
    [6, ['x', '', ' y ']],
  ]);
});

test.each([{}, { is1904: true }, { isPrefixed: true }])(
  'times are times by their format: %o',
  async (book) => {
    const at = new Date('2026-07-01T09:28:00Z');
    const serial =
      (at.getTime() - (book.is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30))) / 86_400_000;
    const styled = (style: number, value: number): SheetCell => ({
      xml: `<c s="${style}"><v>${value}</v></c>`,
    });
    const [[, cells] = []] = await read(
      [
        header(8),
        [
          at,
          styled(2, Math.floor(serial)),
          styled(2, serial),
          styled(3, 0.5),
          styled(4, 26.5 / 24),
          styled(5, 42),
          styled(6, 42),
          styled(7, Math.floor(serial)),
        ],
      ],
      book,
    );
    expect(cells).toEqual([
      '2026-07-01T09:28:00',
      '2026-07-01',
      '2026-07-01T09:28:00',
      '12:00:00',
      '26:30:00',
      '00042',
      '42',
      '2026-07-01',
    ]);
  },
);

test('days before March 1900 are those that Excel shows', async () => {
  const day = (value: number): SheetCell => ({ xml: `<c s="2"><v>${value}</v></c>` });
  expect(await read([header(3), [day(1), day(59), day(61)]])).toEqual([
    [2, ['1900-01-01', '1900-02-28', '1900-03-01']],
  ]);
});

test('numbers are as Excel keeps them; long ones keep their written form, and a warning says so', async () => {
  const warned: string[] = [];
  const number = (value: string): SheetCell => ({ xml: `<c><v>${value}</v></c>` });
  const rows = await read(
    [
      header(6),
      ['0.30000000000000004', '1.7E9', '1.2345678901234568E+17', '123456789012345678', '-5', '1E-7'].map(
        number,
      ),
    ],
    {},
    { warn: (sentence) => warned.push(sentence) },
  );
  expect(rows).toEqual([
    [2, ['0.3', '1700000000', '1.2345678901234568E+17', '123456789012345678', '-5', '1e-7']],
  ]);
  expect(warned).toEqual([
    expect.stringContaining('column C has whole numbers of more than 15 digits'),
    expect.stringContaining('column D'),
  ]);
});

test('texts in pieces, texts of formulas, escapes, yes and no', async () => {
  const rows = await read([
    header(6),
    [
      {
        xml: '<c t="inlineStr"><is><r><t>bo</t></r><r><rPr><b/></rPr><t>ld</t></r><rPh><t>BO</t></rPh></is></c>',
      },
      { xml: '<c t="str"><f>A1&amp;B1</f><v>made &amp; said</v></c>' },
      { xml: '<c><f>1+1</f><v>2</v></c>' },
      'a_x000D_\nb<&>',
      true,
      { xml: '<c t="d"><v>2026-07-01T09:28:00</v></c>' },
    ],
  ]);
  expect(rows).toEqual([[2, ['bold', 'made & said', '2', 'a\nb<&>', 'true', '2026-07-01T09:28:00']]]);
});

test('a cell that has no value which can be known rejects its row, with its place', async () => {
  const rows: SheetCell[][] = [
    header(2),
    ['1', '#N/A'],
    ['2', { xml: '<c><f>A1</f></c>' }],
    ['3', { xml: '<c t="s"><v>999</v></c>' }],
    ['4', { xml: '<c s="2"><v>-4</v></c>' }],
    ['5', 'fine'],
  ];
  expect(await read(rows)).toEqual([
    [2, 'XLSX.CELL_INVALID cell B2 has the error #N/A'],
    [3, expect.stringContaining('cell B3 has a formula without a value')],
    [4, expect.stringContaining('cell B4 has a text that the workbook does not have')],
    [5, expect.stringContaining('cell B5 has -4 in the format of a time')],
    [6, ['5', 'fine']],
  ]);
  expect((await read(rows, {}, { nulls: ['#N/A'] }))[0]).toEqual([2, ['1', '']]);
});

test('rows before the header, and sheets without one', async () => {
  const rows: SheetCell[][] = [['Report of 2026'], ['a', 'b'], ['1', '2'], ['3', '4', '5']];
  expect(await read(rows, {}, { skipLines: 1 })).toEqual([
    [3, ['1', '2']],
    [4, expect.stringContaining('CSV.COLUMNS_MISMATCH')],
  ]);
  expect(await read(rows.slice(2, 3), {}, { columns: ['x', 'y', 'z'] })).toEqual([[1, ['1', '2', '']]]);
});

test('cells beyond the columns refuse a row wherever they are, and width decides as for CSV', async () => {
  const rows: SheetCell[][] = [
    ['a', 'b'],
    ['1', '2', ...Array.from({ length: 9_000 }, () => undefined), 'x'],
    ['3'],
  ];
  expect(await read(rows)).toEqual([
    [2, expect.stringContaining('CSV.COLUMNS_MISMATCH')],
    [3, ['3', '']],
  ]);
  expect(await read(rows, {}, { width: 'cut' })).toEqual([
    [2, ['1', '2']],
    [3, ['3', '']],
  ]);
});

test('the first sheet that is shown is read, or the one that is named; merged cells are said', async () => {
  const warned: string[] = [];
  const sheets = [
    { name: 'hidden', isHidden: true, rows: [['h'], ['0']] },
    { name: 'shown', rows: [['s'], ['1']], after: '<mergeCells><mergeCell ref="A2:A5"/></mergeCells>' },
    { name: 'Ähnlich & mehr', rows: [['m'], ['2']] },
  ];
  await using file = await tempFile('book.xlsx', workbookOf(sheets));
  const options = { files: realFiles, warn: (sentence: string) => void warned.push(sentence) };
  const cellsOf = async (path: string) =>
    (await rowsOf(await xlsx.open(path, 0, options))).map(({ values }) => values);
  expect(await cellsOf(file.path)).toEqual([['1']]);
  expect(await cellsOf(`${file.path}!/Ähnlich & mehr`)).toEqual([['2']]);
  expect(await cellsOf(`${file.path}!/hidden`)).toEqual([['0']]);
  expect(warned).toEqual([expect.stringContaining('A2:A5')]);
  await expect(cellsOf(`${file.path}!/show`)).rejects.toMatchObject({
    code: 'SOURCE.MISSING',
    message: expect.stringContaining('did you mean shown'),
  });
});

test('reading goes on after any row', async () => {
  const rows = [
    header(2),
    ...Array.from({ length: 40 }, (_, at) => (at % 3 ? [`${at}`, 'x\ny'] : undefined)),
  ];
  await using file = await tempFile('book.xlsx', workbookOf([{ name: 'first', rows }]));
  const source = await xlsx.open(file.path, 0, { files: realFiles });
  const whole = await rowsOf(source);
  for (const [at, { row, endLine, endByte }] of whole.entries())
    expect(await rowsOf(source, { file: 0, row, line: endLine, byte: endByte })).toEqual(whole.slice(at + 1));
});

test.each([
  ['a text', Buffer.from('uid,name\n'), 'SOURCE.FORMAT_UNKNOWN'],
  ['an older workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'SOURCE.FORMAT_UNKNOWN'],
  ['another archive', zipOf([{ name: 'a.csv', content: 'a\n' }]), 'SOURCE.FORMAT_UNKNOWN'],
  ['a cut file', workbookOf([{ name: 'a', rows: [['a']] }]).subarray(0, 400), 'SOURCE.TRUNCATED'],
  [
    'rows out of order',
    workbookOf([{ name: 'a', rows: [], after: '<row r="3"></row><row r="2"></row>' }]),
    'SOURCE.UNREADABLE',
  ],
  ['no bytes', Buffer.alloc(0), 'SOURCE.EMPTY'],
])('%s is refused', async (_, content, code) => {
  await expect(rowsIn(xlsx, 'book.xlsx', content)).rejects.toMatchObject({ code });
});

test('a sheet that unpacks to far more than it can hold is refused', async () => {
  const content = workbookOf([{ name: 'a', rows: [['a']], after: ' '.repeat(120_000_000) }]);
  await expect(rowsIn(xlsx, 'book.xlsx', content)).rejects.toMatchObject({ code: 'SOURCE.ARCHIVE_UNSAFE' });
});
