import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { compareApps } from '../../chaos/compare-apps.ts';
import type { LiveApp } from '../../chaos/live-app.ts';
import { openTwoLanes, type TwoLanes } from '../two-lanes.ts';

const users = async (app: LiveApp, ...uids: readonly string[]): Promise<void> => {
  for (const uid of uids) await app.call('POST', '/users', { uid, name: uid });
};

const written = (receiver: string, text: string): object => ({
  receiver,
  receiverType: 'group',
  category: 'message',
  type: 'text',
  data: { text },
});

const conflictsOf = ({ folder }: TwoLanes): readonly Readonly<Record<string, unknown>>[] =>
  readFileSync(join(folder, '.chatferry/people/live/conflicts.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a group that both sides make under one id stays apart, with its members and messages', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  for (const app of [old, fresh]) await users(app, 'ann', 'eve');
  await world.reconcile();
  world.way = () => 'held';
  await old.call('POST', '/groups', { guid: 'plans', name: 'Plans', type: 'private', owner: 'ann' });
  await old.call('POST', '/messages', written('plans', 's-1 secret'), 'ann');
  await fresh.call('POST', '/groups', { guid: 'plans', name: 'Mine', type: 'public', owner: 'eve' });
  await fresh.call('POST', '/messages', written('plans', 'e-1 mine'), 'eve');
  await world.quiet();
  world.way = () => 'arrives';
  while (await world.releaseOne()) await world.quiet(200);
  await world.quiet();
  expect((await old.members()).get('plans')).toEqual(['ann admin']);
  expect((await fresh.members()).get('plans')).toEqual(['eve admin']);
  expect([(await old.groups()).get('plans'), (await fresh.groups()).get('plans')]).toEqual([
    'Plans private',
    'Mine public',
  ]);
  expect((await old.messages()).map(({ text }) => text)).toEqual(['s-1 secret']);
  expect((await fresh.messages()).map(({ text }) => text)).toEqual(['e-1 mine']);
  const { lanes } = world;
  expect(lanes.old.counts.conflicts).toBeGreaterThan(0);
  expect(new Set([...lanes.old.dead(), ...lanes.new.dead()].map(({ code }) => code))).toEqual(
    new Set(['LIVE.CONFLICT']),
  );
  expect(conflictsOf(world)).toContainEqual(
    expect.objectContaining({ entity: 'groups', key: 'plans', there: 'other', winner: 'neither' }),
  );
  // Who joins, and what lists say, stays there, too.
  await users(old, 'ben');
  await old.call('POST', '/groups/plans/members', { participants: ['ben'] });
  await world.quiet();
  await world.reconcile();
  await world.quiet();
  const kept = lanes.old.dead().length;
  await world.reconcile();
  expect(lanes.old.dead()).toHaveLength(kept);
  expect(lanes.old.counts.conflicts).toBe(1);
  expect((await fresh.members()).get('plans')).toEqual(['eve admin']);
  expect((await old.members()).get('plans')).toEqual(['ann admin', 'ben participant']);
  // Once there is one of them, the other one comes.
  await fresh.call('DELETE', '/groups/plans');
  await world.quiet();
  expect((await old.groups()).get('plans')).toBe('Plans private');
  await lanes.old.retry();
  await world.quiet();
  expect((await fresh.groups()).get('plans')).toBe('Plans private');
  expect((await fresh.members()).get('plans')).toEqual(['ann admin', 'ben participant']);
  expect((await fresh.messages()).map(({ text }) => text)).toContain('s-1 secret');
  expect(lanes.old.dead()).toEqual([]);
  expect(world.failures).toEqual([]);
});

test('a group that its owner makes in both apps is one', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  for (const app of [old, fresh]) await users(app, 'ann', 'ben');
  await world.reconcile();
  world.way = () => 'held';
  for (const app of [old, fresh])
    await app.call('POST', '/groups', { guid: 'plans', name: 'Plans', type: 'private', owner: 'ann' });
  await old.call('POST', '/groups/plans/members', { participants: ['ben'] });
  await old.call('POST', '/messages', written('plans', 'o-1 here'), 'ann');
  await world.quiet();
  world.way = () => 'arrives';
  while (await world.releaseOne());
  await world.quiet();
  expect(await compareApps(old, fresh)).toEqual([]);
  expect([world.lanes.old.dead(), world.lanes.new.dead(), world.failures]).toEqual([[], [], []]);
  expect(world.lanes.old.counts.conflicts + world.lanes.new.counts.conflicts).toBe(0);
});

test('a user whom both sides make stays as they are on each, and what is changed later is carried', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await old.call('POST', '/users', { uid: 'ann', name: 'Ann of old', metadata: { at: 'old' } });
  await fresh.call('POST', '/users', { uid: 'ann', name: 'Ann of new', avatar: 'https://a.example/n.png' });
  for (const app of [old, fresh]) await app.call('POST', '/users', { uid: 'ben', name: 'Ben' });
  await old.call('PUT', '/users/ben', { metadata: { plan: 'gold' } });
  await world.reconcile();
  const user = async (app: LiveApp, uid: string) =>
    (await app.call('GET', `/users/${uid}`))['data'] as Readonly<Record<string, unknown>>;
  expect(await user(old, 'ann')).toMatchObject({ name: 'Ann of old' });
  expect(await user(fresh, 'ann')).toMatchObject({ name: 'Ann of new' });
  expect(await user(fresh, 'ben')).toMatchObject({ name: 'Ben', metadata: { plan: 'gold' } });
  const { old: lane } = world.lanes;
  expect(lane.dead().map(({ code, about }) => [code, about])).toEqual([['LIVE.CONFLICT', 'users ann']]);
  expect(lane.counts.conflicts + world.lanes.new.counts.conflicts).toBe(1);
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await old.call('POST', '/messages', written('team', 'o-1 hello'), 'ann');
  await world.quiet();
  expect((await fresh.messages()).map(({ text, sender }) => [sender, text])).toEqual([['ann', 'o-1 hello']]);
  expect(await user(fresh, 'ann')).toMatchObject({ name: 'Ann of new' });
  await sleep(1_100);
  await old.call('PUT', '/users/ann', { statusMessage: 'away' });
  await fresh.call('PUT', '/users/ann', { metadata: { at: 'new' } });
  await world.reconcile();
  await world.reconcile();
  expect(await user(fresh, 'ann')).toMatchObject({ name: 'Ann of new', statusMessage: 'away' });
  expect(await user(old, 'ann')).toMatchObject({ name: 'Ann of old', metadata: { at: 'new' } });
  // The letter is read again: by now nothing is left to be done.
  expect(await lane.retry()).toBe(1);
  await world.quiet();
  expect(lane.dead()).toEqual([]);
  expect(world.failures).toEqual([]);
});

test('who came along with a message is left as they are on the other side', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await fresh.call('POST', '/users', { uid: 'ann', name: 'Ann of new' });
  await old.call('POST', '/users', { uid: 'ann', name: 'Ann of old' });
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await old.call('POST', '/messages', written('team', 'o-1 hello'), 'ann');
  await world.quiet();
  expect((await fresh.messages()).map(({ text }) => text)).toEqual(['o-1 hello']);
  expect((await fresh.users()).get('ann')).toBe('Ann of new');
  expect(world.failures).toEqual([]);
});
