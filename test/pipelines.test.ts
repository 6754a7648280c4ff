import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyOf, repository, runCli } from './cli-process.ts';
import { contentOf } from './sandbox-process.ts';

const read = (path: string): Promise<string> => readFile(join(repository, path), 'utf8');

describe('pipelines', () => {
  test.each(['one-shot-migration', 'nightly-sync', 'dry-run-validation'])(
    '%s is short, names its schema and itself, and is valid',
    async (name) => {
      await using copy = await copyOf('samples', 'pipelines');
      const text = await read(`pipelines/${name}.yaml`);
      const lines = text.trimEnd().split('\n');
      expect(lines[0]).toBe('# yaml-language-server: $schema=../schema/pipeline.json');
      expect(lines.length).toBeLessThan(60);
      expect(text).toMatch(new RegExp(`^name: ${name}( |$)`, 'm'));
      const { exitCode, stdout } = await runCli('validate', join(copy.path, `pipelines/${name}.yaml`));
      expect(exitCode).toBe(0);
      expect(stdout).toContain('read 265   ready 265');
    },
  );

  test('one-shot-migration lands everything; run again it sends nothing', async () => {
    await using copy = await copyOf('samples', 'pipelines');
    const pipeline = join(copy.path, 'pipelines/one-shot-migration.yaml');
    for (const sent of [7, 0]) {
      const { exitCode, stdout } = await runCli('run', pipeline, '--json');
      expect(exitCode).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        balanced: true,
        requests: { sent, retried: 0 },
        entities: { users: { created: 20 }, messages: { created: 200 } },
      });
    }
    const state = join(copy.path, 'pipelines/.chatferry/one-shot-migration');
    const { users, groups, members, messages } = await contentOf(join(state, 'sandbox.sqlite'));
    expect([users.length, groups.length, members.length, messages.length]).toEqual([20, 5, 39, 200]);
  });

  test('nightly-sync does not run yet and says so; without its sync section it runs', async () => {
    await using copy = await copyOf('samples', 'pipelines');
    const pipeline = join(copy.path, 'pipelines/nightly-sync.yaml');
    const refused = await runCli('run', pipeline);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('CONFIG.SYNC_UNSUPPORTED');
    expect(refused.stderr).toContain('remove the sync: section');
    const text = await readFile(pipeline, 'utf8');
    await writeFile(pipeline, text.replace(/^sync:.*$/m, ''));
    expect((await runCli('run', pipeline, '--quiet')).exitCode).toBe(0);
  });

  test('dry-run-validation has nothing to send to', async () => {
    await using copy = await copyOf('samples', 'pipelines');
    const refused = await runCli('run', join(copy.path, 'pipelines/dry-run-validation.yaml'));
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('CONFIG.TARGET_MISSING');
  });

  test('the pipelines that write show the same ways to name a hosted service', async () => {
    const block = async (name: string): Promise<string> =>
      /# target:\n(?:# .*\n)+/.exec(await read(`pipelines/${name}.yaml`))?.[0] ?? name;
    expect(await block('nightly-sync')).toBe(await block('one-shot-migration'));
  });
});

describe('schema/pipeline.json', () => {
  test('is what chatferry schema prints', async () => {
    const { exitCode, stdout } = await runCli('schema');
    expect(exitCode).toBe(0);
    expect(stdout).toBe(await read('schema/pipeline.json'));
  });
});
