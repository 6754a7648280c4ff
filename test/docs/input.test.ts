import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csv } from '../../src/input/sources/csv/csv.ts';
import { rowsIn } from '../input/sources/read-rows.ts';
import { repository } from '../support/repository.ts';

const page = readFileSync(join(repository, 'docs/csv.md'), 'utf8');
const examples = [...page.matchAll(/```csv\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g)].map(
  ([, file = '', read = '']) => ({ file, read }),
);

test('the page of the dialect has an example for every block that it shows', () => {
  expect(examples.length).toBe(page.match(/^```csv$/gm)?.length);
  expect(examples.length).toBeGreaterThanOrEqual(6);
});

test.each(examples)('the example $file is read as the page says', async ({ file, read }) => {
  const rows = await rowsIn(csv, 'a.csv', file);
  const told = rows.map(({ line, values, fault }) => `${line} ${fault?.code ?? JSON.stringify(values)}\n`);
  expect(told.join('')).toBe(read);
});

test('the page of bad input names tests that are there', () => {
  const table = readFileSync(join(repository, 'docs/bad-input.md'), 'utf8');
  const named = [...table.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  expect(table.match(/^\| B\d+ /gm)).toHaveLength(20);
});

test('the page of what fails names tests that are there', () => {
  const page = readFileSync(join(repository, 'docs/reliability.md'), 'utf8');
  const named = [...page.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(60);
  expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
});
