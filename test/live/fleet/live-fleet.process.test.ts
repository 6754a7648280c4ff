import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveDocument } from '../../../src/features/live/phases/documents/live-document.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { people, say, textsOf, untilTexts } from '../phases/two-systems.ts';
import { liveFleet } from './live-fleet.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => await server[Symbol.asyncDispose]());

const SUBMIT = ['fleet', 'submit', '--command', 'live', '--allow-notifications'];
const KEY = 'env: HOOK_PASSWORD';
const isPhase = (name: LiveDocument['phase']) => (live: LiveDocument) => live.phase === name;

test('a fleet keeps two apps alike: its worker is killed, another one continues, and each message is on both sides once', async () => {
  await using fleet = await liveFleet(await server.database());
  const { systems, worker, command, untilJob, port } = fleet;
  const { old, new: fresh, until } = systems;
  await people(old);
  const texts: string[] = [];
  const write = async (app: typeof old, words: string, by = 'ann'): Promise<void> => {
    await say(app, by, words);
    texts.push(words);
  };
  await write(old, 'before');
  expect(await command(...SUBMIT, systems.pipeline)).toMatchObject({ code: 0 });
  const rules = ['pipelines: [.]', `listen: [${port}]`];
  const first = worker(rules);
  // Nobody adds --unproven for a job: each side proves itself.
  await until((live) => live.phase === 'capture' && live.awaited?.length === 2, 'capture');
  await write(old, 'while it captures');
  await fresh.users.create({ uid: 'zoe', name: 'Zoe' });
  await fresh.groups.create({ guid: 'first', name: 'First', type: 'public', owner: 'zoe' });
  await until(isPhase('live'), 'live');
  for (let each = 0; each < 3; each++) {
    await write(old, `old ${each}`);
    await write(fresh, `fresh ${each}`, 'bob');
  }
  await untilTexts(fresh, texts);
  await untilTexts(old, texts);
  // How far the import of everything came is known as that of any run.
  expect(
    await untilJob(({ state, progress }) => state === 'running' && progress !== undefined),
  ).toMatchObject({
    command: 'live',
    progress: { done: expect.any(Number) },
  });

  // People write while the worker is killed, and while nobody receives.
  worker(rules);
  const writing = (async () => {
    for (let each = 0; each < 20; each++) {
      await write(old, `meanwhile old ${each}`);
      await write(fresh, `meanwhile fresh ${each}`, 'bob');
      await sleep(100);
    }
  })();
  await sleep(700);
  first.child.kill('SIGKILL');
  await first.ended;
  await writing;
  await untilTexts(fresh, texts);
  await untilTexts(old, texts);
  const { gaps } = await until(
    ({ gaps: found }) => found.length > 0 && found.every(({ closed }) => closed),
    'its gaps are closed',
  );
  expect(new Set(gaps.map(({ side }) => side))).toEqual(new Set(['old', 'new']));
  await write(old, 'after');
  await write(fresh, 'after it', 'bob');
  await untilTexts(fresh, texts);
  await untilTexts(old, texts);

  expect(await command('live', 'stop', systems.pipeline)).toMatchObject({
    code: 0,
    out: expect.stringContaining('stopped'),
  });
  const done = await untilJob(({ state }) => state !== 'running');
  expect(done).toMatchObject({ state: 'done', last: { command: 'live', exitCode: 0 } });
  for (const app of [old, fresh]) expect(await textsOf(app)).toEqual(texts.toSorted());
}, 240_000);

test('a worker refuses what may not receive events; a job that was drained or canceled continues, and others are done beside it', async () => {
  await using fleet = await liveFleet(await server.database(), []);
  const { systems, worker, command, untilJob, port } = fleet;
  const { old, new: fresh, until, pipeline, folder } = systems;
  await people(old);
  const ofFile = /old: \{ password: \{ file: [^}]+\}/;
  const text = readFileSync(pipeline, 'utf8').replace(ofFile, 'old: { password: { env: HOOK_PASSWORD }');
  writeFileSync(pipeline, text);
  const submit = async (): Promise<void> => {
    expect(await command(...SUBMIT, pipeline)).toMatchObject({ code: 0 });
  };
  const end = async ({ child, ended }: ReturnType<typeof worker>): Promise<void> => {
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0 });
  };
  /** Lets a worker with these lines refuse the job. */
  const refused = async (...rules: readonly string[]): Promise<string> => {
    await submit();
    const other = worker(rules);
    await untilJob(({ state }) => state === 'failed');
    await end(other);
    return (await command('fleet', 'status')).out;
  };
  expect(await refused('folders: [.]', `listen: [${port}]`)).toMatch(
    /FLEET.PATH_REFUSED: only a trusted pipeline may receive events: .*\n.* pipelines: \[/,
  );
  expect(await refused('pipelines: [.]')).toMatch(
    new RegExp(`FLEET.HOST_REFUSED: .* port ${port}\n.* listen: \\[${port}\\]`),
  );
  expect(await refused('pipelines: [.]', `listen: [${port}]`)).toMatch(
    /FLEET.KEY_REFUSED: .*HOOK_PASSWORD\n.* \{ env: HOOK_PASSWORD, host: 127.0.0.1/,
  );
  expect(systems.status()).toBeUndefined();

  const rules = ['pipelines: [.]', `listen: [${port}]`, 'concurrency: 1'];
  await submit();
  const first = worker(rules, KEY);
  await until(({ awaited }) => awaited?.join() === 'old', 'capture');
  const texts: string[] = [];
  const write = async (words: string): Promise<void> => {
    texts.push(words);
    await say(old, 'ann', words);
  };
  await write('one');
  await until(isPhase('live'), 'live');
  await write('two');
  await untilTexts(fresh, texts);
  // It takes the place of no other job.
  const beside = join(folder, 'beside.yaml');
  writeFileSync(join(folder, 'users.csv'), 'uid,name\nann,Ann\n');
  writeFileSync(
    beside,
    'version: 1\nname: beside\ntarget: sandbox\nsources: { users: { path: users.csv } }\n',
  );
  const isDone = ({ state }: { readonly state: string }): boolean => state === 'done';
  expect(await command('fleet', 'submit', beside)).toMatchObject({ code: 0 });
  expect(await untilJob(isDone, 'beside')).toMatchObject({ last: { exitCode: 0, counts: { created: 1 } } });

  await end(first);
  await untilJob(({ state }) => state === 'waiting');
  await write('nobody works');
  const second = worker(rules, KEY);
  await write('drained');
  await untilTexts(fresh, texts);
  expect(await command('fleet', 'cancel', pipeline)).toMatchObject({ code: 0 });
  expect(await untilJob(({ state }) => state === 'failed')).toMatchObject({
    last: { code: 'FLEET.CANCELED' },
  });
  await write('canceled');
  await submit();
  await write('submitted again');
  await untilTexts(fresh, texts);
  expect(await command('live', 'stop', pipeline)).toMatchObject({ code: 0 });
  expect(await untilJob(isDone)).toMatchObject({ last: { exitCode: 0 } });
  expect(await textsOf(fresh)).toEqual(texts.toSorted());
  await end(second);
}, 240_000);
