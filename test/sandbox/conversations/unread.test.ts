import { expect, test } from 'vitest';
import { parseLimits, parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { importRows, type Json, message, type Opened, openPopulated } from '../sandbox-client.ts';

const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code ?? 'ok'];

/** Sends a text and gives its id. */
async function send(opened: Opened, sender: string, receiver: string): Promise<string> {
  const receiverType = receiver === 'team' ? 'group' : 'user';
  const body = { receiver, receiverType, data: { text: 'hello' } };
  return (await opened.post('/messages', body, { as: sender })).json.data.id;
}

async function unread(opened: Opened, as: string, path: string): Promise<string> {
  return (await opened.get(`${path}/conversation`, { as })).json.data.unreadMessageCount;
}

test('what another has sent is unread until it is read; what one sends oneself is not', async () => {
  await using opened = await openPopulated();
  await send(opened, 'ann', 'bob');
  const second = await send(opened, 'ann', 'bob');
  await send(opened, 'ann', 'bob');
  await send(opened, 'bob', 'ann');
  expect(await unread(opened, 'bob', '/users/ann')).toBe('3');
  expect(await unread(opened, 'ann', '/users/bob')).toBe('1');
  const lastRead = async (): Promise<string | undefined> =>
    (await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.lastReadMessageId;
  expect(await lastRead()).toBeUndefined();
  await opened.post('/users/ann/conversation/read', { messageId: second }, { as: 'bob' });
  expect(await unread(opened, 'bob', '/users/ann')).toBe('1');
  expect(await lastRead()).toBe(second);
  expect(await unread(opened, 'ann', '/users/bob')).toBe('1');
  await opened.post('/users/ann/conversation/read', undefined, { as: 'bob' });
  expect(await unread(opened, 'bob', '/users/ann')).toBe('0');
  await opened.post('/users/ann/conversation/read', { messageId: Number(second) }, { as: 'bob' });
  expect(await unread(opened, 'bob', '/users/ann')).toBe('0');
});

test('read and delivered set the times of what the other has sent', async () => {
  let now = 1_800_000_000_000;
  await using opened = await openPopulated({ clock: () => now });
  const first = await send(opened, 'ann', 'bob');
  await send(opened, 'bob', 'ann');
  await send(opened, 'ann', 'bob');
  const times = async () =>
    (await opened.get('/users/bob/messages', { as: 'ann' })).json.data.map((one: Json) => [
      one.deliveredAt,
      one.readAt,
    ]);
  now += 5000;
  const delivered = await opened.post('/users/ann/conversation/delivered', undefined, { as: 'bob' });
  expect(delivered.json).toEqual({
    data: {
      success: true,
      Message: 'All the messages from the user ann are marked as delivered for the user bob.',
    },
  });
  expect(await times()).toEqual([
    [1_800_000_005, undefined],
    [undefined, undefined],
    [1_800_000_005, undefined],
  ]);
  now += 5000;
  const read = await opened.post('/users/ann/conversation/read', { messageId: first }, { as: 'bob' });
  expect(read.json.data).toEqual({
    success: true,
    Message: 'All the messages from the user ann are marked as read for the user bob.',
  });
  expect(await times()).toEqual([
    [1_800_000_005, 1_800_000_010],
    [undefined, undefined],
    [1_800_000_005, undefined],
  ]);
  await opened.post('/users/bob/conversation/read', {}, { as: 'ann' });
  expect((await times())[1]).toEqual([1_800_000_010, 1_800_000_010]);
});

test('in a group each member has a count of its own, and no receipts are written', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups/team/members', { participants: ['bob', 'cid'] });
  expect(await unread(opened, 'bob', '/groups/team')).toBe('2');
  for (const as of ['ann', 'bob', 'cid']) await opened.post('/groups/team/conversation/read', {}, { as });
  await send(opened, 'ann', 'team');
  await send(opened, 'bob', 'team');
  const counts = async () => [
    await unread(opened, 'ann', '/groups/team'),
    await unread(opened, 'bob', '/groups/team'),
    await unread(opened, 'cid', '/groups/team'),
  ];
  expect(await counts()).toEqual(['1', '1', '2']);
  const read = await opened.post('/groups/team/conversation/read', undefined, { as: 'cid' });
  expect(read.json.data).toEqual({
    success: true,
    message: 'All the messages in group team are marked as read for the user cid.',
  });
  const delivered = await opened.post('/groups/team/conversation/delivered', undefined, { as: 'bob' });
  expect(delivered.json.data).toEqual({
    success: true,
    message: 'All the messages in group team are marked as delivered for the user bob.',
  });
  expect(await counts()).toEqual(['1', '1', '0']);
  const { data } = (await opened.get('/groups/team/messages', { as: 'ann' })).json;
  expect(data.at(-1)).not.toHaveProperty('readAt');
});

test('a message and those after it are marked as unread again', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'messages', { old: message('old') });
  await send(opened, 'ann', 'bob');
  await send(opened, 'bob', 'ann');
  await send(opened, 'ann', 'bob');
  await opened.post('/users/ann/conversation/read', {}, { as: 'bob' });
  const { data } = (await opened.get('/users/ann/messages', { as: 'bob' })).json;
  const mark = (index: number) =>
    opened.remove('/users/ann/conversation/read', { as: 'bob', body: { messageId: data[index].id } });
  expect((await mark(3)).json.data.success).toBe(true);
  expect(await unread(opened, 'bob', '/users/ann')).toBe('1');
  await mark(0);
  expect(await unread(opened, 'bob', '/users/ann')).toBe('3');
  expect(await unread(opened, 'ann', '/users/bob')).toBe('1');
  const listed = await opened.get('/users/ann/messages?unread=true', { as: 'bob' });
  expect(listed.json.data).toHaveLength(3);
  await opened.post('/users/ann/conversation/read', { messageId: data[1].id }, { as: 'bob' });
  expect(await unread(opened, 'bob', '/users/ann')).toBe('1');
  await opened.post('/users/ann/conversation/read', {}, { as: 'bob' });
  expect(await unread(opened, 'bob', '/users/ann')).toBe('0');
});

