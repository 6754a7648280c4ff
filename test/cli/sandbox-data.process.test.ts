import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { cli } from '../e2e/cli-process.ts';
import { temporaryFolder } from '../sandbox/sandbox-client.ts';

const open = (data: string) => cli(['sandbox', '--http', '--json', '--until-stdin-ends', '--data', data]);

test('sandbox says when it has made a new database, and prints the same for scripts', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'wrong', 'sandbox.sqlite');
  const first = await open(data);
  expect([first.code, Object.keys(JSON.parse(first.out))]).toEqual([
    0,
    ['baseUrl', 'callsBaseUrl', 'managementUrl', 'viewUrl', 'controlUrl', 'appId', 'region', 'files'],
  ]);
  expect(first.err).toBe(`a new database was made, with nothing in it: ${data}\n`);
  expect(await open(data)).toMatchObject({ code: 0, err: '' });
});

test('sandbox refuses what is no data file of a sandbox, and leaves it as it is', async () => {
  using folder = temporaryFolder();
  const path = (name: string): string => join(folder.path, name);
  mkdirSync(path('folder'));
  writeFileSync(path('notes.txt'), 'Dear reader', { mode: 0o644 });
  const other = new DatabaseSync(path('other.sqlite'));
  other.exec('CREATE TABLE users (id INTEGER)');
  other.close();
  const before = readFileSync(path('other.sqlite'));
  for (const [name, why] of [
    ['folder', 'is a folder'],
    ['notes.txt', 'it is no database'],
    ['other.sqlite', 'it is a database of something else'],
  ] as const) {
    const { code, err } = await open(path(name));
    expect([code, err]).toEqual([2, expect.stringContaining('SANDBOX.FAILED')]);
    expect(err).toContain(why);
  }
  expect(readFileSync(path('other.sqlite'))).toEqual(before);
  expect(statSync(path('notes.txt')).mode & 0o777).toBe(0o644);
});
