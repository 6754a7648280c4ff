import { rm, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { formatOf } from '../../../src/input/sources/formats.ts';
import { isRejectFile } from '../../../src/input/sources/rejects-source.ts';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { rowsOf } from './read-rows.ts';
import { tempFile } from './temp-file.ts';

/** Files that count how often one is opened. */
function countedFiles(): { readonly files: Files; readonly opened: () => number } {
  let opened = 0;
  const files: Files = {
    ...realFiles,
    open: (...args) => {
      opened++;
      return realFiles.open(...args);
    },
    openSync: (...args) => {
      opened++;
      return realFiles.openSync(...args);
    },
  };
  return { files, opened: () => opened };
}

const LONG_AGO = new Date('2026-01-01');

const FORMS = [
  ['a.csv', 'id,text\n1,one\n', 'id,text\n1,two\n'],
  ['a.ndjson', '{"id":"1","text":"one"}\n', '{"id":"1","text":"two"}\n'],
  ['a.json', '[{"id":"1","text":"one"}]\n', '[{"id":"1","text":"two"}]\n'],
] as const;

const textOf = (values: unknown): unknown =>
  Array.isArray(values) ? values[1] : (values as Record<string, unknown>)['text'];

test.each(FORMS)('a small file is opened once to open its source and to read it: %s', async (...form) => {
  const [name, content] = form;
  await using file = await tempFile(name, content);
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const { files, opened } = countedFiles();
  const source = await formatOf(name).open(file.path, 0, { files, emptyAllowed: true, warn: () => {} });
  expect(await isRejectFile(source)).toBe(false);
  expect((await rowsOf(source)).map(({ values }) => textOf(values))).toEqual(['one']);
  expect((await rowsOf(source)).map(({ values }) => textOf(values))).toEqual(['one']);
  expect(opened()).toBe(1);
});

test.each(FORMS)(
  'what has been written since then is read, and what is gone is missed: %s',
  async (...form) => {
    const [name, content, after] = form;
    await using file = await tempFile(name, content);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const { files } = countedFiles();
    const source = await formatOf(name).open(file.path, 0, { files, emptyAllowed: true, warn: () => {} });
    const texts = async () => (await rowsOf(source)).map(({ values }) => textOf(values));
    expect(await texts()).toEqual(['one']);
    // With the same length and the same time of writing.
    await writeFile(file.path, after);
    await utimes(file.path, LONG_AGO, LONG_AGO);
    expect(await texts()).toEqual(['two']);
    if (!name.endsWith('.json')) {
      await writeFile(file.path, after + (name === 'a.csv' ? '2,three\n' : '{"id":"2","text":"three"}\n'));
      expect(await texts()).toEqual(['two', 'three']);
    }
    await rm(file.path);
    await expect(texts()).rejects.toMatchObject({ code: 'SOURCE.MISSING' });
  },
);

test('a file that was written just now is read each time', async () => {
  await using file = await tempFile('a.csv', 'id,text\n1,one\n');
  const { files, opened } = countedFiles();
  const source = await formatOf('a.csv').open(file.path, 0, { files });
  await rowsOf(source);
  await rowsOf(source);
  expect(opened()).toBe(3);
});
