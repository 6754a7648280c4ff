import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { LiveApp } from '../../chaos/live-app.ts';
import { meet } from '../team.ts';
import { openTwoLanes, type TwoLanes } from '../two-lanes.ts';

type Row = Readonly<Record<string, unknown>>;

const of = async (app: LiveApp, path: string): Promise<Row> => (await app.call('GET', path))['data'] as Row;

const both = async ({ apps }: TwoLanes, path: string): Promise<readonly Row[]> => [
  await of(apps.old, path),
  await of(apps.new, path),
];

/** Lets both sides change something before either hears of the other. */
async function apart(world: TwoLanes, work: () => Promise<unknown>): Promise<void> {
  world.way = () => 'held';
  await work();
  await world.quiet(300);
  world.way = () => 'arrives';
  while (await world.releaseOne());
  await world.quiet();
}

const conflicts = ({ lanes }: TwoLanes): number => lanes.old.counts.conflicts + lanes.new.counts.conflicts;

test('a group whose sides change different fields has both changes, and no conflict', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  await sleep(1_100);
  const icon = 'https://a.example/i.png';
  await apart(world, async () => {
    await old.call('PUT', '/groups/team', { name: 'New name' });
    await fresh.call('PUT', '/groups/team', { tags: ['a'], icon, metadata: { plan: 'gold' } });
  });
  for (const group of await both(world, '/groups/team'))
    expect(group).toMatchObject({ name: 'New name', tags: ['a'], icon, metadata: { plan: 'gold' } });
  await world.reconcile();
  await world.quiet();
  for (const group of await both(world, '/groups/team'))
    expect(group).toMatchObject({ name: 'New name', icon });
  expect(conflicts(world)).toBe(0);
  expect(existsSync(join(world.folder, '.chatferry/people/live/conflicts.ndjson'))).toBe(false);
  expect(world.failures).toEqual([]);
});

test('of a field that both sides change, the later value wins; other fields keep both changes', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  await sleep(1_100);
  await apart(world, async () => {
    await old.call('PUT', '/groups/team', { name: 'First', description: 'by old' });
    await sleep(1_100);
    await fresh.call('PUT', '/groups/team', { name: 'Last', tags: ['b'] });
  });
  for (const group of await both(world, '/groups/team'))
    expect(group).toMatchObject({ name: 'Last', description: 'by old', tags: ['b'] });
  expect(conflicts(world)).toBeGreaterThan(0);
  expect(world.failures).toEqual([]);
});

test('a user whose sides change different fields between two lists has both changes', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  await world.reconcile();
  await sleep(1_100);
  await old.call('PUT', '/users/ben', { name: 'Benjamin' });
  await fresh.call('PUT', '/users/ben', { tags: ['vip'], avatar: 'https://a.example/b.png' });
  await world.reconcile();
  await world.reconcile();
  for (const user of await both(world, '/users/ben'))
    expect(user).toMatchObject({ name: 'Benjamin', tags: ['vip'], avatar: 'https://a.example/b.png' });
  expect(conflicts(world)).toBe(0);
  expect(world.failures).toEqual([]);
});

test('a field that is emptied on one side is emptied on the other, and its neighbours stay', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  await old.call('PUT', '/groups/team', { description: 'for now', tags: ['a'] });
  await world.quiet();
  await sleep(1_100);
  await old.call('PUT', '/groups/team', { unset: ['description'] });
  await world.quiet();
  expect(await of(old, '/groups/team')).not.toHaveProperty('description');
  const group = await of(fresh, '/groups/team');
  expect(group['tags']).toEqual(['a']);
  expect(group['description'] ?? '').toBe('');
});

test.each(['old', 'new'] as const)(
  'a group whose owner changes on the %s side has the new one on both',
  async (side) => {
    await using world = await openTwoLanes();
    await meet(world);
    await sleep(1_100);
    await world.apps[side].call('PUT', '/groups/team', { owner: 'ben' });
    await world.quiet();
    for (const group of await both(world, '/groups/team')) expect(group).toMatchObject({ owner: 'ben' });
    expect([world.lanes.old.dead(), world.lanes.new.dead(), world.failures]).toEqual([[], [], []]);
  },
);

test('a group with a password keeps it, whatever is changed on the side that does not know it', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  const group = { guid: 'pw', name: 'PW', type: 'password', password: 'sesame', owner: 'ann' };
  await old.call('POST', '/groups', group);
  await world.quiet();
  expect(await of(fresh, '/groups/pw')).toMatchObject({ type: 'private' });
  await sleep(1_100);
  await apart(world, async () => {
    await fresh.call('PUT', '/groups/pw', { name: 'PW2' });
    await old.call('PUT', '/groups/pw', { description: 'said there' });
  });
  expect(await of(old, '/groups/pw')).toMatchObject({ name: 'PW2', type: 'password' });
  expect(await of(fresh, '/groups/pw')).toMatchObject({ type: 'private', description: 'said there' });
  expect([world.lanes.old.dead(), world.lanes.new.dead(), world.failures]).toEqual([[], [], []]);
});
