import { expect, test } from 'vitest';
import { type Opened, openPopulated } from '../sandbox-client.ts';

const allow = (opened: Opened, permissions: Record<string, unknown>, of = '/roles/default') =>
  opened.put(`${of}/permissions`, { permissions });

const code = ({ status, json }: { status: number; json: { error?: { code: string } } }): string =>
  `${status} ${json.error?.code ?? 'ok'}`;

const DENIED = '403 ERR_PERMISSION_DENIED';

const send = ({ post }: Opened, as: string | undefined, over: Record<string, unknown> = {}) =>
  post(
    '/messages',
    { receiver: 'bob', receiverType: 'user', data: { text: 'x' }, ...over },
    as === undefined ? {} : { as },
  );

test('a denied action is refused for users of the role, in the words of the service; the app itself acts', async () => {
  await using opened = await openPopulated();
  const { id } = (await send(opened, 'ann')).json.data;
  await allow(opened, {
    sendMessage: 'deny',
    pinMessage: 'deny',
    editMessage: 'deny',
    deleteMessage: 'deny',
  });
  const pinned = await opened.post(`/messages/${id}/pin`, undefined, { as: 'ann' });
  expect([pinned.status, pinned.json.error.message]).toEqual([
    403,
    'Permission denied for action pinMessage with role default as per RBAC policy.',
  ]);
  expect(code(await send(opened, 'ann'))).toBe(DENIED);
  expect(code(await opened.post(`/messages/${id}/thread`, { data: { text: 'x' } }, { as: 'bob' }))).toBe(
    DENIED,
  );
  expect(code(await opened.put(`/messages/${id}`, { data: { text: 'y' } }, { as: 'ann' }))).toBe(DENIED);
  expect(code(await opened.remove(`/messages/${id}`, { as: 'ann' }))).toBe(DENIED);
  expect(code(await send(opened, undefined))).toBe('200 ok');
  await opened.post('/roles', { role: 'guest', name: 'Guest' });
  await opened.put('/users/cid', { role: 'guest' });
  expect(code(await send(opened, 'cid'))).toBe('200 ok');
  await opened.remove('/roles/default/permissions/sendMessage');
  expect(code(await send(opened, 'ann'))).toBe('200 ok');
});

test('conditions decide by the message, the receiver, the group and the scope', async () => {
  await using opened = await openPopulated();
  const image = { type: 'image', data: { url: 'https://example.com/a.png' } };
  const team = { receiver: 'team', receiverType: 'group' };
  await allow(opened, { 'sendMessage.allowedMessageTypes': ['image'] });
  expect([code(await send(opened, 'ann')), code(await send(opened, 'ann', image))]).toEqual([
    DENIED,
    '200 ok',
  ]);
  await allow(opened, {
    'sendMessage.allowedMessageTypes': [],
    'sendMessage.allowedReceiverTypes': ['group'],
  });
  expect([code(await send(opened, 'ann')), code(await send(opened, 'ann', team))]).toEqual([
    DENIED,
    '200 ok',
  ]);
  await allow(opened, { 'sendMessage.allowedReceiverTypes': [], 'sendMessage.mode': 'friends' });
  expect(code(await send(opened, 'ann'))).toBe(DENIED);
  await opened.post('/users/ann/friends', { accepted: ['bob'] });
  expect(code(await send(opened, 'ann'))).toBe('200 ok');
  await allow(opened, { 'createGroup.allowedGroupTypes': ['public'], 'getUserDetails.mode': 'friends' });
  const group = (type: string) => opened.post('/groups', { guid: type, name: type, type }, { as: 'ann' });
  expect([code(await group('private')), code(await group('public'))]).toEqual([DENIED, '200 ok']);
  const details = (uid: string) => opened.get(`/users/${uid}`, { as: 'ann' });
  expect([code(await details('cid')), code(await details('bob')), code(await details('ann'))]).toEqual([
    DENIED,
    '200 ok',
    '200 ok',
  ]);
  const sent = (await send(opened, 'ann', team)).json.data.id;
  await allow(opened, { 'editMessage.denyForScopes': ['admin'] });
  expect(code(await opened.put(`/messages/${sent}`, { data: { text: 'y' } }, { as: 'ann' }))).toBe(DENIED);
});

