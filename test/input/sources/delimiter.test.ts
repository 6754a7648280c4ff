import { expect, test } from 'vitest';
import { csv } from '../../../src/input/sources/csv/csv.ts';
import { realFiles } from '../../../src/system/files.ts';
import { tempFile } from './temp-file.ts';

const known = ['uid', 'name', 'avatar', 'ts'];

async function opened(name: string, content: string, options: object = { known }) {
  await using file = await tempFile(name, content);
  return await csv.open(file.path, 0, { ...options, files: realFiles });
}

test.each([
  ['uid;name;avatar\n1;A;\n', ';'],
  ['uid\tname\n1\tA\n', '\t'],
  ['"uid"|"name|x"|"name"\n', '|'],
  ['uid;"name, full";avatar\n', ';'],
  ['ts;body\n', ';'],
])('%j is read with the delimiter that its header shows, and says so', async (content, delimiter) => {
  const source = await opened('a.csv', content);
  expect(source.delimiter).toBe(delimiter);
  expect(source.guessed).toContain(`read with the delimiter ${JSON.stringify(delimiter)}`);
  expect(source.guessed).toMatch(/\d+ of \d+ columns are known/);
});

test.each([
  ['a.csv', 'uid,name\n', ','],
  ['a.csv', 'uid\n', ','],
  ['a.csv', 'key,label\n', ','],
  ['a.csv', 'key,la;bel\n', ','],
  ['a.tsv', 'key\tlabel\n', '\t'],
  ['a.tsv.gz', 'uid\tname\n', '\t'],
])('%s of %j is read as usual, without a word', async (name, content, delimiter) => {
  const source = await opened(name, content);
  expect([source.delimiter, source.guessed]).toEqual([delimiter, undefined]);
});

test.each([['key;label\n'], ['a;b|c;d|e\n'], ['uid;label|name\n']])(
  'of %j no delimiter is certain: an error that names the likely one',
  async (content) => {
    await expect(opened('a.csv', content)).rejects.toMatchObject({
      code: 'SOURCE.DELIMITER_WRONG',
      hint: 'declare it in the pipeline: delimiter: ";"',
    });
  },
);

test('without a header the declared number of columns decides', async () => {
  const source = await opened('a.csv', '1;Ann, Lee;x\n', { columns: ['uid', 'name', 'role'] });
  expect([source.delimiter, source.guessed]).toEqual([';', expect.stringContaining('3 columns declared')]);
});

test('a declared delimiter is used, whatever the header shows', async () => {
  const source = await opened('a.csv', 'uid;name\tx\n', { known, delimiter: '\t' });
  expect([source.delimiter, source.guessed, source.columns]).toEqual(['\t', undefined, ['uid;name', 'x']]);
});
