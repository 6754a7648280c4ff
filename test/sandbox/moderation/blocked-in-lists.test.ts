import { expect, test } from 'vitest';
import { type Json, openPopulated } from '../sandbox-client.ts';
import { newRule, say } from './moderation-client.ts';

/** A sandbox where bob has three messages of ann, and a rule keeps the second from him. */
async function openBlocked() {
  let now = 1_700_000_000;
  const opened = await openPopulated({ clock: () => now * 1000 });
  await newRule(opened);
  const ids: string[] = [];
  for (const text of ['nice', 'darn', 'nice']) {
    now += 10;
    ids.push((await say(opened, text)).id);
  }
  const later = () => {
    now += 10;
  };
  return Object.assign(opened, { ids, later });
}

test('a conversation that is marked as unread again counts no blocked message', async () => {
  await using opened = await openBlocked();
  const count = async () =>
    (await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.unreadMessageCount;
  expect(await count()).toBe('2');
  await opened.post('/users/ann/conversation/read', {}, { as: 'bob' });
  await opened.remove('/users/ann/conversation/read', { as: 'bob', body: { messageId: opened.ids[0] } });
  expect(await count()).toBe('2');
  await opened.post('/users/ann/conversation/read', { messageId: opened.ids[0] }, { as: 'bob' });
  expect(await count()).toBe('1');
});

test('nobody has received or read a blocked message', async () => {
  await using opened = await openBlocked();
  await opened.post('/users/ann/conversation/delivered', {}, { as: 'bob' });
  await opened.post('/users/ann/conversation/read', {}, { as: 'bob' });
  const seen = (await opened.get('/users/bob/messages', { as: 'ann' })).json.data;
  const marks = seen.map((one: Json) => [one.deliveredAt !== undefined, one.readAt !== undefined]);
  expect(marks).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ]);
});

test('a blocked message puts a conversation first for its sender alone', async () => {
  await using opened = await openBlocked();
  opened.later();
  const body = { receiver: 'bob', receiverType: 'user', data: { text: 'hello' } };
  await opened.post('/messages', body, { as: 'cid' });
  opened.later();
  await opened.post('/messages', { ...body, receiver: 'cid' }, { as: 'ann' });
  opened.later();
  await say(opened, 'darn');
  const others = async (as: string) =>
    (await opened.get('/conversations', { as })).json.data.map((one: Json) => one.conversationWith.uid);
  expect(await others('bob')).toEqual(['cid', 'ann']);
  expect(await others('ann')).toEqual(['bob', 'cid']);
});
