import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Side } from '../../../../src/features/live/side.ts';
import { meet, say } from '../team.ts';
import { openTwoLanes } from '../two-lanes.ts';

const sides = ['old', 'new'] as const satisfies readonly Side[];

test.each([
  ['old', 'the removal'],
  ['old', 'the message'],
  ['new', 'the removal'],
  ['new', 'the message'],
] as const)(
  'a group that the %s side removes stays away, whatever is under way: %s first',
  async (from, first) => {
    await using world = await openTwoLanes();
    const { apps } = world;
    await meet(world);
    const to = from === 'old' ? 'new' : 'old';
    world.way = () => 'held';
    await say(apps[to], 'ben', 'x-1 under way');
    await apps[to].call('POST', '/groups/team/members', { participants: ['ann'] }).catch(() => {});
    await world.quiet();
    await apps[from].call('DELETE', '/groups/team');
    await world.quiet();
    if (first === 'the removal') world.turnHeld();
    world.way = () => 'arrives';
    while (await world.releaseOne()) await world.quiet(300);
    await world.quiet();
    for (const side of sides) {
      expect([side, (await apps[side].groups()).get('team')]).toEqual([side, undefined]);
      expect((await apps[side].messages()).filter(({ isDeleted }) => !isDeleted).length).toBe(
        side === to ? (await apps[to].messages()).length : 0,
      );
    }
    expect(world.failures).toEqual([]);
    const { skipped, dead, unchanged } = world.lanes[to].counts;
    expect(skipped + dead + unchanged).toBeGreaterThan(0);
    for (const { code } of world.lanes[to].dead()) expect(code).toMatch(/GUID|GROUP|REFERENCE/);
  },
);

test('a message that is written while a group is being removed does not bring it back', async () => {
  const slow = { kind: 'delay', share: 0, prefix: '/groups/team', times: undefined, value: '700' } as const;
  const faults: (Omit<typeof slow, 'share'> & { share: number })[] = [{ ...slow }];
  await using world = await openTwoLanes({}, undefined, faults);
  const { old, new: fresh } = world.apps;
  await meet(world);
  for (const each of faults) each.share = 1;
  await old.call('DELETE', '/groups/team');
  for (let at = 0; at < 8; at++) {
    await sleep(150);
    await say(fresh, 'ben', `z-${at} meanwhile`).catch(() => {});
  }
  for (const each of faults) each.share = 0;
  await world.quiet();
  expect([(await old.groups()).has('team'), (await fresh.groups()).has('team')]).toEqual([false, false]);
  expect(await old.messages()).toEqual([]);
  expect(world.failures).toEqual([]);
  // Nothing of it stays in the way of another group with that id.
  await fresh.call('POST', '/groups', { guid: 'team', name: 'Again', type: 'public', owner: 'ben' });
  await world.quiet();
  expect((await old.groups()).get('team')).toBe('Again public');
  expect((await old.members()).get('team')).toEqual(['ben admin']);
});

test('a group that is made again after it was removed is there again', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  await old.call('DELETE', '/groups/team');
  await world.quiet();
  expect((await fresh.groups()).has('team')).toBe(false);
  let isLost = true;
  world.way = (side, body) =>
    isLost && side === 'new' && body.includes('group_created') ? 'lost' : 'arrives';
  await fresh.call('POST', '/groups', { guid: 'team', name: 'Again', type: 'public', owner: 'ben' });
  await say(fresh, 'ben', 'y-1 again');
  await world.quiet();
  isLost = false;
  expect((await old.groups()).get('team')).toBe('Again public');
  expect((await old.messages()).filter(({ isDeleted }) => !isDeleted).map(({ text }) => text)).toContain(
    'y-1 again',
  );
  expect(world.failures).toEqual([]);
});
