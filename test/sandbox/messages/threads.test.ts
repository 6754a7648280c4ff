import { expect, test } from 'vitest';
import { newRule } from '../moderation/moderation-client.ts';
import { type Json, type Opened, openPopulated } from '../sandbox-client.ts';

const ids = (answer: { json: Json }) => answer.json.data.map((one: Json) => one.id).join(' ');
const code = (answer: { json: Json }) => answer.json.error?.code;
const reply = (text: string) => ({ data: { text } });

/** A sandbox where ann has written to bob; the message has the id 1. */
async function openThread(): Promise<Opened> {
  const opened = await openPopulated();
  const body = { receiver: 'bob', receiverType: 'user', data: { text: 'parent' } };
  await opened.post('/messages', body, { as: 'ann' });
  return opened;
}

test('replies go to the other side of the conversation and are counted', async () => {
  await using opened = await openThread();
  const full = { receiver: 'ann', receiverType: 'user', data: { text: 'r1' }, tags: ['t'] };
  const first = (await opened.post('/messages/1/thread', full, { as: 'bob' })).json.data;
  expect(first).toMatchObject({
    id: '2',
    parentId: '1',
    sender: 'bob',
    receiver: 'ann',
    conversationId: 'user_ann_user_bob',
    tags: ['t'],
  });
  const own = (await opened.post('/messages/1/thread', reply('r2'), { as: 'ann' })).json.data;
  expect(own).toMatchObject({ id: '3', sender: 'ann', receiver: 'bob', parentId: '1' });
  expect((await opened.get('/messages/1')).json.data.replyCount).toBe(2);
  expect(ids(await opened.get('/messages/1/thread'))).toBe('2 3');
  expect(ids(await opened.get('/messages?hideReplies=true'))).toBe('1');
  await opened.remove('/messages/2', { as: 'bob' });
  expect((await opened.get('/messages/1')).json.data.replyCount).toBe(1);
  await opened.remove('/messages/2', { body: { permanent: true } });
  expect((await opened.get('/messages/1')).json.data.replyCount).toBe(1);
  await opened.remove('/messages/3', { body: { permanent: true } });
  expect((await opened.get('/messages/1')).json.data.replyCount).toBeUndefined();
});

test('threads are one level deep, below messages, in one conversation, for who sees it', async () => {
  await using opened = await openThread();
  await opened.post('/messages/1/thread', reply('r1'), { as: 'bob' });
  const post = async (id: number | string, body: object, as = 'ann') =>
    code(await opened.post(`/messages/${id}/thread`, body, { as }));
  expect(await post(2, reply('x'))).toBe('ERR_MESSAGE_THREAD_NESTING');
  expect(await post(1, reply('x'), 'cid')).toBe('ERR_MESSAGE_NO_ACCESS');
  expect(await post(1, { ...reply('x'), receiver: 'cid', receiverType: 'user' })).toBe(
    'ERR_WRONG_MESSAGE_THREAD',
  );
  expect(await post(1, { ...reply('x'), multipleReceivers: { uids: ['bob', 'cid'] } })).toBe(
    'ERR_WRONG_MESSAGE_THREAD',
  );
  expect(await post(1, reply(' '))).toBe('ERR_EMPTY_MESSAGE_TEXT');
  expect(await post(9, reply('x'))).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect(code(await opened.post('/messages/1/thread', reply('x')))).toBe('ERR_BAD_REQUEST');
  const action = (await opened.put('/messages/1', reply('edited'))).json.data.id;
  expect(await post(action, reply('x'))).toBe('ERR_WRONG_MESSAGE_THREAD_CATEGORY');
  await opened.remove('/messages/1');
  expect(await post(1, reply('x'))).toBe('ERR_WRONG_MESSAGE_THREAD');
});

test('a thread is read with a cursor or page by page', async () => {
  await using opened = await openThread();
  for (const text of ['a', 'b', 'c']) await opened.post('/messages/1/thread', reply(text), { as: 'bob' });
  const cursor = await opened.get('/messages/1/thread?limit=2', { as: 'ann' });
  expect(ids(cursor)).toBe('2 3');
  expect(cursor.json.meta.current).toEqual({ limit: 2, count: 2 });
  const { id, sentAt, affix } = cursor.json.meta.next;
  const rest = await opened.get(`/messages/1/thread?limit=2&id=${id}&sentAt=${sentAt}&affix=${affix}`);
  expect([ids(rest), rest.json.meta.next]).toEqual(['4', undefined]);
  const page = await opened.get('/messages/1/thread?perPage=2&page=2');
  expect(ids(page)).toBe('4');
  expect(page.json.meta.pagination).toEqual({
    total: 3,
    count: 1,
    per_page: 2,
    current_page: 2,
    total_pages: 2,
  });
  expect(code(await opened.get('/messages/1/thread', { as: 'cid' }))).toBe('ERR_MESSAGE_NO_ACCESS');
});

