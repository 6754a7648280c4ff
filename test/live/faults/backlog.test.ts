import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveHere } from '../phases/live-here.ts';
import { people, say, textsOf, twoSystems, untilTexts } from '../phases/two-systems.ts';
import { openGate } from './gate.ts';

const warning = (text: string) =>
  expect.objectContaining({ type: 'warning', message: expect.stringContaining(text) });

test('while more events wait than may, new ones are refused and a person hears of it; in the end nothing is missing', {
  timeout: 300_000,
}, async () => {
  await using systems = await twoSystems([
    '  write: import',
    '  reconcile: off',
    '  backlog: { events: 10 }',
  ]);
  const { old, new: fresh, pipeline, until } = systems;
  await using gate = await openGate(pipeline, 'new');
  const here = liveHere(pipeline);
  await people(old);
  const running = here.live({ events: true });
  await until(({ phase }) => phase === 'live', 'live');
  await say(old, 'ann', 'before');
  const texts = ['before'];
  await untilTexts(fresh, texts);
  gate.isShut = true;
  const sayTo = async (last: number): Promise<void> => {
    for (let at = texts.length; at <= last; at++) {
      texts.push(`m-${at}`);
      await say(old, at % 2 ? 'ann' : 'bob', `m-${at}`);
    }
  };
  await sayTo(9);
  await until(({ forward }) => forward.waiting === 9, 'the first events that wait');
  await sayTo(10);
  await until(({ forward }) => forward.waiting === 10, 'the events that wait');
  await sayTo(13);
  const full = await until(({ refused }) => refused.unavailable >= 3, 'events that are refused');
  expect(full.forward.waiting).toBe(10);
  expect(await textsOf(fresh)).toEqual(['before']);
  gate.isShut = false;
  await untilTexts(fresh, texts);
  await until(({ forward }) => forward.waiting === 0, 'the end of all events');
  await until(({ gaps }) => gaps.length > 0 && gaps.every(({ closed }) => closed), 'the end of all gaps');
  const { refused } = full;
  await say(old, 'ann', 'after');
  await untilTexts(fresh, [...texts, 'after']);
  const last = await until(({ forward }) => forward.waiting === 0, 'the last event');
  // There is room again.
  expect(last.refused.unavailable).toBe(refused.unavailable);
  expect(await here.stop()).toMatchObject({ exitCode: 0, printed: { live: { forward: { dead: 0 } } } });
  const { exitCode, printed } = await running;
  expect(exitCode).toBe(0);
  expect(printed).toContainEqual(warning('% of what live.backlog allows'));
  expect(printed).toContainEqual(warning('10 events wait, all that live.backlog allows'));
  expect(printed).toContainEqual(warning('paused'));
});

test('an event of another app is written nowhere, and kept with the reason', {
  timeout: 120_000,
}, async () => {
  await using systems = await twoSystems(['  direction: both', '  reconcile: off']);
  const { old, new: fresh, folder, pipeline, until } = systems;
  const here = liveHere(pipeline);
  await people(old);
  const running = here.live();
  await until(({ phase }) => phase === 'live', 'live');
  const paths = JSON.parse(
    readFileSync(join(folder, '.chatferry/move/live/receiver/paths.json'), 'utf8'),
  ) as Readonly<Record<'old' | 'new', string>>;
  const [, port = ''] = /listen: \{ port: (\d+)/.exec(readFileSync(pipeline, 'utf8')) ?? [];
  const password = readFileSync(join(folder, 'password'), 'utf8');
  const authorization = `Basic ${Buffer.from(`chatferry:${password}`).toString('base64')}`;
  const message = {
    id: '1',
    sender: 'ann',
    receiverType: 'group',
    receiver: 'team',
    category: 'message',
    type: 'text',
    data: { text: 'of another app' },
    sentAt: Math.floor(Date.now() / 1_000),
  };
  const body = JSON.stringify({ trigger: 'message_sent', data: { message }, appId: 'another' });
  for (const side of ['old', 'new'] as const) {
    const answer = await fetch(`http://127.0.0.1:${port}${paths[side]}`, {
      method: 'POST',
      headers: { authorization },
      body,
    });
    expect(answer.status).toBe(200);
  }
  await until(({ forward, back }) => forward.dead + (back?.dead ?? 0) === 2, 'both events');
  await say(old, 'ann', 'of this app');
  await untilTexts(fresh, ['of this app']);
  expect(await textsOf(old)).toEqual(['of this app']);
  const { printed } = await here.status();
  expect(printed).toMatchObject({
    live: {
      dead: expect.arrayContaining([
        expect.objectContaining({ side: 'old', message: expect.stringContaining('another') }),
        expect.objectContaining({ side: 'new', message: expect.stringContaining('another') }),
      ]),
    },
  });
  expect(await here.stop()).toMatchObject({ exitCode: 4 });
  expect((await running).exitCode).toBe(4);
});
