import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rawNumber } from '../../src/input/json/raw-number.ts';
import { csv } from '../../src/input/sources/csv/csv.ts';
import { isParentColumn } from '../../src/input/sources/json/json-path.ts';
import { ndjson } from '../../src/input/sources/json/ndjson.ts';
import type { SourceOptions } from '../../src/input/sources/source.ts';
import { rowsIn } from '../input/sources/read-rows.ts';
import { repository } from '../support/repository.ts';

/** A page of the docs, and the examples that it has no room for. */
const withExamples = (name: string, examples: string): string =>
  readFileSync(join(repository, name), 'utf8') +
  readFileSync(join(import.meta.dirname, 'examples', examples), 'utf8');

const dialect = withExamples('docs/sources/csv.md', 'csv.md');
const examples = [
  ...dialect.matchAll(/(?:```yaml\n([^`]*?)```\n\n)?```csv\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g),
].map(([, options = '', file = '', read = '']) => ({ file, read, options: yamlOptions(options) }));

/** The options of a source in an example; its map names columns of enclosing objects. */
function yamlOptions(text: string): SourceOptions {
  const { map = {}, ...options } = (parse(text) ?? {}) as SourceOptions & { map?: Record<string, string> };
  return { ...options, parents: Object.values(map).filter(isParentColumn) };
}

test('the page of the dialect has an example for every block that it shows', () => {
  expect(examples.length).toBe(dialect.match(/^```csv$/gm)?.length);
  expect(examples.length).toBeGreaterThanOrEqual(12);
});

test.each(examples)('the example $file is read as the page says', async ({ file, read, options }) => {
  const rows = await rowsIn(csv, 'a.csv', file, options);
  const told = rows.map(({ line, values, fault }) => `${line} ${fault?.code ?? JSON.stringify(values)}\n`);
  expect(told.join('')).toBe(read);
});

const documents = [
  ...withExamples('docs/sources/files.md', 'documents.md').matchAll(
    /```yaml\n([^`]*?)```\n\n```json\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/g,
  ),
].map(([, options = '', file = '', read = '']) => ({ file, read, options: yamlOptions(options) }));

test('the page of sources has examples of JSON documents', () => {
  expect(documents.length).toBeGreaterThanOrEqual(3);
});

const digits = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? rawNumber(value) : value);

test.each(documents)('the document $file is read as the page says', async ({ file, read, options }) => {
  const rows = await rowsIn(ndjson, 'a.json', file, options);
  const told = rows.map(
    ({ line, values, fault }) => `${line} ${fault?.code ?? JSON.stringify(values, digits)}\n`,
  );
  expect(told.join('')).toBe(read);
});
