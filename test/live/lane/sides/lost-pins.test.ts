import { expect, test } from 'vitest';
import { slug } from '../../../../src/input/rows/forms/ids.ts';
import type { LiveApp } from '../../chaos/live-app.ts';
import { openStreamLanes } from '../stream-lanes.ts';
import { idIn, meet, say } from '../team.ts';
import { openTwoLanes } from '../two-lanes.ts';

const isPinned = async (app: LiveApp, id: string): Promise<boolean> =>
  ((await app.call('GET', `/messages/${id}`))['data'] as Readonly<Record<string, unknown>>)['pinnedAt'] !==
  undefined;

test.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)('a pin of the %s side is taken back on the other one once a list says so', async (from, to) => {
  await using world = await openTwoLanes();
  const { [from]: here, [to]: there } = world.apps;
  await meet(world);
  const id = await say(here, 'ann', 'p-1 pinned');
  await world.quiet();
  const other = await idIn(there, `${from}app-${id}`);
  await here.call('POST', `/messages/${id}/pin`, undefined, 'ann');
  await world.reconcile();
  await world.quiet();
  expect(await isPinned(there, other)).toBe(true);
  // Nobody takes back what both have, nor what the other side alone has had so far.
  await world.reconcile();
  expect([await isPinned(here, id), await isPinned(there, other)]).toEqual([true, true]);
  await here.call('DELETE', `/messages/${id}/pin`, undefined, 'ann');
  await world.reconcile();
  await world.quiet();
  await world.reconcile();
  expect([await isPinned(here, id), await isPinned(there, other)]).toEqual([false, false]);
  await there.call('POST', `/messages/${other}/pin`, undefined, 'ann');
  await world.reconcile();
  await world.reconcile();
  expect([await isPinned(here, id), await isPinned(there, other)]).toEqual([true, true]);
  expect([world.lanes.old.dead(), world.lanes.new.dead(), world.failures]).toEqual([[], [], []]);
});

test('a pin in an app of Stream comes and goes', async () => {
  await using world = await openStreamLanes();
  const { writes, app } = world.old;
  writes.by('POST', '/users', { users: { ann: { id: 'ann', name: 'Ann' } } });
  writes.by('POST', '/channels/messaging/fun/query', {
    data: { created_by_id: 'ann', name: 'Fun', members: ['ann'] },
  });
  writes.by('POST', '/channels/messaging/fun/message', {
    message: { id: 'o-1', text: 'hello', user_id: 'ann' },
  });
  await world.quiet();
  const listed = await world.fresh.call('GET', `/groups/${slug('messaging:fun')}/messages?limit=100`);
  const messages = listed['data'] as unknown as readonly Readonly<Record<string, unknown>>[];
  const id = String(messages.find(({ muid }) => muid === 'o-1')?.['id']);
  writes.by('PUT', '/messages/o-1', { set: { pinned: true }, user_id: 'ann' });
  await world.quiet();
  expect(await isPinned(world.fresh, id)).toBe(true);
  writes.by('PUT', '/messages/o-1', { set: { pinned: false }, user_id: 'ann' });
  await world.quiet();
  expect(await isPinned(world.fresh, id)).toBe(false);
  await world.fresh.call('POST', `/messages/${id}/pin`);
  await world.reconcile();
  await world.quiet();
  expect(app.messages.get('o-1')).toHaveProperty('pinned_at');
  await world.fresh.call('DELETE', `/messages/${id}/pin`);
  await world.reconcile();
  await world.quiet();
  expect(app.messages.get('o-1')).not.toHaveProperty('pinned_at');
  expect([world.lanes.old.dead(), world.lanes.new.dead(), world.faults]).toEqual([[], [], []]);
});
