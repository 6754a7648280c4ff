import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { compareApps } from '../chaos/compare-apps.ts';
import { idIn, meet, say } from './team.ts';
import { openTwoLanes, type TwoLanes } from './two-lanes.ts';

/** Lets all that is held arrive at once. */
async function arriveAll(world: TwoLanes): Promise<void> {
  await world.quiet();
  world.way = () => 'arrives';
  while (await world.releaseOne());
  await world.quiet();
}

const fine = ({ failures, lanes }: TwoLanes): void =>
  expect([failures, lanes.old.dead(), lanes.new.dead()]).toEqual([[], [], []]);

const reply = async (world: TwoLanes, parentId: string, words: string): Promise<void> => {
  const data = { text: words };
  const message = {
    receiver: 'team',
    receiverType: 'group',
    category: 'message',
    type: 'text',
    data,
    parentId,
  };
  await world.apps.old.call('POST', '/messages', message, 'ben');
};

const direct = (receiver: string, receiverType: 'group' | 'user'): object => ({
  receiver,
  receiverType,
  category: 'message',
  type: 'text',
});

describe.concurrent('what comes in an odd order, or to people who are no longer there', () => {
  test('an edit brings its whole message, if the event of that was lost', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    world.way = () => 'lost';
    const id = await say(old, 'ann', 'e-1 first');
    await world.quiet();
    world.way = () => 'arrives';
    await old.call('PUT', `/messages/${id}`, { data: { text: 'e-1 edited' } }, 'ann');
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await fresh.messages()).map(({ text }) => text)).toEqual(['e-1 edited']);
    fine(world);
  });

  test('an answer stays, without a thread, if what it answers was deleted', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    world.way = () => 'held';
    const parent = await say(old, 'ann', 'p-1 parent');
    await reply(world, parent, 'p-2 answer');
    await old.call('DELETE', `/messages/${parent}`, undefined, 'ann');
    await arriveAll(world);
    const there = (await fresh.messages()).filter(({ isDeleted }) => !isDeleted);
    expect(there.map(({ text, parent: of }) => [text, of])).toEqual([['p-2 answer', undefined]]);
    fine(world);
  });

  test('an answer to what was deleted on both sides stays, too', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const parent = await say(old, 'ann', 'q-1 parent');
    await world.quiet();
    world.way = () => 'held';
    await reply(world, parent, 'q-2 answer');
    await fresh.call('DELETE', `/messages/${await idIn(fresh, `oldapp-${parent}`)}`, undefined, 'ann');
    await arriveAll(world);
    const there = (await fresh.messages()).filter(({ isDeleted }) => !isDeleted);
    expect(there.map(({ text }) => text)).toEqual(['q-2 answer']);
    fine(world);
  });

  test.each(['in order', 'the other way round'])('who wrote and was kicked is heard: %s', async (order) => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    world.way = () => 'held';
    await say(old, 'ben', 'k-1 last words');
    await old.call('DELETE', '/groups/team/members/ben');
    await world.quiet(300);
    if (order !== 'in order') world.turnHeld();
    world.way = () => 'arrives';
    while (await world.releaseOne()) if (order !== 'in order') await world.quiet(250);
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await fresh.messages()).map(({ text }) => text)).toEqual(['k-1 last words']);
    expect((await fresh.members()).get('team')).toEqual(['ann admin']);
    fine(world);
  });

  test('what is said by someone whom the other app has deactivated is kept with the reason, and comes once they are active again', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    await world.reconcile();
    await fresh.call('DELETE', '/users/ben');
    await say(old, 'ben', 'd-1 hello');
    await say(old, 'ann', 'd-2 goes on');
    await world.quiet();
    expect(world.failures).toEqual([]);
    const texts = async () => (await fresh.messages()).map((message) => message.text);
    expect(await texts()).toEqual(['d-2 goes on']);
    expect(world.lanes.old.dead().map(({ code }) => code)).toEqual(['SERVICE.ERR_UID_NOT_FOUND']);
    await fresh.call('PUT', '/users', { uidsToActivate: ['ben'] });
    expect(await world.lanes.old.retry()).toBe(1);
    await world.quiet();
    expect((await texts()).toSorted()).toEqual(['d-1 hello', 'd-2 goes on']);
    fine(world);
  });

  test('what is behind a dead message of its conversation waits for it, if that is wished', async () => {
    await using world = await openTwoLanes({ onDead: 'hold' });
    const { old, new: fresh } = world.apps;
    await meet(world);
    await old.call('POST', '/groups', { guid: 'other', name: 'Other', type: 'public', owner: 'ann' });
    await world.reconcile();
    await world.quiet();
    await fresh.call('DELETE', '/users/ben');
    world.way = () => 'held';
    await say(old, 'ann', 'h-1 before');
    await say(old, 'ben', 'h-2 dead');
    const last = await say(old, 'ann', 'h-3 behind');
    await old.call('PUT', `/messages/${last}`, { data: { text: 'h-3 edited' } }, 'ann');
    await old.call(
      'POST',
      '/messages',
      { ...direct('other', 'group'), data: { text: 'x-1 elsewhere' } },
      'ann',
    );
    await world.quiet(300);
    world.way = () => 'arrives';
    while (await world.releaseOne());
    const texts = async () => (await fresh.messages()).map((message) => message.text);
    // Tests of this file run side by side: no poll of `expect` knows its own.
    while ((await texts()).length < 2 || world.lanes.old.counts.waiting !== 2) await sleep(20);
    expect((await texts()).toSorted()).toEqual(['h-1 before', 'x-1 elsewhere']);
    await sleep(1_000);
    expect(await texts()).toHaveLength(2);
    await fresh.call('PUT', '/users', { uidsToActivate: ['ben'] });
    expect(await world.lanes.old.retry()).toBe(1);
    await world.quiet();
    expect((await texts()).filter((text) => text.startsWith('h-'))).toEqual([
      'h-1 before',
      'h-2 dead',
      'h-3 edited',
    ]);
    fine(world);
  });

  test('someone whom nobody knew there comes with what they say', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    await old.call('POST', '/users', { uid: 'cy', name: 'Cy' });
    await old.call('POST', '/messages', { ...direct('cy', 'user'), data: { text: 'u-1 hello Cy' } }, 'ann');
    await old.call('POST', '/messages', { ...direct('ann', 'user'), data: { text: 'u-2 hi' } }, 'cy');
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await fresh.users()).get('cy')).toBe('Cy');
    fine(world);
  });
});
