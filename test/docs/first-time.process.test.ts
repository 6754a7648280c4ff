import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';

test.each([
  ['docs/guides/check.md', 1],
  ['docs/guides/move.md', 1],
  ['test/docs/examples/check.md', 2],
  ['test/docs/examples/move.md', 7],
  ['test/docs/walks/three-syncs.md', 6],
  ['docs/operating/runs.md', 1],
  ['test/docs/walks/runs.md', 2],
  ['docs/operating/cut-over.md', 0],
  ['test/docs/examples/cut-over.md', 3],
])('%s: its files, its commands and what they print', async (path, screens) => {
  expect(await runPage(path)).toBe(screens);
});
