import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliIn } from '../../support/cli-here.ts';

test('after a sync that a guard stopped, status says so and names the plan; after the next one all is done', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const rows = (...ids: readonly string[]) =>
    writeFile(join(folder.path, 'users.csv'), `uid,name\n${ids.map((id) => `${id},${id}\n`).join('')}`);
  await writeFile(
    join(folder.path, 'chatferry.yaml'),
    'version: 1\nname: s\ntarget: sandbox\nsync: { onMissing: delete, maxDelete: 1 }\nsources:\n  users: { path: users.csv }\n',
  );
  const typed = (line: string) => cliIn(folder.path, line.split(' '));
  await rows('a', 'b', 'c', 'd');
  expect((await typed('run')).code).toBe(0);
  expect((await typed('status')).out).toContain('next       nothing is left to do');

  await rows('a');
  expect((await typed('run')).code).toBe(11);
  const { out } = await typed('status');
  expect(out).toContain('the last run did not finish');
  expect(out).toContain('last run   GUARD.MAX_DELETE: 3 of 4 users');
  expect(out).toContain('next       chatferry plan chatferry.yaml');
  expect(JSON.parse((await typed('status --json')).out)).toMatchObject({
    ended: { code: 'GUARD.MAX_DELETE' },
  });

  await rows('a', 'b', 'c', 'd');
  expect((await typed('run')).code).toBe(0);
  expect((await typed('status')).out).toContain('next       nothing is left to do');
});
