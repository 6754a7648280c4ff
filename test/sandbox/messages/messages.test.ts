import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { importRows, type Json, message, type Opened, openPopulated } from '../sandbox-client.ts';

const muids = (answer: { json: Json }) => answer.json.data.map((one: Json) => one.muid).join(' ');

/** Seven messages: five between ann and bob, of which three in the same second, one to the team, one to cid. */
async function openTalk(options: Parameters<typeof openPopulated>[0] = {}): Promise<Opened> {
  const opened = await openPopulated(options);
  const at = (seconds: number) => ({ sentAt: 1_700_000_000 + seconds });
  await importRows(opened, 'messages', {
    e: message('e', at(50)),
    a: message('a', at(10)),
    c: message('c', { ...at(20), sender: 'bob', receiver: 'ann' }),
    b: message('b', at(20)),
    d: message('d', at(20)),
    team: message('team', { ...at(30), receiver: 'team', receiverType: 'group' }),
    cid: message('cid', {
      ...at(40),
      receiver: 'cid',
      type: 'image',
      data: {
        attachments: [
          { url: 'https://example.com/i.png', name: 'i', mimeType: 'image/png', extension: 'png' },
        ],
      },
    }),
  });
  return opened;
}

test('a conversation reads by sentAt, then in the order of import, under every form of its id', async () => {
  await using opened = await openTalk();
  for (const id of [
    'user_ann_user_bob',
    'user_bob_user_ann',
    'ann_user_bob',
    'bob_user_ann',
    'USER_ANN_user_bob',
  ]) {
    expect(muids(await opened.get(`/messages?conversationId=${id}`))).toBe('a c b d e');
  }
  expect(muids(await opened.get('/messages?conversationId=group_team'))).toBe('team');
  expect(muids(await opened.get('/messages?conversationId=group_none'))).toBe('');
  expect(muids(await opened.get('/messages?conversationId=user_ann_user_nobody'))).toBe('');
});

test('uids that contain _user_ find their conversation', async () => {
  await using opened = await openPopulated();
  const rows = ['a_user_b', 'user_c', 'group_x'].map((uid) => [uid, { uid, name: uid }]);
  await importRows(opened, 'users', Object.fromEntries(rows));
  await importRows(opened, 'messages', {
    m1: message('m1', { sender: 'a_user_b', receiver: 'user_c' }),
    m2: message('m2', { sender: 'group_x', receiver: 'ann' }),
  });
  expect(muids(await opened.get('/messages?conversationId=user_a_user_b_user_user_c'))).toBe('m1');
  expect(muids(await opened.get('/messages?conversationId=user_c_user_a_user_b'))).toBe('m1');
  expect(muids(await opened.get('/messages?conversationId=group_x_user_ann'))).toBe('m2');
});

test('cursors walk forwards and backwards without repeating or missing a message of one second', async () => {
  await using opened = await openTalk();
  const walk = async (affix: string) => {
    const seen: string[] = [];
    let query = `/messages?conversationId=user_ann_user_bob&limit=2&affix=${affix}`;
    for (let page = 0; page < 10; page += 1) {
      const { json } = await opened.get(query);
      const found = json.data.map((one: Json) => one.muid);
      if (affix === 'append') seen.push(...found);
      else seen.unshift(...found);
      expect(json.meta.current).toEqual({ limit: 2, count: found.length });
      const next = json.meta.next;
      if (!next) return seen.join(' ');
      expect(next.affix).toBe(affix);
      query = `/messages?conversationId=user_ann_user_bob&limit=2&affix=${affix}&sentAt=${next.sentAt}&id=${next.id}`;
    }
    return 'endless';
  };
  expect(await walk('append')).toBe('a c b d e');
  expect(await walk('prepend')).toBe('a c b d e');
});

test('a cursor may be an id or a time alone, and inclusive as a quirk', async () => {
  await using opened = await openTalk();
  await using inclusive = await openTalk({ quirks: parseQuirks('inclusive') });
  const id = (await opened.get('/messages?conversationId=user_ann_user_bob')).json.data[1].id;
  const path = '/messages?conversationId=user_ann_user_bob';
  expect(muids(await opened.get(`${path}&id=${id}`))).toBe('b d e');
  expect(muids(await inclusive.get(`${path}&id=${id}`))).toBe('c b d e');
  expect(muids(await opened.get(`${path}&sentAt=1700000020`))).toBe('e');
  expect(muids(await inclusive.get(`${path}&sentAt=1700000020`))).toBe('c b d e');
  expect(muids(await opened.get(`${path}&sentAt=1700000020&affix=prepend`))).toBe('a');
  expect((await opened.get(`${path}&id=999`)).json.error.code).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect((await opened.get(`${path}&affix=sideways`)).status).toBe(400);
  expect((await opened.get(`${path}&limit=1001`)).status).toBe(400);
});

