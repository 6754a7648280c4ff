import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';

test.each(['docs/operating/pilot.md', 'docs/rejects.md', 'docs/undo.md', 'docs/verify.md'])(
  '%s: its files, its commands and what they print',
  async (path) => {
    expect(await runPage(path)).toBe(2);
  },
);

test('docs/transform.md: its files and its commands', async () => {
  expect(await runPage('docs/transform.md')).toBe(0);
});
