import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';

test.each([
  ['docs/dry-run.md', 2],
  ['docs/migrate.md', 7],
  ['test/docs/walks/three-syncs.md', 6],
  ['docs/operating/runs.md', 1],
  ['test/docs/walks/runs.md', 2],
  ['docs/operating/cut-over.md', 3],
])('%s: its files, its commands and what they print', async (path, screens) => {
  expect(await runPage(path)).toBe(screens);
});