test('lists filter by sender, receiver type, category, type and time', async () => {
  await using opened = await openTalk();
  await opened.post('/groups/team/members', { participants: ['bob'] });
  const list = async (query: string) => muids(await opened.get(`/messages?${query}`));
  expect(await list('category=message')).toBe('a c b d team cid e');
  expect(await list('sender=BOB')).toBe('c');
  expect(await list('sender=bad%20id')).toBe('');
  expect(await list('receiverType=group&category=message')).toBe('team');
  expect((await opened.get('/messages?category=action')).json.data).toHaveLength(1);
  expect((await opened.get('/messages?categories=action,message')).json.data).toHaveLength(8);
  expect(await list('type=image')).toBe('cid');
  expect(await list('types=image,text&receiverType=user')).toBe('a c b d cid e');
  expect(await list('fromTimestamp=1700000020&toTimestamp=1700000030')).toBe('c b d team');
  expect(await list('toTimestamp=1700000030&category=message')).toBe('a c b d team cid e');
  expect((await opened.get('/messages?receiverType=channel')).status).toBe(400);
});

test('lists of a user, of a group, and as a user', async () => {
  await using opened = await openTalk();
  expect(muids(await opened.get('/users/ann/messages'))).toBe('a c b d cid e');
  expect(muids(await opened.get('/users/cid/messages'))).toBe('cid');
  expect(muids(await opened.get('/users/ann/messages', { as: 'bob' }))).toBe('a c b d e');
  expect(muids(await opened.get('/users/cid/messages', { as: 'bob' }))).toBe('');
  expect(muids(await opened.get('/groups/team/messages'))).toBe('team');
  expect(muids(await opened.get('/messages', { as: 'ann' }))).toBe('a c b d team cid e');
  expect(muids(await opened.get('/messages', { as: 'cid' }))).toBe('cid');
  expect((await opened.get('/users/nobody/messages')).status).toBe(404);
  expect((await opened.get('/groups/nothing/messages')).status).toBe(404);
});

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

test('history of deactivated users can still be imported; removed ones keep their uid in old messages', async () => {
  await using opened = await openTalk();
  await opened.remove('/users/bob');
  expect((await importRows(opened, 'messages', { late: message('late') })).json.data.late.success).toBe(true);
  await opened.remove('/users/bob', { body: { permanent: true } });
  const { data } = (await opened.get('/messages?sender=bob')).json.data[0];
  expect(data.entities.sender.entity).toEqual({ uid: 'bob' });
});

test('conversations: with the last message, newest first for a user, none before the first message', async () => {
  await using opened = await openTalk();
  const mine = await opened.get('/conversations', { as: 'ann' });
  expect(mine.json.data.map((one: Json) => one.conversationId)).toEqual([
    'user_ann_user_bob',
    'user_ann_user_cid',
    'group_team',
  ]);
  expect(mine.json.data[0]).toMatchObject({
    conversationType: 'user',
    updatedAt: 1_700_000_050,
    lastMessage: { muid: 'e' },
    conversationWith: { uid: 'bob' },
  });
  expect(mine.json.data[2].conversationWith).toMatchObject({ guid: 'team', membersCount: 1 });
  expect((await opened.get('/conversations')).json.meta.pagination.total).toBe(3);
  const groups = await opened.get('/conversations?conversationType=group', { as: 'ann' });
  expect(groups.json.data).toHaveLength(1);
  expect((await opened.get('/conversations?conversationType=x')).status).toBe(400);
  const withBob = (await opened.get('/users/ann/conversation', { as: 'bob' })).json.data;
  expect(withBob).toMatchObject({ conversationId: 'user_ann_user_bob', conversationWith: { uid: 'ann' } });
  expect((await opened.get('/groups/team/conversation', { as: 'ann' })).json.data.lastMessage.muid).toBe(
    'team',
  );
  const none = await opened.get('/users/cid/conversation', { as: 'bob' });
  expect([none.status, none.json.error.code]).toEqual([404, 'ERR_CONVERSATION_NOT_ACCESSIBLE']);
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
  expect(await code({ category: 'custom', data: { customData: 'x' } })).toBe('ERR_BAD_REQUEST');
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
  const data = async (given: object) =>
    Object.keys((await opened.post('/messages', { ...valid, data: given })).json.error.details);
  expect(await data({ text: 5 })).toEqual(['data.text']);
  expect(await data({ text: 'x', metadata: 'x' })).toEqual(['data.metadata']);
  expect(await data({ text: 'x', customData: [] })).toEqual(['data.customData']);
  expect(await data({ text: 'x', attachments: [{}] })).toHaveLength(4);
  const odd = await opened.post(
    '/messages',
    '{"receiver":"bob","receiverType":"user","data":{"text":"x","__proto__":{"a":1}}}',
  );
  expect(odd.text).toContain('"__proto__":{"a":1}');
  const long = await opened.post('/messages', { ...valid, more: 'x'.repeat(65_536) });
  expect([long.status, Object.keys(long.json.error.details)]).toEqual([400, ['message']]);
});
