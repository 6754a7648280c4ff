import { expect, test } from 'vitest';
import { startPostgres } from '../../support/postgres.ts';
import { people, say, textsOf, twoSystems, untilTexts } from '../phases/two-systems.ts';
import { balancer, documentOf, machine, until } from './machines.ts';

test('another machine has people moved, and turned round again: the deliverer obeys, and both say so', async () => {
  await using server = await startPostgres();
  const url = await server.database();
  await using systems = await twoSystems(['  direction: both', `state: "${url}"`]);
  const { old, new: fresh } = systems;
  await people(old);
  const texts: string[] = [];
  const write = async (app: typeof old, words: string): Promise<void> => {
    await say(app, 'ann', words);
    texts.push(words);
  };
  await write(old, 'before');
  const ports: number[] = [];
  await using way = await balancer(ports);
  const [a, b] = [await machine(systems, 'a', way.url), await machine(systems, 'b', way.url)];
  ports.push(a.port);
  await using deliverer = a.start('', '--yes', '--unproven', '--allow-notifications');
  const phase = async (): Promise<unknown> => (await documentOf(url, 'live/phase'))?.['phase'];
  const untilPhase = (wanted: string): Promise<void> =>
    until(
      async () => (await phase()) === wanted,
      () => `${wanted}: ${deliverer.said()}`,
    );
  await untilPhase('live');
  await write(old, 'live old');
  await write(fresh, 'live fresh');
  await untilTexts(fresh, texts);
  await untilTexts(old, texts);

  // For real, the old app has to be silent for a minute.
  await using moving = b.start('switch', '--within', '4m', '--allow-notifications');
  expect([await moving.ended, moving.said()]).toEqual([0, expect.stringContaining('0 differences')]);
  expect(moving.said()).toContain('switched');
  expect(await phase()).toBe('switched');
  await deliverer.untilSaid('phase: switched');
  await write(fresh, 'moved');
  await untilTexts(old, texts);
  // Events of the old side are only reported now.
  await say(old, 'ann', 'too late');
  await using shown = b.start('status', '--json');
  expect([await shown.ended, shown.said()]).toEqual([0, expect.stringContaining('"phase": "switched"')]);
  expect(await textsOf(fresh)).toEqual(texts.toSorted());

  await using turning = b.start('switch', '--back', '--allow-notifications');
  expect([await turning.ended, turning.said()]).toEqual([0, expect.stringContaining('live')]);
  texts.push('too late');
  await untilTexts(fresh, texts);
  await using stop = b.start('stop');
  expect([await stop.ended, stop.said()]).toEqual([0, expect.stringContaining('stopped')]);
  expect([await deliverer.ended, deliverer.said()]).toEqual([0, expect.stringContaining('stopped')]);
  for (const app of [old, fresh]) expect(await textsOf(app)).toEqual(texts.toSorted());
}, 300_000);
