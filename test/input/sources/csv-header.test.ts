import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csv } from '../../../src/input/sources/csv/csv.ts';
import { columnNames } from '../../../src/input/sources/csv/csv-head.ts';
import { ndjson } from '../../../src/input/sources/json/ndjson.ts';
import type { SourceOptions } from '../../../src/input/sources/source.ts';
import { realFiles } from '../../../src/system/files.ts';
import { rowsOf } from './read-rows.ts';
import { tempFile } from './temp-file.ts';

/** The columns, rows and warnings of a file. */
async function read(
  content: string | Uint8Array,
  options: Omit<SourceOptions, 'files'> = {},
  name = 'a.csv',
) {
  await using file = await tempFile(name, content);
  const said: string[] = [];
  const format = name.endsWith('.csv') ? csv : ndjson;
  const source = await format.open(file.path, 0, {
    warn: (sentence) => said.push(sentence),
    files: realFiles,
    ...options,
  });
  const rows = await rowsOf(source);
  const told = rows.map(({ line, values, fault }) => [line, fault?.code ?? values]);
  return { columns: source.columns, delimiter: source.delimiter, unnamed: source.unnamed, rows: told, said };
}

test('a column without a name gets its number as a name, and is said once', async () => {
  const { columns, unnamed, rows, said } = await read('id,,text,\n1,,a,\n2,,b,\n');
  expect(columns).toEqual(['id', 'column 2', 'text', 'column 4']);
  expect(unnamed).toEqual(['column 2', 'column 4']);
  expect(rows).toEqual([
    [2, ['1', '', 'a', '']],
    [3, ['2', '', 'b', '']],
  ]);
  expect(said).toEqual(['the header has columns without a name, ignored: "column 2", "column 4"']);
});

test('the first value in a column without a name is said, with its line', async () => {
  const { said } = await read('id,\n1,\n2," "\n3,x\n4,y\n');
  expect(said).toEqual([
    'the header has a column without a name, ignored: "column 2"',
    'line 4 has a value in "column 2", a column without a name; a map can take it: "column 2"',
  ]);
});

test('a column without a name that is mapped is not spoken of', async () => {
  expect((await read('id,\n1,x\n', { known: ['id', 'column 2'] })).said).toEqual([]);
});

test('equal names that nothing maps are numbered', async () => {
  expect((await read('id,name,name,name\n1,a,b,c\n', { known: ['id'] })).columns).toEqual([
    'id',
    'name',
    'name-2',
    'name-3',
  ]);
});

test('a mapped name that the header has twice is an error which says how to tell them apart', async () => {
  await expect(read('id,name,id\n1,a,2\n', { known: ['id'] })).rejects.toMatchObject({
    code: 'SOURCE.HEADER_INVALID',
    message: expect.stringContaining('"id" in columns 1 and 3'),
    hint: expect.stringContaining('id-1 for the first, id-2 for the second'),
  });
});

test('a map that names the number of a repeated name tells which column it means', async () => {
  const known = ['id', 'name'];
  expect((await read('id,name,id\n1,a,2\n', { known: [...known, 'id-2'] })).columns).toEqual([
    'id',
    'name',
    'id-2',
  ]);
  expect((await read('id,name,id\n1,a,2\n', { known: [...known, 'id-1'] })).columns).toEqual([
    'id-1',
    'name',
    'id-2',
  ]);
});

test('whatever a header has, its columns get different names, and unique names stay', () => {
  const cell = fc.constantFrom('', ' ', 'a', 'a-2', 'a-1', 'b', 'column 1', 'column 2', 'column 1-2');
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), fc.array(cell), (cells, known) => {
      const { columns } = columnNames(cells, known);
      expect(new Set(columns).size).toBe(cells.length);
      cells.forEach((name, index) => {
        if (name.trim() !== '' && cells.indexOf(name) === cells.lastIndexOf(name))
          expect(columns[index]).toBe(name);
      });
    }),
  );
});

test('header: skip leaves the first line out; header: none numbers the columns', async () => {
  const file = 'who;what\nann;hi\n';
  expect(await read(file, { header: 'skip', columns: ['a', 'b'] })).toMatchObject({
    columns: ['a', 'b'],
    rows: [[2, ['ann', 'hi']]],
  });
  expect(await read(file, { header: 'skip', delimiter: ';' })).toMatchObject({
    columns: ['1', '2'],
    rows: [[2, ['ann', 'hi']]],
  });
  expect(await read(file, { header: 'none', delimiter: ';' })).toMatchObject({
    columns: ['1', '2'],
    rows: [
      [1, ['who', 'what']],
      [2, ['ann', 'hi']],
    ],
  });
  expect((await read(file, { columns: ['a', 'b'] })).rows).toHaveLength(2);
});

test('skipLines leaves out physical lines, whatever they contain and however they end', async () => {
  const { columns, rows } = await read('Export of "2024\r\n\r\rfrom us\nid,text\n1,a\n', { skipLines: 4 });
  expect(columns).toEqual(['id', 'text']);
  expect(rows).toEqual([[6, ['1', 'a']]]);
});

test('skipLines beyond the end of the file leaves nothing to read', async () => {
  await expect(read('id\n1\n', { skipLines: 9 })).rejects.toMatchObject({ code: 'SOURCE.EMPTY' });
});

test.each(['sep=;\n', '"sep=;"\r\n', 'SEP=;\r', '\ufeffsep=;\n'])(
  'a first line %j sets the delimiter and is left out',
  async (first) => {
    const { columns, delimiter, rows } = await read(`${first}id;text\n1;a,b\n`);
    expect([columns, delimiter]).toEqual([['id', 'text'], ';']);
    expect(rows).toEqual([[3, ['1', 'a,b']]]);
  },
);

test('a declared delimiter wins over the line sep=, which is left out all the same', async () => {
  const { columns, rows } = await read('sep=;\nid,text\n1,a\n', { delimiter: ',' });
  expect([columns, rows]).toEqual([['id', 'text'], [[3, ['1', 'a']]]]);
});

test('a line sep=; counts among the skipped lines', async () => {
  expect(await read('sep=;\nid;text\n1;a\n', { skipLines: 1 })).toMatchObject({ columns: ['id', 'text'] });
});

test.each([
  ['a.csv', '', 'it is empty'],
  ['a.csv', '\n\n', 'it is empty'],
  ['a.csv', 'id,text\n', 'it has no rows'],
  ['a.json', '', 'it is empty'],
  ['a.json', '[]', 'it has no rows'],
])('where empty files are allowed, %s of %j gives no rows and a warning', async (name, content, sentence) => {
  const { rows, said } = await read(content, { emptyAllowed: true }, name);
  expect([rows, said]).toEqual([[], [sentence]]);
});

test('a path of rows is for JSON documents', async () => {
  await expect(read('id\n1\n', { rows: '$.x[*]' })).rejects.toMatchObject({
    code: 'CONFIG.INVALID',
    hint: expect.stringContaining('format: json'),
  });
});
