import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';

const PIPELINE = `version: 1
name: shown
target:
  appId: 2xxxx9f
  region: eu
  serviceHost: example.io
  apiKey: { env: KEY_OF_THIS_TEST }
sources:
  users:
    - { path: a.csv }
    - { path: b.csv }
  messages: { path: m.ndjson }
limits: { batch: 20 }
sync: { maxDelete: 3 }
`;

test('every setting has its value and where it comes from; the key is not shown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'config-'));
  const file = join(folder.path, 'pipeline.yaml');
  await writeFile(file, PIPELINE);
  const { exitCode, stdout } = await runHere(['config', 'show', file, '--json']);
  expect(exitCode).toBe(0);
  const { settings } = JSON.parse(stdout) as {
    settings: { name: string; value: string; from: string }[];
  };
  const shown = Object.fromEntries(settings.map(({ name, value, from }) => [name, [value, from]]));
  expect(shown).toMatchObject({
    name: ['shown', `${file}:2`],
    state: [join(folder.path, '.chatferry/shown'), 'default'],
    'target.baseUrl': ['https://2xxxx9f.api-eu.example.io/v3', `${file}:4`],
    'target.apiKey': ['the environment variable KEY_OF_THIS_TEST', `${file}:7`],
    'sources.users.0': ['a.csv', `${file}:10`],
    'sources.users.1': ['b.csv', `${file}:11`],
    'sources.messages': ['m.ndjson', `${file}:12`],
    'limits.batch': ['20', `${file}:13`],
    'limits.timeoutSeconds': ['120', 'default'],
    'retention.policy': ['reject', 'default'],
    'sync.onMissing': ['keep', `${file}:14`],
    'sync.maxDelete': ['3', `${file}:14`],
  });
  const text = await runHere(['config', 'show', file]);
  expect(text.stdout).toContain(`limits.batch                     20  ← ${file}:13`);
});

test('a pipeline that is wrong is an error with its place', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'config-'));
  const file = join(folder.path, 'pipeline.yaml');
  await writeFile(file, PIPELINE.replace('batch: 20', 'batch: 51'));
  await expect(runHere(['config', 'show', file])).resolves.toMatchObject({ exitCode: 2 });
});

test('who is told is shown by kind and class, never by address: that is often a secret', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'config-'));
  const file = join(folder.path, 'pipeline.yaml');
  const told = `notify:
  - { ping: "https://ping.example.com/s3cret" }
  - { webhook: "https://hooks.example.com/s3cret", headers: { X-Token: s3cret }, on: [guard, auth] }
  - { command: [./tell.sh, s3cret] }
`;
  await writeFile(file, PIPELINE + told);
  const { stdout } = await runHere(['config', 'show', file]);
  expect(stdout).toMatch(/notify\.0 +a ping +←/);
  expect(stdout).toMatch(/notify\.1 +a webhook on guard, auth +←/);
  expect(stdout).toMatch(/notify\.2 +\.\/tell\.sh +←/);
  expect(stdout).not.toContain('s3cret');
});

test('of the API of an old system it has the address, and where the key is', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'config-'));
  const file = join(folder.path, 'pipeline.yaml');
  await writeFile(
    file,
    `version: 1
name: pulled
sources:
  export:
    system: sendbird
    api: { appId: app-1, key: { env: KEY_OF_THIS_TEST }, again: { recheck: 12h } }
`,
  );
  const { stdout } = await runHere(['config', 'show', file]);
  expect(stdout).toMatch(/sources\.users +sendbird: https:\/\/api-app-1\.sendbird\.com\/v3 /);
  expect(stdout).toMatch(/sources\.export\.api\.key +the environment variable KEY_OF_THIS_TEST +← .*:6/);
  expect(stdout).toMatch(/sources\.export\.api\.again\.recheck +12 h +← .*:6/);
  expect(stdout).toMatch(/sources\.export\.api\.again\.full +30 d +← default/);
});
