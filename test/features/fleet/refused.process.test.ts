import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import { cli } from '../../e2e/cli-process.ts';
import { mainHere } from '../../support/main-here.ts';
import { rowsOf } from '../../support/postgres.ts';
import { ownFolder, refusal } from './own-folder.ts';
import { type ServerKind, serverKinds, withRedis } from './queue-servers.ts';

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
    for (const url of [
      'redis://127.0.0.1:9/abc',
      'redis:9',
      'redis://:100%@127.0.0.1:9',
      'postgres://a%:b@h/d',
    ]) {
      const wrong = await mainHere(['fleet', 'status'], { CHATFERRY_QUEUE: url });
      expect(refusal(wrong), url).toEqual([2, 'FLEET.QUEUE_MISSING']);
      expect(wrong.err).not.toContain('100%');
    }
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

const [{ missing: noRedis, start: startRedis }] = serverKinds as [(typeof serverKinds)[number]];

describe.skipIf(noRedis)(`a Redis${noRedis ? ` (${noRedis})` : ''}`, () => {
  test('that has no such database, drops keys, is full or a replica is refused, and takes nothing', async () => {
    await using server = await startRedis();
    using own = ownFolder();
    const url = await server.queue();
    const submit = async (queue = url) =>
      refusal(await mainHere(['fleet', 'submit', own.pipeline()], { CHATFERRY_QUEUE: queue }));
    expect(await submit(url.replace(/\d+$/, '99'))).toEqual([2, 'FLEET.QUEUE_MISSING']);
    const set = (name: string, value: string) =>
      withRedis(url, (client) => client.config('SET', name, value));
    await set('maxmemory-policy', 'allkeys-lru');
    expect(await submit()).toEqual([2, 'FLEET.EVICTION']);
    await set('maxmemory-policy', 'noeviction');
    await set('maxmemory', '1mb');
    expect(await submit()).toEqual([7, 'FLEET.UNREACHABLE']);
    await set('maxmemory', '0');
    await withRedis(url, (client) => client.replicaof('127.0.0.1', 9));
    expect(await submit()).toEqual([7, 'FLEET.UNREACHABLE']);
    await withRedis(url, (client) => client.replicaof('NO', 'ONE'));
    await withRedis(url, (client) => client.acl('SETUSER', 'reader', 'on', '>word', '~*', '+@all', '-eval'));
    const reader = new URL(url);
    Object.assign(reader, { username: 'reader', password: 'word' });
    // A process of its own, which has to end.
    const lacking = await cli(['fleet', 'status'], { CHATFERRY_QUEUE: reader.href });
    expect(refusal(lacking)).toEqual([10, 'FLEET.REFUSED']);
    expect(await withRedis(url, (client) => client.keys('chatferry:*app*'))).toEqual([]);
    expect(await submit()).toEqual([0, undefined]);
  });
});

for (const { name, missing, start } of serverKinds)
  describe.skipIf(missing)(`a queue in ${name}${missing ? ` (${missing})` : ''}`, () => {
    let server: Awaited<ReturnType<ServerKind['start']>>;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server[Symbol.asyncDispose]());

    test('refuses a wrong password, never showing it', async () => {
      const url = new URL(await server.queue());
      url.password = 'wrong-word';
      const ended = await mainHere(['fleet', 'status'], { CHATFERRY_QUEUE: url.href });
      expect(refusal(ended)).toEqual([10, 'FLEET.REFUSED']);
      expect(ended.err).not.toContain('wrong-word');
    });

    test('that another program uses is left alone', async () => {
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
      expect((await mainHere(['fleet', 'cancel', file], env)).out).toBe('app: canceled before it started\n');
      const json = await mainHere(['fleet', 'status', '--json'], env);
      expect(JSON.parse(json.out)).toMatchObject({ version: 1, pipelines: [], workers: [] });
    });

    test('takes no schedule that is none', async () => {
      using own = ownFolder();
      const env = { CHATFERRY_QUEUE: await server.queue() };
      const schedule = (...more: string[]) => mainHere(['fleet', 'schedule', own.pipeline(), ...more], env);
      for (const at of ['25 o’clock', '99 * * * *', '0 2 * *', '* * * * * * *', 'H 2 * * *', ''])
        expect(refusal(await schedule('--at', at)), at).toEqual([2, 'FLEET.SCHEDULE_INVALID']);
      const zone = await schedule('--at', '0 2 * * *', '--zone', 'Europe/Atlantis');
      expect(refusal(zone)).toEqual([2, 'FLEET.SCHEDULE_INVALID']);
      expect(zone.err).toContain('Europe/Berlin');
    });
  });