test('five messages a minute are marked as unread', async () => {
  await using opened = await openPopulated({
    limits: parseLimits('documented'),
    clock: () => 1_800_000_000_000,
  });
  await opened.post('/groups/team/members', { participants: ['bob'] });
  const id = await send(opened, 'ann', 'bob');
  const group = await send(opened, 'ann', 'team');
  const mark = (path: string, messageId: string) =>
    opened.remove(`${path}/conversation/read`, { as: 'bob', body: { messageId } });
  for (const _ of [1, 2, 3, 4]) expect((await mark('/users/ann', id)).status).toBe(200);
  expect((await mark('/groups/team', group)).status).toBe(200);
  expect(outcome(await mark('/users/ann', id))).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
});

test('unread conversations can be listed alone', async () => {
  await using opened = await openPopulated();
  await send(opened, 'ann', 'bob');
  await send(opened, 'cid', 'bob');
  await opened.post('/users/cid/conversation/read', {}, { as: 'bob' });
  const list = async (as: string) =>
    (await opened.get('/conversations?unread=true', { as })).json.data.map((one: Json) => one.conversationId);
  expect([await list('bob'), await list('ann')]).toEqual([['user_ann_user_bob'], []]);
});

test('an import changes no unread count, unless unreadimports says so', async () => {
  const rows = {
    a: message('a'),
    b: message('b', { readAt: 1_700_000_001 }),
    c: message('c', { sender: 'bob', receiver: 'ann' }),
  };
  await using plain = await openPopulated();
  await importRows(plain, 'messages', rows);
  expect(await unread(plain, 'bob', '/users/ann')).toBe('0');
  await using counting = await openPopulated({ quirks: parseQuirks('unreadimports') });
  await importRows(counting, 'messages', rows);
  expect(await unread(counting, 'bob', '/users/ann')).toBe('1');
  await counting.post('/users/ann/conversation/read', {}, { as: 'bob' });
  expect(await unread(counting, 'bob', '/users/ann')).toBe('0');
});

test.each([
  ['POST', 'read', 'x'],
  ['POST', 'read', -1],
  ['POST', 'read', 1.5],
  ['POST', 'read', true],
  ['POST', 'read', {}],
  ['POST', 'delivered', ['1']],
  ['POST', 'delivered', '1'.repeat(16)],
  ['POST', 'delivered', '1\u0000'],
  ['DELETE', 'read', undefined],
  ['DELETE', 'read', null],
  ['DELETE', 'read', '\ud800'],
  ['DELETE', 'read', '__proto__'],
])('%s of %s refuses the messageId %j', async (method, path, messageId) => {
  await using opened = await openPopulated();
  await send(opened, 'ann', 'bob');
  const answer = await opened.call(method, `/users/ann/conversation/${path}`, {
    as: 'bob',
    body: { messageId },
  });
  expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, ['messageId']]);
});

test('a messageId of another conversation is not found', async () => {
  await using opened = await openPopulated();
  await send(opened, 'ann', 'bob');
  const other = await send(opened, 'ann', 'cid');
  for (const messageId of [other, 999, '0', 2 ** 53 - 1]) {
    for (const [method, path] of [
      ['POST', 'read'],
      ['POST', 'delivered'],
      ['DELETE', 'read'],
    ] as const) {
      const extra = { as: 'bob', body: { messageId } };
      expect(outcome(await opened.call(method, `/users/ann/conversation/${path}`, extra))).toEqual([
        404,
        'ERR_MESSAGE_ID_NOT_FOUND',
      ]);
    }
  }
});

test('after a mark as unread, what comes later counts as it would without: no notice, no import, nothing deleted', async () => {
  await using opened = await openPopulated();
  const first = await send(opened, 'ann', 'bob');
  const second = await send(opened, 'ann', 'bob');
  await opened.post('/users/ann/conversation/read', undefined, { as: 'bob' });
  await opened.call('DELETE', '/users/ann/conversation/read', { body: { messageId: first }, as: 'bob' });
  expect(await unread(opened, 'bob', '/users/ann')).toBe('2');
  await opened.put(`/messages/${second}`, { data: { text: 'edited' } }, { as: 'ann' });
  await importRows(opened, 'messages', { m: message('m') });
  expect(await unread(opened, 'bob', '/users/ann')).toBe('2');
  await opened.remove(`/messages/${second}`, { as: 'ann' });
  expect(await unread(opened, 'bob', '/users/ann')).toBe('1');
  const listed = await opened.get('/messages?unread=true', { as: 'bob' });
  expect(listed.json.data.map((one: Json) => one.id)).toEqual([first]);
  await opened.remove(`/messages/${first}`, { as: 'ann' });
  expect((await opened.get('/conversations?unread=true', { as: 'bob' })).json.data).toEqual([]);
  await send(opened, 'ann', 'bob');
  expect(await unread(opened, 'bob', '/users/ann')).toBe('1');
});
