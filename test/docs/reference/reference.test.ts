import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';
import { textOf } from './page.ts';
import { pages } from './pages.ts';

test.each(pages.map((page) => [page.path, page] as const))(
  '%s is what the source says: npm run docs:reference',
  async (path, page) => {
    expect(readFileSync(join(repository, path), 'utf8')).toBe(await textOf(page));
  },
);

/** What a page of the reference may have of words. */
const MOST = { commands: 3_400, pipeline: 4_500, entities: 1_800, errors: 8_000 } as const;

test.each(Object.entries(MOST))('the reference of %s has at most %i words', async (name, most) => {
  const page = pages.find(({ path }) => path === `docs/reference/${name}.md`);
  expect(page && (await textOf(page)).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(most);
  expect(existsSync(join(repository, `docs/${name}.md`))).toBe(false);
});
