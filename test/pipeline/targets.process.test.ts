import { copyFile, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../support/cli-here.ts';
import { repository } from '../support/repository.ts';

test('one file moves into two services: what is in one says nothing of the other', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'targets-'));
  const file = join(folder.path, 'pipeline.yaml');
  await copyFile(join(repository, 'samples/small/users.csv'), join(folder.path, 'users.csv'));
  const rest = 'version: 1\nname: two\nsources: { users: { path: users.csv } }\n';
  await writeFile(file, `${rest}targets: { staging: sandbox, production: sandbox }\n`);
  const plan = join(folder.path, 'plan.json');

  expect(await runCli('run', file, '--to', 'staging')).toMatchObject({ exitCode: 0 });
  const again = await runCli('run', file, '--to', 'staging');
  expect(again.stdout).toContain(`two@staging/sandbox.sqlite`);
  expect(await runCli('status', file, '--to', 'production')).toMatchObject({
    stdout: expect.stringContaining('two@production  not started'),
  });
  await runCli('plan', file, '--to', 'staging', '--out', plan);
  // A plan of one target is stale for another.
  expect(await runCli('run', file, '--to', 'production', '--plan', plan)).toMatchObject({ exitCode: 9 });

  const production = await runCli('run', file, '--to', 'production', '--json');
  expect(JSON.parse(production.stdout)).toMatchObject({
    pipeline: 'two@production',
    entities: { users: { read: 20, created: 20 } },
  });
  expect(await runCli('verify', file, '--to', 'production')).toMatchObject({ exitCode: 0 });
  const undo = await runCli('undo', file, '--to', 'staging');
  expect(undo.stdout).toMatch(/users +remove +20/);
  expect(undo.stdout).toContain(`chatferry undo ${file} --to staging --confirm `);
});
