import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';

test.each([
  ['test/docs/examples/pilot.md', 2],
  ['docs/operating/rejects.md', 1],
  ['docs/operating/undo.md', 1],
  ['docs/operating/verify.md', 1],
  ['docs/operating/personal-data.md', 1],
  ['docs/operating/unattended.md', 1],
  ['test/docs/walks/rejects.md', 2],
  ['test/docs/walks/undo.md', 2],
  ['test/docs/walks/verify.md', 2],
  ['test/docs/walks/personal-data.md', 2],
])('%s: its files, its commands and what they print', async (path, screens) => {
  expect(await runPage(path)).toBe(screens);
});

test.each(['docs/sources/transform.md', 'test/docs/examples/transform.md'])(
  '%s: its files and its commands',
  async (path) => {
    expect(await runPage(path)).toBe(0);
  },
);
