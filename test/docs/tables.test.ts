import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { idMapOfPipeline, rowsOfPipeline } from '../support/rows-of-pipeline.ts';

const page = readFileSync(join(repository, 'docs/sources/tables.md'), 'utf8');
const more = readFileSync(join(import.meta.dirname, 'examples/tables.md'), 'utf8');

/** The lines of a pipeline, its files, and what becomes of their rows. */
const EXAMPLE = /```yaml\n([^`]*)```\n((?:\n```\w+ \S+\n[^`]*```\n)+)\n```text\n([^`]*)```/g;
const FILE = /```\w+ (\S+)\n([^`]*)```/g;

const examplesOf = (text: string) =>
  [...text.matchAll(EXAMPLE)].map(([, yaml = '', files = '', told = '']) => ({
    yaml,
    files: [...files.matchAll(FILE)].map(([, name = '', rows = '']) => ({ name, text: rows })),
    told,
  }));

const examples = [page, more].flatMap(examplesOf);

test('the page of tables has an example for every block of a pipeline that it shows', () => {
  expect(examples.length).toBe(`${page}${more}`.match(/^```yaml$/gm)?.length);
  expect(examples.length).toBeGreaterThan(6);
});

test.each(examples)('the example $yaml gives what the page says', async ({ yaml, files, told }) => {
  expect(await rowsOfPipeline(yaml, files)).toBe(told);
});

test('the page of tables shows the changed ids of the example that derives users', async () => {
  const { yaml, files } =
    examples.find(({ files: [file] }) => file?.name === 'chat.csv') ?? examples[0] ?? {};
  const [, shown] = /```csv\n(entity,source,id\n[^`]*)```/.exec(page) ?? [];
  expect(shown).toBeDefined();
  expect(await idMapOfPipeline(yaml ?? '', files ?? [])).toBe(shown);
});
