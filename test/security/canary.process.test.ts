import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SandboxProcess, startCli, startSandboxProcess } from '../e2e/cli-process.ts';
import { FAST, type Workspace, workspace } from '../e2e/workspace.ts';
import { CANARY, type CanaryService, FORMS, startCanaryService } from './canary-service.ts';

/** Where the key itself and the data of the service are: no command may write there. */
const outside = mkdtempSync(join(tmpdir(), 'chatferry-canary-'));
const keyFile = join(outside, 'key');
let sandbox: SandboxProcess;
let service: CanaryService;

beforeAll(async () => {
  writeFileSync(keyFile, `${CANARY}\n`, { mode: 0o600 });
  sandbox = await startSandboxProcess(outside);
  service = await startCanaryService(sandbox);
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await sandbox[Symbol.asyncDispose]();
  rmSync(outside, { recursive: true });
});

const formIn = (content: string): string | undefined => {
  const lower = content.toLowerCase();
  return FORMS.find((form) => lower.includes(form));
};

/** What shows the key: files below a folder, and the arguments of every process of this machine. */
function leaks(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const paths = [...files, ...processes.map((pid) => `/proc/${pid}/cmdline`)];
  return paths.filter((path) => formIn(path) ?? formIn(contentOf(path)));
}

/** Files and processes come and go while they are read. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

type Watched = { readonly code: number | null; readonly out: string; readonly err: string };

/** Runs a command, and looks for the key all the time, in its temporary files too. */
async function watched(
  space: Workspace,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Watched> {
  const temporary = join(space.folder, 'tmp');
  mkdirSync(temporary, { recursive: true });
  const { ended } = startCli(args, { TMPDIR: temporary, ...env });
  const found = new Set<string>();
  let running = true;
  const watching = (async () => {
    while (running) {
      for (const path of leaks(space.folder)) found.add(path);
      await sleep(100);
    }
  })();
  const end = await ended;
  running = false;
  await watching;
  for (const path of leaks(space.folder)) found.add(path);
  expect({ args: args[0], form: formIn(end.out + end.err), found: [...found] }).toEqual({
    args: args[0],
    found: [],
  });
  return end;
}

const targetWith = (apiKey: string): string => `{ baseUrl: "${service.baseUrl}", apiKey: ${apiKey} }`;
const SPECS: readonly (readonly [string, () => string, Record<string, string>])[] = [
  ['the environment', () => '{ env: SOME_KEY }', { SOME_KEY: CANARY }],
  ['a file', () => `{ file: ${JSON.stringify(keyFile)} }`, {}],
  ['a command', () => `{ command: [cat, ${JSON.stringify(keyFile)}] }`, {}],
];

describe('the key is in no file, output or list of processes', () => {
  test.each(SPECS)('when it comes from %s and everything works', async (_where, apiKey, env) => {
    service.mood = 'flaky';
    using space = workspace(60);
    space.write('users.csv', 'uid,name\nann,Ann\nb d,Bad\nben,Ben\ncy,Cy\n');
    const pipeline = space.pipeline({ target: targetWith(apiKey()), rest: FAST });
    const before = service.seen.withKey;
    await watched(space, ['run', pipeline, '--yes', '--verbose'], env);
    await watched(space, ['verify', pipeline], env);
    await watched(space, ['doctor', pipeline], env);
    expect(service.seen.withKey).toBeGreaterThan(before + 10);
  });

  test('whatever the command', async () => {
    service.mood = 'flaky';
    using space = workspace(60);
    space.write('users.csv', 'uid,name\nann,Ann\nb d,Bad\nben,Ben\ncy,Cy\n');
    const env = { CHATFERRY_API_KEY: CANARY };
    const pipeline = space.pipeline({ target: `{ baseUrl: "${service.baseUrl}" }`, rest: FAST });
    for (const args of [
      ['validate', pipeline, '--report', join(space.folder, 'dry.html')],
      ['run', pipeline, '--yes', '--json'],
      ['plan', pipeline, '--online'],
      ['status', pipeline, '--json'],
      ['rejects', 'retry', pipeline, '--yes'],
      ['report', pipeline, '--json'],
    ])
      await watched(space, args, env);
    const undo = await watched(space, ['undo', pipeline, '--json'], env);
    const [, id = ''] = /--confirm ([0-9a-f]+)/.exec(undo.out) ?? [];
    expect(id).not.toBe('');
    // Rows of other tests are in the same service, so some of it is used by others.
    expect([0, 4]).toContain((await watched(space, ['undo', pipeline, '--confirm', id], env)).code);
  });

  test.each([
    ['refusing', 10],
    ['foreign', 2],
    ['redirecting', 2],
  ] as const)('when the service quotes it: %s', async (mood, exitCode) => {
    service.mood = mood;
    using space = workspace(3);
    const env = { CHATFERRY_API_KEY: CANARY, NODE_DEBUG: 'undici,fetch,http,net,tls' };
    const pipeline = space.pipeline({ target: `{ baseUrl: "${service.baseUrl}" }`, rest: FAST });
    const { code } = await watched(space, ['run', pipeline, '--yes', '--verbose'], env);
    expect(code).toBe(exitCode);
    // A foreign answer to a read is tried again for 15 s.
    for (const command of mood === 'foreign' ? ['doctor'] : ['verify', 'doctor'])
      await watched(space, [command, pipeline, '--json'], env);
  });

  test('when it is where it does not belong', async () => {
    using space = workspace(3);
    for (const apiKey of [
      JSON.stringify(CANARY),
      `{ env: ${JSON.stringify(CANARY)} }`,
      `{ key: ${JSON.stringify(CANARY)} }`,
    ]) {
      const pipeline = space.pipeline({ target: targetWith(apiKey), rest: FAST });
      const { ended } = startCli(['run', pipeline, '--yes', '--json']);
      const { code, out, err } = await ended;
      expect(code).toBe(2);
      expect(formIn(out + err)).toBeUndefined();
    }
    const { code, out, err } = await startCli(['run', 'p.yaml', '--api-key', 'other']).ended;
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('Unknown argument');
  });
});

test('the service that a run starts gets nothing of the key', async () => {
  using space = workspace(3_000);
  const pipeline = space.pipeline({ rest: 'limits: { requestsPerMinute: 600 }' });
  const { child, ended } = startCli(['run', pipeline], {
    CHATFERRY_API_KEY: CANARY,
    CHATFERRY_OTHER: CANARY,
  });
  const children = async (): Promise<string[]> => {
    for (;;) {
      const found = readdirSync('/proc').filter((pid) =>
        new RegExp(`^\\d+ \\(.*\\) \\w ${child.pid} `).test(contentOf(`/proc/${pid}/stat`)),
      );
      if (found.length > 0) return found;
      await sleep(10);
    }
  };
  for (const pid of await children()) {
    // Until the new program is loaded, the copy of the process still has the variables of the old one.
    while (!contentOf(`/proc/${pid}/cmdline`).includes('--until-stdin-ends')) await sleep(10);
    expect(contentOf(`/proc/${pid}/environ`)).toContain('PATH=');
    expect(formIn(contentOf(`/proc/${pid}/environ`))).toBeUndefined();
  }
  child.kill('SIGINT');
  await ended;
});
