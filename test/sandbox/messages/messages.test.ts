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
