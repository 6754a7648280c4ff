import { expect, test } from 'vitest';
import { DEFAULT_QUIRKS } from '../../../src/sandbox/quirks/quirks.ts';
import { importRows, message, users } from '../sandbox-client.ts';
import { openManaged, openReceiver, until } from './receiver.ts';

const MEMBER = ['added', 'joined', 'kicked', 'banned', 'unbanned', 'scope_changed'].map(
  (word) => `group_member_${word}`,
);

/** A sandbox whose webhook `all` is told the given triggers, and what the receiver got. */
async function openTold(triggers: readonly string[], options: Parameters<typeof openManaged>[0] = {}) {
  const managed = await openManaged(options);
  const receiver = await openReceiver();
  await managed.hook('all', receiver.url, triggers);
  return {
    ...managed,
    ...receiver,
    /** The data of the next `count` events, by trigger, once all have come. */
    told: async (count: number) => {
      await until(() => receiver.received.length >= count);
      return receiver.received.map(({ json }) => [json.trigger, json.data]);
    },
    [Symbol.asyncDispose]: async () => {
      await receiver[Symbol.asyncDispose]();
      await managed[Symbol.asyncDispose]();
    },
  };
}

test('a sent message comes in the documented envelope, and a mention as a second event', async () => {
  await using opened = await openTold(['message_sent', 'user_mentioned']);
  const sent = await opened.post(
    '/messages',
    { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'Hello <@uid:cid>' } },
    { as: 'ann' },
  );
  await opened.told(2);
  expect(opened.received.map(({ json }) => json)).toEqual([
    {
      trigger: 'message_sent',
      data: { message: sent.json.data },
      appId: opened.sandbox.appId,
      region: 'us',
      webhook: 'all',
    },
    expect.objectContaining({ trigger: 'user_mentioned', data: { message: sent.json.data } }),
  ]);
  expect(opened.received[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(opened.received[0]?.json.data.message.data.mentions.cid).toMatchObject({
    uid: 'cid',
    name: 'Name of cid',
  });
});

test('edits and deletions come as action messages; of a deleted message only its marks are shown', async () => {
  await using opened = await openTold(['message_edited', 'message_deleted']);
  const body = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'First' } };
  const { id } = (await opened.post('/messages', body, { as: 'ann' })).json.data;
  await opened.put(`/messages/${id}`, { data: { text: 'Second' } }, { as: 'ann' });
  await opened.remove(`/messages/${id}`, { as: 'ann' });
  const [[edited, change], [deleted, removal]] = (await opened.told(2)) as [[string, Told], [string, Told]];
  expect([edited, deleted]).toEqual(['message_edited', 'message_deleted']);
  expect(change.message).toMatchObject({
    category: 'action',
    type: 'message',
    data: {
      action: 'edited',
      entities: {
        by: { entityType: 'user', entity: { uid: 'ann' } },
        on: { entity: { id, data: { text: 'Second' }, editedBy: 'ann', editedAt: expect.any(Number) } },
      },
    },
  });
  expect(removal.message.data.action).toBe('deleted');
  expect(removal.message.data.entities.on.entity).toEqual({
    id,
    conversationId: expect.any(String),
    deletedAt: expect.any(Number),
    deletedBy: 'ann',
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads data of every shape
type Told = any;

test('a permanent deletion is told as any other', async () => {
  await using opened = await openTold(['message_deleted']);
  const body = { receiver: 'team', receiverType: 'group', type: 'text', data: { text: 'x' } };
  const { id } = (await opened.post('/messages', body, { as: 'ann' })).json.data;
  await opened.call('DELETE', `/messages/${id}`, { as: 'ann', body: { permanent: true } });
  const [[, data] = ['', undefined]] = await opened.told(1);
  expect(data?.message.data.entities.on.entity).toMatchObject({ id, deletedBy: 'ann' });
});

test('receipts name the last message and who reported it, once for each step forward', async () => {
  await using opened = await openTold(['message_delivery_receipt', 'message_read_receipt']);
  const body = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'x' } };
  const { id } = (await opened.post('/messages', body, { as: 'ann' })).json.data;
  await opened.post('/users/ann/conversation/delivered', {}, { as: 'bob' });
  await opened.post('/users/ann/conversation/read', { messageId: id }, { as: 'bob' });
  await opened.post('/users/ann/conversation/read', { messageId: id }, { as: 'bob' });
  const receipt = (action: string) => ({
    receiver: 'ann',
    receiverType: 'user',
    type: 'receipts',
    sender: 'bob',
    messageSender: 'ann',
    body: {
      action,
      messageId: id,
      user: { uid: 'bob', name: 'Name of bob', status: 'offline' },
      timestamp: expect.any(Number),
    },
  });
  expect(await opened.told(2)).toEqual([
    ['message_delivery_receipt', receipt('delivered')],
    ['message_read_receipt', receipt('read')],
  ]);
});

test('reactions are told when they are added and removed, not when nothing changes', async () => {
  await using opened = await openTold(['message_reaction_added', 'message_reaction_removed']);
  const body = { receiver: 'team', receiverType: 'group', type: 'text', data: { text: 'x' } };
  const { id } = (await opened.post('/messages', body, { as: 'ann' })).json.data;
  const path = `/messages/${id}/reactions/${encodeURIComponent('👍')}`;
  await opened.post(path, {}, { as: 'ann' });
  await opened.post(path, {}, { as: 'ann' });
  await opened.remove(path, { as: 'ann' });
  await opened.remove(path, { as: 'ann' });
  await opened.post(path, {}, { as: 'ann' });
  const told = await opened.told(3);
  expect(opened.triggers()).toEqual(['added', 'removed', 'added'].map((word) => `message_reaction_${word}`));
  expect(told[0]?.[1]).toEqual({
    reaction: {
      id: expect.any(String),
      messageId: id,
      reaction: '👍',
      uid: 'ann',
      reactedAt: expect.any(Number),
      reactedBy: expect.objectContaining({ uid: 'ann', name: 'Name of ann' }),
    },
  });
});

test('blocks name the users and who blocks them; blocking again is no event', async () => {
  await using opened = await openTold(['user_blocked', 'user_unblocked']);
  await opened.post('/users/ann/blockedusers', { blockedUids: ['bob', 'cid', 'nobody'] });
  await opened.post('/users/ann/blockedusers', { blockedUids: ['bob'] });
  await opened.call('DELETE', '/users/ann/blockedusers', { body: { blockedUids: ['bob'] } });
  expect(await opened.told(2)).toEqual([
    [
      'user_blocked',
      {
        users: { bob: expect.objectContaining({ uid: 'bob' }), cid: expect.objectContaining({ uid: 'cid' }) },
        by: expect.objectContaining({ uid: 'ann' }),
      },
    ],
    ['user_unblocked', { users: { bob: expect.anything() }, by: expect.anything() }],
  ]);
});

test('groups are told from their creation to their end', async () => {
  const triggers = ['group_created', 'group_updated', 'group_owner_transferred', 'group_deleted'];
  await using opened = await openTold(triggers);
  await opened.post('/groups', { guid: 'club', name: 'Club', type: 'public', owner: 'ann' });
  await opened.put('/groups/club', { name: 'The Club' });
  await opened.put('/groups/club', { owner: 'bob' });
  await opened.remove('/groups/club');
  const told = await opened.told(4);
  expect(told.map(([trigger]) => trigger)).toEqual([
    'group_created',
    'group_updated',
    'group_owner_transferred',
    'group_deleted',
  ]);
  expect(told[0]?.[1]).toMatchObject({
    group: { guid: 'club', name: 'Club' },
    members: { ann: { uid: 'ann' } },
  });
  expect(told[1]?.[1].group).toMatchObject({
    name: 'The Club',
    updatedBy: 'app_system',
    onlineMembersCount: 0,
  });
  expect(told[2]?.[1].group).toMatchObject({ owner: 'bob', oldOwner: 'ann' });
  expect(told[3]?.[1].group).toMatchObject({ guid: 'club', membersCount: 2 });
});

test('members are told one by one, with who did it', async () => {
  await using opened = await openTold(MEMBER);
  await opened.post('/groups/team/members', { participants: ['bob'] }, { as: 'ann' });
  await opened.post('/groups/team/members', { participants: ['cid'] }, { as: 'cid' });
  await opened.put('/groups/team/members/bob', { scope: 'moderator' }, { as: 'ann' });
  await opened.remove('/groups/team/members/bob', { as: 'ann' });
  await opened.post('/groups/team/bannedusers/cid');
  await opened.remove('/groups/team/bannedusers/cid');
  const told = await opened.told(6);
  expect(told.map(([trigger]) => trigger)).toEqual([
    'group_member_added',
    'group_member_joined',
    'group_member_scope_changed',
    'group_member_kicked',
    'group_member_banned',
    'group_member_unbanned',
  ]);
  const [added, joined, changed, , banned] = told.map(([, data]) => data);
  expect(added).toMatchObject({
    group: { guid: 'team' },
    members: { bob: { uid: 'bob' } },
    by: { uid: 'ann' },
  });
  expect(Object.keys(joined)).toEqual(['group', 'members']);
  expect(changed.members.bob).toMatchObject({ scope: 'moderator', oldScope: 'participant' });
  expect(banned.by).toMatchObject({ uid: 'app_system' });
});

test('a call that is refused causes no event', async () => {
  await using opened = await openTold(['message_sent', ...MEMBER]);
  const to = { receivers: { uids: ['bob', 'nobody'] } };
  const refused = await opened.post(
    '/messages',
    { multipleReceivers: to.receivers, type: 'text', data: { text: 'x' } },
    { as: 'ann' },
  );
  expect(refused.status).toBe(404);
  await opened.post('/groups/team/members', { participants: ['nobody', 'bob'] });
  expect((await opened.told(1)).map(([trigger, data]) => [trigger, Object.keys(data.members)])).toEqual([
    ['group_member_added', ['bob']],
  ]);
});

const IMPORTED = ['group_created', 'group_member_added', 'message_sent'];

/** Imports a group, a member and a message, then sends one message live. */
async function importAndSend(opened: Awaited<ReturnType<typeof openTold>>): Promise<void> {
  await importRows(opened, 'users', users('dan'));
  await importRows(opened, 'groups', { club: { guid: 'club', name: 'Club', type: 'public' } });
  await importRows(opened, 'members', {
    club_member_dan: { memberId: 'club_member_dan', guid: 'club', uid: 'dan', joinedAt: 1_600_000_000 },
  });
  await importRows(opened, 'messages', { m1: message('m1') });
  await opened.post('/messages', {
    receiver: 'bob',
    receiverType: 'user',
    type: 'text',
    data: { text: 'live' },
  });
}

test('imports cause no events', async () => {
  await using opened = await openTold(IMPORTED);
  await importAndSend(opened);
  expect((await opened.told(1)).map(([, data]) => data.message.data.text)).toEqual(['live']);
});

test('importwebhooks: imports cause the same events as live calls', async () => {
  await using opened = await openTold(IMPORTED, { quirks: { ...DEFAULT_QUIRKS, importWebhooks: true } });
  await importAndSend(opened);
  await opened.told(4);
  expect(opened.triggers()).toEqual([...IMPORTED, 'message_sent']);
});

test('each app tells only its own webhooks', async () => {
  await using opened = await openTold(['message_sent'], { appId: 'first', apps: ['second'] });
  await using other = await openReceiver();
  await opened.manage('POST', '/apps/second/webhooks', { id: 'o', name: 'o', webhookURL: other.url });
  await opened.manage('POST', '/apps/second/webhooks/o/triggers', { triggerIds: ['message_sent'] });
  await opened.post('/messages', {
    receiver: 'bob',
    receiverType: 'user',
    type: 'text',
    data: { text: 'x' },
  });
  await opened.told(1);
  expect(other.received).toEqual([]);
});
