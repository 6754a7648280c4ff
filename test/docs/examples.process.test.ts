import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';

test.each(['test/docs/examples/pilot.md', 'docs/rejects.md', 'docs/undo.md', 'docs/verify.md'])(
  '%s: its files, its commands and what they print',
  async (path) => {
    expect(await runPage(path)).toBe(2);
  },
);

test('docs/operating/personal-data.md: its files, its commands and what they print', async () => {
  expect(await runPage('docs/operating/personal-data.md')).toBe(2);
});

test('docs/unattended.md: its files, its commands and what they print', async () => {
  expect(await runPage('docs/unattended.md')).toBe(1);
});

test('docs/operating/dashboard.md: its files and its command', async () => {
  expect(await runPage('docs/operating/dashboard.md')).toBe(0);
});

test.each(['docs/sources/transform.md', 'test/docs/examples/transform.md'])(
  '%s: its files and its commands',
  async (path) => {
    expect(await runPage(path)).toBe(0);
  },
);
