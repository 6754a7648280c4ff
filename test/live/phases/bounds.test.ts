import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openInboxWriter } from '../../../src/features/live/inbox/open-inbox-writer.ts';
import { realSystem } from '../../../src/system/system.ts';
import { openGate } from '../faults/gate.ts';
import { liveHere } from './live-here.ts';
import { people, say, type TwoSystems, textsOf, twoSystems, untilTexts } from './two-systems.ts';

const WAITING = 5_000;

/** Messages of the old app that no webhook has told, and their events, which wait. */
async function addWaiting({ pipeline, old }: TwoSystems): Promise<void> {
  const sentAt = Math.floor(Date.now() / 1_000) - 3_600;
  const muids = Array.from({ length: WAITING }, (_, at) => `m-${at}`);
  for (let at = 0; at < WAITING; at += 50)
    await old.dataImport.messages(
      muids.slice(at, at + 50).map((muid, each) => ({
        muid,
        sender: each % 2 === 0 ? 'ann' : 'bob',
        receiver: 'team',
        receiverType: 'group',
        category: 'message',
        type: 'text',
        data: { text: muid },
        sentAt: sentAt + Math.floor((at + each) / 2),
      })),
    );
  const folder = join(dirname(pipeline), '.chatferry', 'move');
  await using writer = await openInboxWriter({ folder, keepMs: 3_600_000 }, realSystem);
  const appId = /appId: (\S+), baseUrl/.exec(readFileSync(pipeline, 'utf8'))?.[1];
  for await (const message of old.messages.list({ limit: 1_000 })) {
    if (message.muid === undefined) continue;
    const event = { trigger: 'message_sent', data: { message }, appId };
    const body = Buffer.from(JSON.stringify(event));
    await writer.add([{ side: 'old', receivedAt: Date.now() - 3_600_000, headers: {}, body }]);
  }
}

test('a switch with thousands of events waiting ends by itself', async () => {
  await using systems = await twoSystems(['  write: import', '  reconcile: off']);
  const { old, new: fresh, pipeline, until } = systems;
  const here = liveHere(pipeline);
  await people(old);
  await say(old, 'ann', 'before');
  expect(await here.live({ until: 'live' })).toMatchObject({ exitCode: 0 });
  await addWaiting(systems);
  const running = here.live();
  await until(({ forward }) => forward.received >= WAITING, 'the events');
  expect(await here.switch({ withinMs: 100_000 })).toMatchObject({
    exitCode: 0,
    printed: { live: { phase: 'switched', forward: { waiting: 0, dead: 0 } } },
  });
  expect(await here.stop()).toMatchObject({ exitCode: 0 });
  expect((await running).exitCode).toBe(0);
  // The service says it: each is there once, whether its event or a list has found it.
  const texts = await textsOf(fresh);
  const wanted = ['before', ...Array.from({ length: WAITING }, (_, at) => `m-${at}`)];
  expect(texts).toEqual(wanted.sort());
}, 150_000);

test.concurrent.each(['old', 'new'] as const)(
  'while nobody reaches the %s side, events wait and a person hears of it; nothing is lost',
  async (side) => {
    await using systems = await twoSystems(['  write: import', '  reconcile: off']);
    const { old, new: fresh, pipeline, until } = systems;
    await using gate = await openGate(pipeline, side);
    const here = liveHere(pipeline);
    await people(old);
    const running = here.live({ events: true });
    await until(({ phase }) => phase === 'live', 'live');
    await say(old, 'ann', 'before');
    await untilTexts(fresh, ['before']);
    gate.isShut = true;
    for (const words of ['one', 'two', 'three']) await say(old, 'bob', words);
    // Longer than what a call tries by itself.
    await until(({ forward }) => forward.waiting === 3, 'the events that wait');
    await sleep(40_000);
    expect(await textsOf(fresh)).toEqual(['before']);
    gate.isShut = false;
    await untilTexts(fresh, ['before', 'one', 'three', 'two']);
    await until(({ forward }) => forward.waiting === 0, 'the end of all events');
    expect(await here.stop()).toMatchObject({ exitCode: 0, printed: { live: { forward: { dead: 0 } } } });
    const { exitCode, printed } = await running;
    expect(exitCode).toBe(0);
    expect(printed).toContainEqual(
      expect.objectContaining({ type: 'warning', message: expect.stringContaining('paused') }),
    );
  },
  150_000,
);