test('threads of a user, of one conversation, and those it follows', async () => {
  await using opened = await openThread();
  await opened.post('/messages/1/thread', reply('r'), { as: 'bob' });
  const threads = async (query: string, as: string) => ids(await opened.get(`/threads?${query}`, { as }));
  expect(await threads('', 'ann')).toBe('1');
  expect(await threads('', 'cid')).toBe('');
  expect(await threads('uid=bob', 'ann')).toBe('1');
  expect(await threads('uid=cid', 'ann')).toBe('');
  expect(await threads('guid=team', 'ann')).toBe('');
  expect(await threads('participatedByMe=true', 'bob')).toBe('1');
  expect(await threads('subscribed=true', 'bob')).toBe('1');
  expect(await threads('subscribed=true', 'ann')).toBe('');
  expect((await opened.post('/messages/1/thread/subscription', undefined, { as: 'ann' })).json.data).toEqual({
    success: true,
    message: 'The user ann has been subscribed to the thread of the message id 1.',
  });
  expect(await threads('subscribed=true', 'ann')).toBe('1');
  expect((await opened.remove('/messages/1/thread/subscription', { as: 'bob' })).json.data.success).toBe(
    true,
  );
  expect(await threads('subscribed=true', 'bob')).toBe('');
  expect(ids(await opened.get('/threads'))).toBe('1');
  expect(ids(await opened.get('/threads?guid=team'))).toBe('');
  expect(code(await opened.get('/threads?subscribed=true'))).toBe('ERR_BAD_REQUEST');
});

test('threads come by their last change, with their last reply and what is unread in them', async () => {
  let now = 1_700_000_000;
  await using opened = await openPopulated({ clock: () => now * 1000 });
  const send = async (body: object, as: string, path = '/messages') => {
    now += 10;
    return (await opened.post(path, body, { as })).json.data;
  };
  const toBob = { receiver: 'bob', receiverType: 'user' };
  await send({ ...toBob, data: { text: 'one' } }, 'ann');
  await send({ ...toBob, data: { text: 'two' } }, 'ann');
  await send(reply('r1'), 'bob', '/messages/2/thread');
  await send(reply('Look, <@uid:ann>'), 'bob', '/messages/1/thread');
  await send(reply('r3'), 'bob', '/messages/1/thread');
  await opened.remove('/messages/5', { as: 'bob' });
  const list = async (query: string, as?: string) =>
    (await opened.get(`/threads?${query}`, as === undefined ? {} : { as })).json;
  const newest = await list('affix=prepend&limit=1&withUnreadReplyCount=true&withMentionCount=true', 'ann');
  expect(newest.meta).toEqual({
    current: { limit: 1, count: 1 },
    next: { affix: 'prepend', updatedAt: 1_700_000_040 },
  });
  expect(newest.data[0]).toMatchObject({
    id: '1',
    replyCount: 1,
    updatedAt: 1_700_000_040,
    lastReply: { id: '4', parentId: '1', data: { text: 'Look, <@uid:ann>' } },
    unreadRepliesCount: 1,
    unreadMentionsCount: 1,
  });
  // The boundary is repeated, because several threads can change in one second.
  const older = await list('affix=prepend&updatedAt=1700000040');
  expect(older.data.map((one: Json) => one.id)).toEqual(['1', '2']);
  expect(older.meta).toEqual({ current: { limit: 100, count: 2 } });
  expect((await list('updatedAt=1700000031')).data.map((one: Json) => one.id)).toEqual(['1']);
  await opened.post('/users/bob/conversation/read', {}, { as: 'ann' });
  const read = await list('withUnreadReplyCount=true&withMentionCount=true', 'ann');
  expect(read.data.map((one: Json) => [one.id, one.unreadRepliesCount, one.unreadMentionsCount])).toEqual([
    ['2', 0, 0],
    ['1', 0, 0],
  ]);
});

test('the last reply and the last change of a thread are those of replies that its reader sees', async () => {
  let now = 1_700_000_000;
  await using opened = await openPopulated({ clock: () => now * 1000 });
  await newRule(opened);
  await opened.post(
    '/messages',
    { receiver: 'bob', receiverType: 'user', data: { text: 'x' } },
    { as: 'ann' },
  );
  for (const text of ['nice', 'darn']) {
    now += 10;
    await opened.post('/messages/1/thread', reply(text), { as: 'bob' });
  }
  const seenBy = async (as: string) => {
    const [thread] = (await opened.get('/threads', { as })).json.data;
    return [thread.lastReply.data.text, thread.replyCount, thread.updatedAt];
  };
  expect(await seenBy('ann')).toEqual(['nice', 1, 1_700_000_010]);
  expect(await seenBy('bob')).toEqual(['darn', 1, 1_700_000_010]);
  const since = await opened.get('/threads?updatedAt=1700000011', { as: 'ann' });
  expect(since.json.data).toEqual([]);
});
