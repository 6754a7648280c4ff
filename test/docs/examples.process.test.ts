import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';

test.each(['docs/operating/pilot.md', 'docs/operating/rejects.md', 'docs/operating/undo.md', 'docs/operating/verify.md'])(
  '%s: its files, its commands and what they print',
  async (path) => {
    expect(await runPage(path)).toBe(2);
  },
);

test('docs/operating/personal-data.md: its files, its commands and what they print', async () => {
  expect(await runPage('docs/operating/personal-data.md')).toBe(2);
});

test('docs/operating/unattended.md: its files, its commands and what they print', async () => {
  expect(await runPage('docs/operating/unattended.md')).toBe(1);
});

test('docs/operating/dashboard.md: its files and its command', async () => {
  expect(await runPage('docs/operating/dashboard.md')).toBe(0);
});

test('docs/sources/transform.md: its files and its commands', async () => {
  expect(await runPage('docs/sources/transform.md')).toBe(0);
});
