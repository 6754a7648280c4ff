import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';

test.each(['docs/rejects.md', 'docs/undo.md', 'docs/verify.md'])(
  '%s: its files, its commands and what they print',
  { timeout: 120_000 },
  async (path) => {
    expect(await runPage(path)).toBe(2);
  },
);
