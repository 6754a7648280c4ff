import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { rowsOf, startPostgres } from '../../support/postgres.ts';
import { people, say, textsOf, twoSystems, untilTexts } from '../phases/two-systems.ts';
import { balancer, documentOf, freePort, machine, until } from './machines.ts';

const LIVE = ['--yes', '--unproven', '--allow-notifications'];

test('receivers and deliverers on several machines: one is killed, the database restarts, and each message is on both sides once', async () => {
  await using server = await startPostgres();
  const url = await server.database();
  await using systems = await twoSystems(['  direction: both', `state: "${url}?lease=3"`]);
  const { old, new: fresh } = systems;
  await people(old);
  const texts: string[] = [];
  const write = async (app: typeof old, words: string): Promise<void> => {
    await say(app, 'ann', words);
    texts.push(words);
  };
  for (let each = 0; each < 5; each++) await write(old, `before ${each}`);
  const ports = [await freePort(), await freePort()];
  await using before = await balancer(ports);
  const [a, b, c, d, e] = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map((name) => machine(systems, name, before.url)),
  );
  if (!a || !b || !c || !d || !e) throw new Error('no machines');
  ports.splice(0, 2, b.port, c.port);
  // The receivers make the addresses; nobody delivers yet.
  await using one = b.start('receive');
  await using other = c.start('receive');
  await Promise.all([one, other].map((each) => each.untilSaid('received at')));
  await using first = a.start('', ...LIVE);
  const phase = async (): Promise<unknown> => (await documentOf(url, 'live/phase'))?.['phase'];
  await until(
    async () => (await phase()) === 'live',
    () => first.said(),
  );
  await using second = d.start('', ...LIVE);
  await second.untilSaid('stands by');
  for (let each = 0; each < 4; each++) {
    await write(old, `old ${each}`);
    await write(fresh, `fresh ${each}`);
  }
  await untilTexts(fresh, texts);
  await untilTexts(old, texts);
  expect(ports.map((port) => before.answers.get(port) ?? 0).every((count) => count > 0)).toBe(true);

  // The deliverer is killed; the one that stood by continues.
  await first.kill('SIGKILL');
  const from = Date.now();
  await write(old, 'nobody delivers');
  await write(fresh, 'nobody delivers here');
  await untilTexts(fresh, texts);
  await untilTexts(old, texts);
  expect(Date.now() - from).toBeLessThan(20_000);
  expect(await documentOf(url, 'live/gaps')).toBeUndefined();

  // The database is away for longer than a lease lasts.
  await server.stop();
  await write(old, 'no database');
  await until(
    async () => (before.answers.get(503) ?? 0) > 0,
    () => 'a refusal',
  );
  await sleep(4_000);
  await server.start();
  await write(old, 'database again');
  await write(fresh, 'database again here');
  await untilTexts(fresh, texts);
  await untilTexts(old, texts);

  // A machine that did nothing before asks for a switch that nobody is silent for, for another try, and for the end.
  await using early = e.start('switch', '--within', '1s', '--allow-notifications');
  expect([await early.ended, early.said()]).toEqual([7, expect.stringContaining('LIVE.NOT_DRAINED')]);
  await using again = e.start('retry', '--allow-notifications');
  expect([await again.ended, again.said()]).toEqual([0, expect.stringContaining('0 read again')]);
  expect(await phase()).toBe('live');
  await using stop = e.start('stop');
  expect([await stop.ended, stop.said()]).toEqual([0, expect.stringContaining('stopped')]);
  expect([await second.ended, second.said()]).toEqual([0, expect.stringContaining('stopped')]);
  expect([await one.kill('SIGTERM'), await other.kill('SIGTERM')]).toEqual([0, 0]);
  for (const app of [old, fresh]) expect(await textsOf(app)).toEqual(texts.toSorted());
  expect(await rowsOf(url, 'SELECT count(*)::int AS count FROM chatferry_inbox WHERE NOT done')).toEqual([
    { count: 0 },
  ]);
}, 120_000);
