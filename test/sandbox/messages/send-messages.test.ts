import { expect, test } from 'vitest';
import { codes, importRows, message, openPopulated } from '../sandbox-client.ts';

test('sending: the actor or the system sends, a muid may repeat', async () => {
  await using opened = await openPopulated();
  const body = { receiver: 'bob', receiverType: 'user', data: { text: 'hi' }, muid: 'm1' };
  const first = (await opened.post('/messages', body, { as: 'ann' })).json.data;
  expect(first).toMatchObject({
    id: '1',
    muid: 'm1',
    sender: 'ann',
    conversationId: 'user_ann_user_bob',
    type: 'text',
  });
  expect((await opened.post('/messages', body, { as: 'ann' })).json.data.id).toBe('2');
  expect((await opened.post('/messages', body)).json.data.sender).toBe('app_system');
  expect((await opened.get('/messages/2')).json.data).toMatchObject({ muid: 'm1', data: { text: 'hi' } });
  expect((await opened.get('/messages/9')).json.error.code).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect((await opened.get('/messages/x')).status).toBe(404);
  const imported = await importRows(opened, 'messages', { m1: message('m1') });
  expect(imported.json.data.m1.error.code).toBe('ERR_IMPORT_MUID_ALREADY_EXISTS');
});

test('sending: the receiver is checked before the text', async () => {
  await using opened = await openPopulated();
  const code = async (body: object) => (await opened.post('/messages', body, { as: 'ann' })).json.error.code;
  expect(await code({ receiver: 'nobody', receiverType: 'user', data: { text: ' ' } })).toBe(
    'ERR_UID_NOT_FOUND',
  );
  expect(await code({ receiver: 'nogroup', receiverType: 'group', data: { text: ' ' } })).toBe(
    'ERR_GUID_NOT_FOUND',
  );
  expect(await code({ receiver: 'bob', receiverType: 'user', data: { text: ' ' } })).toBe(
    'ERR_EMPTY_MESSAGE_TEXT',
  );
  expect(await code({ receiver: 'bob', data: { text: 'x' } })).toBe('ERR_BAD_REQUEST');
  expect(await code({ receiverType: 'user', data: { text: 'x' } })).toBe('ERR_BAD_REQUEST');
  expect(await code({ receiver: 'bob', receiverType: 'user', data: 'x' })).toBe('ERR_BAD_REQUEST');
  await opened.remove('/users/bob');
  expect(await code({ receiver: 'bob', receiverType: 'user', data: { text: 'x' } })).toBe(
    'ERR_UID_NOT_FOUND',
  );
});

test('sending a file or custom data needs what it is made of', async () => {
  await using opened = await openPopulated();
  const send = async (body: object) =>
    (await opened.post('/messages', { receiver: 'bob', receiverType: 'user', ...body }, { as: 'ann' })).json;
  const code = async (body: object) => (await send(body)).error.code;
  const file = {
    url: 'https://example.com/i.png',
    name: 'i',
    mimeType: 'image/png',
    extension: 'png',
    size: 5,
  };
  expect((await send({ type: 'image', data: { attachments: [file] } })).data.data.attachments).toEqual([
    file,
  ]);
  expect((await send({ type: 'video', data: { url: 'https://example.com/v' } })).data.type).toBe('video');
  expect(await code({ type: 'image', data: { text: 'no file' } })).toBe('ERR_EMPTY_MESSAGE_FILE');
  expect(await code({ type: 'audio', data: { attachments: [] } })).toBe('ERR_EMPTY_MESSAGE_FILE');
  expect(await code({ type: 'file', data: { url: 'nowhere' } })).toBe('ERR_INVALID_MEDIA_MESSAGE');
  expect(await code({ type: 'file', data: { attachments: [{ ...file, url: 'x' }] } })).toBe(
    'ERR_BAD_REQUEST',
  );
  const custom = await send({ category: 'custom', type: 'poll', data: { customData: { q: 1 } } });
  expect(custom.data).toMatchObject({ category: 'custom', type: 'poll', data: { customData: { q: 1 } } });
  expect(await code({ category: 'custom', type: 'poll', data: {} })).toBe('ERR_EMPTY_CUSTOM_DATA');
  expect(await code({ category: 'custom', data: { customData: {} } })).toBe('ERR_EMPTY_CUSTOM_DATA');
  expect(await code({ category: 'custom', data: { customData: 'x' } })).toBe('ERR_INVALID_CUSTOM_DATA');
});

