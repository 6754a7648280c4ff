import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { slug } from '../../../../src/input/rows/forms/ids.ts';
import { membersOf } from '../../../origins/stream/answers.ts';
import { openStreamLanes, type StreamLanes } from '../stream-lanes.ts';

const CID = 'messaging:fun';
const GUID = slug(CID);

/** A channel of Ann and Ben, which the service has as well. */
async function meet({ old: { writes }, quiet }: StreamLanes): Promise<void> {
  writes.by('POST', '/users', {
    users: { ann: { id: 'ann', name: 'Ann' }, ben: { id: 'ben', name: 'Ben' } },
  });
  writes.by('POST', '/channels/messaging/fun/query', {
    data: { created_by_id: 'ann', name: 'Fun', members: ['ann', 'ben'] },
  });
  await quiet();
}

const listed = async (
  { fresh }: StreamLanes,
  path: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  (await fresh.call('GET', path))['data'] as unknown as readonly Readonly<Record<string, unknown>>[];

const isBanned = ({ old: { app } }: StreamLanes): boolean =>
  membersOf(app, CID).find(({ user_id }) => user_id === 'ben')?.['banned'] === true;

const fine = ({ faults, lanes }: StreamLanes): void =>
  expect([faults, lanes.old.dead(), lanes.new.dead()]).toEqual([[], [], []]);

test('a ban in the service is one in the app of Stream, and ends there when it ends', async () => {
  await using world = await openStreamLanes();
  await meet(world);
  await world.fresh.call('POST', `/groups/${GUID}/bannedusers/ben`);
  await world.quiet();
  expect(isBanned(world)).toBe(true);
  await world.reconcile();
  await world.quiet();
  expect(isBanned(world)).toBe(true);
  expect(await listed(world, `/groups/${GUID}/bannedusers`)).toHaveLength(1);
  await world.fresh.call('DELETE', `/groups/${GUID}/bannedusers/ben`);
  await world.quiet();
  expect(isBanned(world)).toBe(false);
  expect(await listed(world, `/groups/${GUID}/bannedusers`)).toEqual([]);
  fine(world);
});

test('a ban in the app of Stream is one in the service, and ends there when it ends', async () => {
  await using world = await openStreamLanes();
  await meet(world);
  const of = { target_user_id: 'ben', type: 'messaging', id: 'fun' };
  world.old.writes.by('POST', '/moderation/ban', of);
  await world.quiet();
  expect(await listed(world, `/groups/${GUID}/bannedusers`)).toMatchObject([{ uid: 'ben' }]);
  world.old.writes.by('DELETE', '/moderation/ban', of);
  await world.quiet();
  expect(await listed(world, `/groups/${GUID}/bannedusers`)).toEqual([]);
  expect(isBanned(world)).toBe(false);
  fine(world);
});

test('a channel whose sides change different fields has both changes', async () => {
  await using world = await openStreamLanes();
  await meet(world);
  const icon = 'https://a.example/i.png';
  const { app, writes } = world.old;
  await sleep(1_100);
  writes.by('PATCH', '/channels/messaging/fun', { set: { name: 'Great fun' } });
  await world.fresh.call('PUT', `/groups/${GUID}`, { icon });
  await world.quiet();
  await world.reconcile();
  await world.quiet();
  expect(app.channels.get(CID)).toMatchObject({ name: 'Great fun', image: icon });
  expect((await world.fresh.call('GET', `/groups/${GUID}`))['data']).toMatchObject({
    name: 'Great fun',
    icon,
  });
  await world.fresh.call('PUT', '/users/ben', { metadata: { plan: 'gold' } });
  writes.by('PATCH', '/users', { users: [{ id: 'ben', set: { name: 'Benjamin' } }] });
  await world.reconcile();
  await world.quiet();
  await world.reconcile();
  expect(app.users.get('ben')).toMatchObject({ name: 'Benjamin', plan: 'gold' });
  expect((await world.fresh.call('GET', '/users/ben'))['data']).toMatchObject({
    name: 'Benjamin',
    metadata: { plan: 'gold' },
  });
  fine(world);
});

test('a group of the service that takes the id of a channel stays apart from it', async () => {
  await using world = await openStreamLanes();
  const { app, writes } = world.old;
  await meet(world);
  // Nobody has told of this one yet.
  const at = new Date(Date.now() - 60_000).toISOString();
  app.channels.set('messaging:secret', {
    type: 'messaging',
    id: 'secret',
    cid: 'messaging:secret',
    name: 'Secret',
    created_by: 'ann',
    created_at: at,
    updated_at: at,
  });
  app.members.set('messaging:secret', [{ user_id: 'ann', created_at: at, updated_at: at }]);
  const guid = slug('messaging:secret');
  await world.fresh.call('POST', '/groups', { guid, name: 'Mine', type: 'public', owner: 'ben' });
  await world.fresh.call(
    'POST',
    '/messages',
    { receiver: guid, receiverType: 'group', category: 'message', type: 'text', data: { text: 'hello' } },
    'ben',
  );
  await world.quiet();
  writes.by('POST', '/channels/messaging/secret/message', {
    message: { id: 's-1', text: 'secret', user_id: 'ann' },
  });
  await world.quiet();
  expect(membersOf(app, 'messaging:secret').map(({ user_id }) => user_id)).toEqual(['ann']);
  expect([...app.messages.keys()]).toEqual(['s-1']);
  expect((await listed(world, `/groups/${guid}/members`)).map(({ uid }) => uid)).toEqual(['ben']);
  expect((await listed(world, `/groups/${guid}/messages?limit=100`)).map(({ muid }) => muid)).not.toContain(
    's-1',
  );
  const { old: lane, new: back } = world.lanes;
  expect(new Set([...lane.dead(), ...back.dead()].map(({ code }) => code))).toEqual(
    new Set(['LIVE.CONFLICT']),
  );
  expect(world.faults).toEqual([]);
});

test('a message of somebody whom Stream has erased does not bring them back', async () => {
  await using world = await openStreamLanes();
  const { app, writes } = world.old;
  await meet(world);
  writes.by('DELETE', '/users/ben', { hard_delete: 'true' });
  await world.fresh.call(
    'POST',
    '/messages',
    { receiver: GUID, receiverType: 'group', category: 'message', type: 'text', data: { text: 'late' } },
    'ben',
  );
  await world.quiet();
  expect(app.users.has('ben')).toBe(false);
  expect(world.faults).toEqual([]);
});

test('a group of the service that is changed again and again stays, with its metadata', async () => {
  await using world = await openStreamLanes();
  const { fresh, old } = world;
  const channel = (): unknown => old.app.channels.get('messaging:chatferry-team');
  const group = async (): Promise<unknown> => (await fresh.call('GET', '/groups/team'))['data'];
  await fresh.call('POST', '/users', { uid: 'ann', name: 'Ann' });
  const topic = { metadata: { topic: 'boats' } };
  await fresh.call('POST', '/groups', {
    guid: 'team',
    name: 'Team',
    type: 'private',
    owner: 'ann',
    ...topic,
  });
  await world.quiet();
  for (const change of [{ name: 'Team 2' }, { metadata: { topic: 'ships' } }, { name: 'Team 3' }]) {
    await fresh.call('PUT', '/groups/team', change);
    await world.quiet();
  }
  expect(channel()).toMatchObject({ name: 'Team 3', topic: 'ships' });
  expect(await group()).toMatchObject({ name: 'Team 3', metadata: { topic: 'ships' } });
  await sleep(1_100);
  old.writes.by('PATCH', '/channels/messaging/chatferry-team', { set: { name: 'Team 4' } });
  await world.quiet();
  await world.reconcile();
  await world.quiet();
  expect(channel()).toMatchObject({ name: 'Team 4', topic: 'ships' });
  expect(await group()).toMatchObject({ name: 'Team 4', metadata: { topic: 'ships' } });
  fine(world);
});

test('what an app has noted on a channel or a user is carried when that alone changes, beside what the service has', async () => {
  await using world = await openStreamLanes();
  await meet(world);
  const { fresh, old } = world;
  const metadataOf = async (path: string): Promise<unknown> =>
    ((await fresh.call('GET', path))['data'] as { readonly metadata?: unknown }).metadata;
  old.writes.by('PATCH', '/channels/messaging/fun', { set: { color: 'red' } });
  old.writes.by('PATCH', '/users', { users: [{ id: 'ben', set: { plan: 'gold' } }] });
  await world.quiet();
  expect(await metadataOf(`/groups/${GUID}`)).toMatchObject({ source: { id: CID, color: 'red' } });
  expect(await metadataOf('/users/ben')).toMatchObject({ source: { id: 'ben', plan: 'gold' } });
  const { source } = (await metadataOf(`/groups/${GUID}`)) as { readonly source: unknown };
  await sleep(1_100);
  await fresh.call('PUT', `/groups/${GUID}`, { metadata: { topic: 'boats', source } });
  await world.quiet();
  expect(old.app.channels.get(CID)).toMatchObject({ color: 'red', topic: 'boats' });
  await sleep(1_100);
  old.writes.by('PATCH', '/channels/messaging/fun', { set: { color: 'blue', topic: 'ships' } });
  await world.quiet();
  await world.reconcile();
  await world.quiet();
  expect(await metadataOf(`/groups/${GUID}`)).toEqual({
    topic: 'ships',
    source: { system: 'stream', id: CID, type: 'messaging', color: 'blue' },
  });
  const { updated } = world.lanes.old.counts;
  await world.reconcile();
  await world.quiet();
  expect(world.lanes.old.counts.updated).toBe(updated);
  fine(world);
});
