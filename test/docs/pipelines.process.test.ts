import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/cli-here.ts';
import { copyOf, repository } from '../support/repository.ts';
import { contentOf } from '../support/sandbox-process.ts';

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

  test('nightly-sync runs as shipped, twice; then it brings what is new and changed, and keeps what is missing', async () => {
    await using copy = await copyOf('samples', 'pipelines');
    const pipeline = join(copy.path, 'pipelines/nightly-sync.yaml');
    const syncRun = async (): Promise<unknown> => {
      const { exitCode, stdout, stderr } = await runCli('run', pipeline, '--json');
      expect(exitCode, stderr).toBe(0);
      return JSON.parse(stdout);
    };
    expect(await syncRun()).toMatchObject({
      balanced: true,
      requests: { sent: 7, floor: 7 },
      entities: { users: { created: 20 }, messages: { created: 200 } },
    });
    expect(await syncRun()).toMatchObject({
      balanced: true,
      requests: { sent: 0, floor: 0 },
      entities: {
        users: { read: 20, unchanged: 20 },
        groups: { read: 5, unchanged: 5 },
        members: { read: 40, unchanged: 40 },
        messages: { read: 200, unchanged: 200 },
      },
    });

    const edit = async (file: string, change: (text: string) => string): Promise<void> => {
      const path = join(copy.path, 'samples/small', file);
      const text = await readFile(path, 'utf8');
      expect(change(text)).not.toBe(text);
      await writeFile(path, change(text));
    };
    await edit('users.csv', (text) => text.replace('ana-souza,Ana Souza,', 'ana-souza,Ana Souza Lima,'));
    await edit(
      'messages-2.csv',
      (text) =>
        `${text.replace(/^m-0122,.*\n/m, '')}m-0201,zoe,ana-souza,user,1767225600,,,Happy new year,,,,,,\n`,
    );
    expect(await syncRun()).toMatchObject({
      balanced: true,
      requests: { sent: 2, floor: 2 },
      entities: {
        users: { updated: 1, unchanged: 19 },
        messages: { read: 200, created: 1, unchanged: 199 },
      },
      missing: { messages: { kept: 1, deleted: 0 } },
    });
  });

  test('a sync refuses --fresh, because each sync run compares every row', async () => {
    const { exitCode, stderr } = await runCli(
      'run',
      '--fresh',
      join(repository, 'pipelines/nightly-sync.yaml'),
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('USAGE.INVALID');
    expect(stderr).toContain('chatferry run ');
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

test.each(['pipeline', 'events', 'result'])('schema/%s.json is what chatferry schema prints', async (of) => {
  const { exitCode, stdout } = await runCli('schema', ...(of === 'pipeline' ? [] : [of]));
  expect(exitCode).toBe(0);
  expect(stdout).toBe(await read(`schema/${of}.json`));
});