test('sending to several: each gets a message of its own, or none where one is refused', async () => {
  await using opened = await openPopulated();
  const send = async (multipleReceivers: unknown, over: object = {}) =>
    (await opened.post('/messages', { multipleReceivers, data: { text: 'all' }, ...over }, { as: 'ann' }))
      .json;
  const { data } = await send({ uids: ['BOB', 'cid', 'bob'], guids: ['team'] });
  expect(Object.keys(data)).toEqual(['uids', 'guids']);
  expect([data.uids.bob.receiver, data.uids.cid.receiver, data.guids.team.receiver]).toEqual([
    'bob',
    'cid',
    'team',
  ]);
  expect(new Set([data.uids.bob.id, data.uids.cid.id, data.guids.team.id]).size).toBe(3);
  const more = await send({ uids: ['cid'] }, { receiver: 'bob', receiverType: 'user' });
  expect(Object.keys(more.data.uids)).toEqual(['bob', 'cid']);
  expect((await send({ uids: ['bob', 'nobody'] })).error.code).toBe('ERR_UID_NOT_FOUND');
  expect((await opened.get('/messages?category=message')).json.data).toHaveLength(5);
  for (const bad of [5, [], {}, { uids: [] }, { uids: 'bob' }, { guids: ['a b'] }, { uids: [null] }]) {
    const { error } = await send(bad);
    expect([error.code, Object.keys(error.details)[0]?.split('.')[0]]).toEqual([
      'ERR_BAD_REQUEST',
      'multipleReceivers',
    ]);
  }
});

test('who may write to whom: members to their group, nobody across a block, friends only by role', async () => {
  await using opened = await openPopulated();
  const code = async (receiver: string, as: string, receiverType = 'user') =>
    (await opened.post('/messages', { receiver, receiverType, data: { text: 'x' } }, { as })).json.error
      ?.code;
  expect(await code('team', 'ann', 'group')).toBeUndefined();
  expect(await code('team', 'bob', 'group')).toBe('ERR_GROUP_NOT_JOINED');
  await opened.post('/groups/team/members', { usersToBan: ['bob'] });
  expect(await code('team', 'bob', 'group')).toBe('ERR_BANNED_GROUPMEMBER');
  await opened.post('/users/ann/blockedusers', { blockedUids: ['bob'] });
  expect(await code('bob', 'ann')).toBe('ERR_BLOCKED_RECEIVER');
  expect(await code('ann', 'bob')).toBe('ERR_BLOCKED_SENDER');
  await opened.post('/roles', { role: 'kid', name: 'Kid', settings: { sendMessagesTo: 'friendsOnly' } });
  await opened.put('/users/cid', { role: 'kid' });
  expect(await code('ann', 'cid')).toBe('ERR_NOT_A_FRIEND');
  await opened.post('/users/cid/friends', { accepted: ['ann'] });
  expect(await code('ann', 'cid')).toBeUndefined();
});

test('a bot sends; a uid that is no user is no bot', async () => {
  await using opened = await openPopulated();
  const body = { receiver: 'bob', receiverType: 'user', data: { text: 'beep' } };
  expect((await opened.post('/bots/cid/messages', body)).json.data).toMatchObject({
    sender: 'cid',
    receiver: 'bob',
  });
  const none = await opened.post('/bots/nobody/messages', body);
  expect([none.status, none.json.error.code]).toEqual([404, 'ERR_BOT_NOT_FOUND']);
});

test('every field of a message is checked, none of them breaks the service', async () => {
  await using opened = await openPopulated();
  const valid = { receiver: 'bob', receiverType: 'user', data: { text: 'x' } };
  const wrong: Record<string, unknown[]> = {
    receiver: [5, null, 'a b', 'x'.repeat(101), 'a\u0000', '\ud83d', {}, []],
    receiverType: ['channel', 5, null, '__proto__'],
    category: ['action', 5, 'constructor'],
    type: ['hologram', 5, 'toString'],
    data: ['x', 5, [1], true, { text: 'x'.repeat(10_241) }],
    tags: ['x', [5], Array(26).fill('t'), ['x'.repeat(101)], ['\ud83d']],
    muid: [5, 'x'.repeat(1001), '\ud83d', {}],
  };
  for (const [field, values] of Object.entries(wrong)) {
    for (const value of values) {
      const answer = await opened.post('/messages', { ...valid, [field]: value }, { as: 'ann' });
      expect([field, answer.status, Object.keys(answer.json.error.details)]).toEqual([field, 400, [field]]);
    }
  }
  const error = async (given: object) =>
    (await opened.post('/messages', { ...valid, data: given })).json.error;
  for (const [given, member, code] of [
    [{ text: 5 }, 'text', 'ERR_INVALID_MESSAGE_TEXT'],
    [{ text: 'x', metadata: 'x' }, 'metadata', 'ERR_INVALID_METADATA'],
    [{ text: 'x', customData: [] }, 'customData', 'ERR_INVALID_CUSTOM_DATA'],
  ] as const)
    expect(await error(given)).toMatchObject({ code, details: { [`data.${member}`]: [expect.any(String)] } });
  expect(Object.keys((await error({ text: 'x', attachments: [{}] })).details)).toHaveLength(4);
  const row = await importRows(opened, 'messages', { m: message('m', { data: { text: 5 } }) });
  expect(codes(row.json.data)).toEqual({ m: 'ERR_IMPORT_INVALID_MESSAGE_FORMAT' });
  const odd = await opened.post(
    '/messages',
    '{"receiver":"bob","receiverType":"user","data":{"text":"x","__proto__":{"a":1}}}',
  );
  expect(odd.text).toContain('"__proto__":{"a":1}');
  const long = await opened.post('/messages', { ...valid, more: 'x'.repeat(65_536) });
  expect([long.status, Object.keys(long.json.error.details)]).toEqual([400, ['message']]);
});
