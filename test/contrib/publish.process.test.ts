import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

test('nothing is published that git does not know, such as an export that a user has put among the samples', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const run = (command: string): Promise<{ failed: boolean; told: string }> =>
    new Promise((resolve) => {
      execFile('sh', ['-c', command], { cwd: folder.path }, (error, _, told) =>
        resolve({ failed: error !== null, told }),
      );
    });
  for (const name of ['contrib', 'docs', 'pipelines', 'samples', 'schema'])
    mkdirSync(join(folder.path, name, 'exports'), { recursive: true });
  writeFileSync(join(folder.path, 'samples/exports/ours.json'), '{}');
  expect((await run('git init -q && git add -A')).failed).toBe(false);
  const check = String(scripts['prepublishOnly']);
  expect(await run(check)).toEqual({ failed: false, told: '' });
  writeFileSync(join(folder.path, 'samples/exports/customers.csv'), 'name\n');
  writeFileSync(join(folder.path, '.gitignore'), '*.csv\n');
  expect(await run(check)).toEqual({
    failed: true,
    told: 'not known to git: samples/exports/customers.csv\n',
  });
});
