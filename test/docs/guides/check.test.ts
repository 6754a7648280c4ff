import { mkdtempDisposableSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { cliIn } from '../../support/cli-here.ts';
import { repository } from '../../support/repository.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('the workflow uses the action of this version, with inputs that it has and options that validate has', async () => {
  const [, block = ''] = /```yaml\n(name: exports[\s\S]*?)```/.exec(read('docs/guides/check.md')) ?? [];
  const workflow = parse(block) as {
    jobs: { check: { steps: readonly { uses: string; with?: Record<string, unknown> }[] } };
  };
  const { inputs } = parse(read('action.yml')) as { inputs: object };
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const own = workflow.jobs.check.steps.filter(({ uses }) => uses === `chatferry/chatferry@v${version}`);
  expect(own).toHaveLength(2);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-check-'));
  for (const { with: given = {} } of own) {
    for (const name of Object.keys(given)) expect(inputs).toHaveProperty(name);
    // The pipeline is not there: the options are understood before that is seen.
    const words = String(given['args']).split(' ');
    const { code, err } = await cliIn(folder.path, ['validate', String(given['pipeline']), ...words]);
    expect([code, err]).toEqual([2, expect.stringContaining('CONFIG.FILE_MISSING')]);
  }
});
