import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LiveChange } from '../../../../src/origin/live/live-origin.ts';
import { compareApps } from '../../chaos/compare-apps.ts';
import { meet, say } from '../team.ts';
import { openTwoLanes, type TwoLanes } from '../two-lanes.ts';

/** Messages a minute that the service takes from one sender. */
const PER_MINUTE = 30;

/** Ann says more than the service takes of one sender in a minute, before anything arrives. */
async function sayMuch(world: TwoLanes, more: number): Promise<void> {
  // The service takes nothing of those who joined within this second.
  await sleep(1_100);
  world.way = () => 'held';
  for (let at = 0; at < PER_MINUTE + more; at++) await say(world.apps.old, 'ann', `b-${at} burst`);
  await say(world.apps.old, 'ben', 'c-1 after it');
  await world.quiet(300);
  world.way = () => 'arrives';
  while (await world.releaseOne());
}

test('a sender who has sent what the service takes is put off, in order, where messages are only sent', async () => {
  await using world = await openTwoLanes({ write: 'send' });
  const { old, new: fresh } = world.apps;
  await meet(world);
  await sayMuch(world, 3);
  await expect.poll(async () => (await fresh.messages()).length).toBe(PER_MINUTE);
  await expect.poll(() => world.lanes.old.counts).toMatchObject({ waiting: 4, dead: 0 });
  await sleep(1_500);
  // The rest waits, and so does what stands behind it in its conversation.
  expect((await fresh.messages()).map(({ text }) => text)).toEqual(
    (await old.messages()).slice(0, PER_MINUTE).map(({ text }) => text),
  );
  expect(world.failures).toEqual([]);
});

test('what is more than a sender may send is imported otherwise', async () => {
  await using world = await openTwoLanes();
  await meet(world);
  await sayMuch(world, 3);
  await world.quiet();
  expect(await compareApps(world.apps.old, world.apps.new)).toEqual([]);
  expect(world.lanes.old.counts).toMatchObject({ waiting: 0, dead: 0 });
});

test('counts are the same in the next process, and go on from there', async () => {
  await using world = await openTwoLanes();
  const { old } = world.apps;
  await meet(world);
  await say(old, 'ann', 'n-1 hello');
  await world.arrive('old', 'no JSON');
  await world.quiet();
  const [before, back] = [{ ...world.lanes.old.counts }, { ...world.lanes.new.counts }];
  expect(before.received).toBeGreaterThan(3);
  expect(before.dead).toBe(1);
  await world.restart();
  expect([world.lanes.old.counts, world.lanes.new.counts]).toEqual([before, back]);
  await say(old, 'ann', 'n-2 hello');
  await world.quiet();
  expect(world.lanes.old.counts).toEqual({
    ...before,
    received: before.received + 1,
    created: before.created + 1,
  });
});

test('a record of a list that nobody can read does not keep the others, and can be read again', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  world.way = () => 'lost';
  await say(old, 'ann', 'l-1 first');
  await say(old, 'ben', 'l-2 second');
  await world.quiet(300);
  const signal = new AbortController().signal;
  const poison: LiveChange = {
    entity: 'members',
    key: 'no JSON',
    kind: 'upsert',
    isNew: false,
    version: 0,
    rows: [],
    isWhole: false,
  };
  async function* listed(): AsyncGenerator<LiveChange> {
    const all = await Array.fromAsync(world.lookups.old.changedIn(0, Date.now(), signal));
    const [first, ...rest] = all.filter(({ entity }) => entity === 'messages');
    if (first) yield first;
    yield poison;
    yield* rest;
  }
  await world.lanes.old.take(listed(), signal);
  expect(await compareApps(old, fresh)).toEqual([]);
  const letters = (): unknown => world.lanes.old.dead().map(({ code, about }) => [code, about]);
  expect(letters()).toEqual([['LIVE.EVENT_MALFORMED', 'members no JSON']]);
  // The next list says it again.
  await world.lanes.old.take(listed(), signal);
  expect(letters()).toEqual([['LIVE.EVENT_MALFORMED', 'members no JSON']]);
  await world.restart();
  expect(await world.lanes.old.retry()).toBe(1);
  await world.quiet();
  expect(world.lanes.old.dead()).toHaveLength(1);
  expect(world.lanes.old.counts.dead).toBe(1);
  expect(world.failures).toEqual([]);
});
