import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCli } from '../../e2e/cli-process.ts';
import { FAST, workspace } from '../../e2e/workspace.ts';
import { type SandboxHere, startSandboxHere } from '../../support/cli-here.ts';
import { CANARY, type CanaryService, startCanaryService } from './service.ts';
import { contentOf, formIn, watched } from './watched.ts';

/** Where the key itself and the data of the service are: no command may write there. */
const outside = mkdtempSync(join(tmpdir(), 'chatferry-canary-'));
const keyFile = join(outside, 'key');
let sandbox: SandboxHere;

beforeAll(async () => {
  writeFileSync(keyFile, `${CANARY}\n`, { mode: 0o600 });
  sandbox = await startSandboxHere(outside);
});

afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
  rmSync(outside, { recursive: true });
});

const targetWith = ({ baseUrl }: CanaryService, apiKey: string): string =>
  `{ baseUrl: "${baseUrl}", apiKey: ${apiKey} }`;
const MOODS = [
  ['foreign', 2],
  ['refusing', 10],
  ['redirecting', 2],
] as const;
const SPECS: readonly (readonly [string, () => string, Record<string, string>])[] = [
  ['the environment', () => '{ env: SOME_KEY }', { SOME_KEY: CANARY }],
  ['a file', () => `{ file: ${JSON.stringify(keyFile)} }`, {}],
  ['a command', () => `{ command: [cat, ${JSON.stringify(keyFile)}] }`, {}],
];

// Commands wait for answers most of the time, so the tests run side by side, each with a service of its own.
describe.concurrent('the key is in no file, output or list of processes', () => {
  test('whatever the command', async () => {
    await using service = await startCanaryService(sandbox);
    using space = workspace(60);
    space.write('users.csv', 'uid,name\nann,Ann\nb d,Bad\nben,Ben\ncy,Cy\n');
    const env = { CHATFERRY_API_KEY: CANARY };
    const pipeline = space.pipeline({ target: `{ baseUrl: "${service.baseUrl}" }`, rest: FAST });
    const look = (...args: readonly string[]) => watched(space, args, env);
    await look('run', pipeline, '--yes', '--json');
    await Promise.all([
      look('validate', pipeline, '--report', join(space.folder, 'dry.html')),
      look('plan', pipeline, '--online'),
      look('verify', pipeline),
      look('status', pipeline, '--json'),
      look('report', pipeline, '--json'),
    ]);
    await look('rejects', 'retry', pipeline, '--yes');
    const undo = await look('undo', pipeline, '--json');
    const [, id = ''] = /--confirm ([0-9a-f]+)/.exec(undo.out) ?? [];
    expect(id).not.toBe('');
    // Rows of other tests are in the same service, so some of it is used by others.
    expect([0, 4]).toContain((await look('undo', pipeline, '--confirm', id)).code);
  });

  test.each(MOODS)('when the service quotes it: %s', async (mood, exitCode) => {
    await using service = await startCanaryService(sandbox);
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

  test.each(SPECS)('when it comes from %s and everything works', async (_where, apiKey, env) => {
    await using service = await startCanaryService(sandbox);
    using space = workspace(60);
    space.write('users.csv', 'uid,name\nann,Ann\nb d,Bad\nben,Ben\ncy,Cy\n');
    const pipeline = space.pipeline({ target: targetWith(service, apiKey()), rest: FAST });
    await watched(space, ['run', pipeline, '--yes', '--verbose'], env);
    await watched(space, ['doctor', pipeline], env);
    expect(service.seen.withKey).toBeGreaterThan(10);
  });

  test('when it is where it does not belong', async () => {
    await using service = await startCanaryService(sandbox);
    using space = workspace(3);
    for (const apiKey of [
      JSON.stringify(CANARY),
      `{ env: ${JSON.stringify(CANARY)} }`,
      `{ key: ${JSON.stringify(CANARY)} }`,
    ]) {
      const pipeline = space.pipeline({ target: targetWith(service, apiKey), rest: FAST });
      const { ended } = startCli(['run', pipeline, '--yes', '--json']);
      const { code, out, err } = await ended;
      expect(code).toBe(2);
      expect(formIn(out + err)).toBeUndefined();
    }
    const { code, out, err } = await startCli(['run', 'p.yaml', '--api-key', 'other']).ended;
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('there is no option --api-key');
  });
});

test.concurrent('the service that a run starts gets nothing of the key', async () => {
  using space = workspace(3_000);
  const pipeline = space.pipeline({ rest: 'limits: { requestsPerMinute: 30 }' });
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