test('the scope of a member decides in its group alone', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups/team/members', { participants: ['bob'] });
  const team = { receiver: 'team', receiverType: 'group' };
  const { id } = (await send(opened, 'ann', team)).json.data;
  const denied = {
    sendMessage: 'deny',
    sendThreadedMessage: 'deny',
    addReaction: 'deny',
    listMembers: 'deny',
  };
  await allow(opened, { ...denied, listReactions: 'deny' }, '/groups/team/scopes/participant');
  const asBob = { as: 'bob' };
  const refused = await send(opened, 'bob', team);
  expect(refused.json.error.message).toBe(
    'Permission denied for action sendMessage with scope participant as per SBAC policy.',
  );
  expect(code(await opened.post(`/messages/${id}/thread`, { data: { text: 'x' } }, asBob))).toBe(DENIED);
  expect(code(await opened.post(`/messages/${id}/reactions/x`, undefined, asBob))).toBe(DENIED);
  expect(code(await opened.get(`/messages/${id}/reactions`, asBob))).toBe(DENIED);
  expect(code(await opened.get('/groups/team/members', asBob))).toBe(DENIED);
  expect(code(await send(opened, 'ann', team))).toBe('200 ok');
  expect(code(await send(opened, 'bob', { receiver: 'ann' }))).toBe('200 ok');
});

test('joining is an action of the user itself, adding others is not', async () => {
  await using opened = await openPopulated();
  await allow(opened, { joinGroup: 'deny' });
  const add = (uid: string, as: string) =>
    opened.post('/groups/team/members', { participants: [uid] }, { as });
  expect(code(await add('bob', 'bob'))).toBe(DENIED);
  expect(code(await add('bob', 'ann'))).toBe('200 ok');
});

test('conditions hold for every receiver of a message to several', async () => {
  await using opened = await openPopulated();
  const several = (uids: string[], guids: string[] = []) =>
    opened.post('/messages', { multipleReceivers: { uids, guids }, data: { text: 'x' } }, { as: 'ann' });
  await allow(opened, { 'sendMessage.mode': 'friends' });
  await opened.post('/users/ann/friends', { accepted: ['bob'] });
  const texts = async () => (await opened.get('/messages')).json.data.length;
  expect([code(await several(['cid'])), code(await several(['bob', 'cid']))]).toEqual([DENIED, DENIED]);
  expect(await texts()).toBe(0);
  expect(code(await several(['bob'], ['team']))).toBe('200 ok');
  await allow(opened, { 'sendMessage.allowedReceiverTypes': ['user'] });
  expect([code(await several(['bob'], ['team'])), code(await several(['bob']))]).toEqual([DENIED, '200 ok']);
  await allow(opened, {
    'sendMessage.allowedReceiverTypes': [],
    'sendMessage.allowedMessageTypes': ['image'],
  });
  expect(code(await several(['bob']))).toBe(DENIED);
  await allow(opened, { 'sendMessage.allowedMessageTypes': [] });
  await allow(opened, { sendMessage: 'deny' }, '/groups/team/scopes/admin');
  expect([code(await several(['bob'], ['team'])), code(await several(['bob']))]).toEqual([DENIED, '200 ok']);
});

test('conditions hold for a reply that names no receiver', async () => {
  await using opened = await openPopulated();
  const { id } = (await send(opened, 'ann')).json.data;
  const answer = () => opened.post(`/messages/${id}/thread`, { data: { text: 'x' } }, { as: 'bob' });
  await allow(opened, { 'sendMessage.allowedReceiverTypes': ['group'] });
  expect(code(await answer())).toBe(DENIED);
  await allow(opened, { 'sendMessage.allowedReceiverTypes': [], 'sendMessage.mode': 'friends' });
  expect(code(await answer())).toBe(DENIED);
  await opened.post('/users/ann/friends', { accepted: ['bob'] });
  expect(code(await answer())).toBe('200 ok');
});
