import { expect, test } from 'vitest';
import { type Json, type Opened, openPopulated } from '../sandbox-client.ts';

const code = (answer: { json: Json }) => answer.json.error?.code;
const path = (reaction: string) => `/messages/1/reactions/${encodeURIComponent(reaction)}`;
const FAMILY = '👩‍👩‍👧';

/** A sandbox where ann has written to bob; the message has the id 1. */
async function openMessage(): Promise<Opened> {
  const opened = await openPopulated();
  const body = { receiver: 'bob', receiverType: 'user', data: { text: 'hello' } };
  await opened.post('/messages', body, { as: 'ann' });
  return opened;
}

test('reactions are counted in the message, once for each user', async () => {
  await using opened = await openMessage();
  const first = (await opened.post(path(FAMILY), undefined, { as: 'ann' })).json.data;
  expect(first.data.reactions).toEqual([{ reaction: FAMILY, count: 1, reactedByMe: true }]);
  await opened.post(path(FAMILY), undefined, { as: 'ann' });
  await opened.post(path(FAMILY), undefined, { as: 'bob' });
  await opened.post('/messages/1/reactions', { reaction: '❤️' }, { as: 'bob' });
  const seen = async (as?: string) =>
    (await opened.get('/messages', as ? { as } : {})).json.data[0].data.reactions;
  expect(await seen()).toEqual([
    { reaction: FAMILY, count: 2 },
    { reaction: '❤️', count: 1 },
  ]);
  expect(await seen('ann')).toEqual([
    { reaction: FAMILY, count: 2, reactedByMe: true },
    { reaction: '❤️', count: 1, reactedByMe: false },
  ]);
  // Without its variation selector it is another text.
  const plain = (await opened.post(path('❤'), undefined, { as: 'bob' })).json.data.data.reactions;
  expect(plain).toHaveLength(3);
  expect((await opened.remove(path(FAMILY), { as: 'ann' })).json.data.data.reactions[0].count).toBe(1);
  expect((await opened.remove(path(FAMILY), { as: 'ann' })).status).toBe(200);
  expect((await opened.get('/messages?hasReactions=true')).json.data).toHaveLength(1);
  expect((await opened.get('/messages/1')).json.data.data.text).toBe('hello');
});

test('reactions are listed with who reacted, all or one of them, with a cursor', async () => {
  await using opened = await openMessage();
  for (const reaction of ['👍', '👎', 'ok']) {
    for (const as of ['ann', 'bob']) await opened.post(path(reaction), undefined, { as });
  }
  const all = await opened.get('/messages/1/reactions?limit=4');
  expect(all.json.data[0]).toEqual({
    id: '1',
    messageId: '1',
    reaction: '👍',
    uid: 'ann',
    reactedAt: expect.any(Number),
    reactedBy: expect.objectContaining({ uid: 'ann', name: 'Name of ann' }),
  });
  expect(all.json.meta).toEqual({ current: { limit: 4, count: 4 }, next: { affix: 'append', id: '4' } });
  const rest = await opened.get('/messages/1/reactions?limit=4&id=4');
  expect(rest.json.data.map((one: Json) => one.id)).toEqual(['5', '6']);
  expect(rest.json.meta.next).toBeUndefined();
  const before = await opened.get('/messages/1/reactions?limit=2&id=4&affix=prepend');
  expect(before.json.data.map((one: Json) => one.id)).toEqual(['2', '3']);
  expect((await opened.get(path('👎'))).json.data.map((one: Json) => one.uid)).toEqual(['ann', 'bob']);
  expect(code(await opened.get('/messages/1/reactions', { as: 'cid' }))).toBe('ERR_MESSAGE_NO_ACCESS');
});

test('what is no reaction, no message or not to be seen is refused', async () => {
  await using opened = await openMessage();
  const post = (reaction: string) => opened.post(path(reaction), undefined, { as: 'bob' });
  expect((await post('x'.repeat(45))).status).toBe(200);
  expect((await post('x'.repeat(46))).json.error.details).toEqual({
    reaction: ['The reaction may not be greater than 45 characters.'],
  });
  for (const bad of ['%20', '%00', 'a%0Ab']) {
    const answer = await opened.post(`/messages/1/reactions/${bad}`, undefined, { as: 'bob' });
    expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, ['reaction']]);
  }
  expect((await opened.post('/messages/1/reactions/%ED%A0%80', undefined, { as: 'bob' })).status).toBe(400);
  for (const bad of [undefined, null, 5, '', ' ', 'x'.repeat(46), '\ud83d', '\u0000']) {
    const answer = await opened.post('/messages/1/reactions', { reaction: bad }, { as: 'bob' });
    expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, ['reaction']]);
  }
  for (const odd of ['__proto__', 'constructor']) expect((await post(odd)).status).toBe(200);
  expect(code(await opened.post('/messages/9/reactions/x', undefined, { as: 'bob' }))).toBe(
    'ERR_MESSAGE_ID_NOT_FOUND',
  );
  expect(code(await opened.post(path('x'), undefined, { as: 'cid' }))).toBe('ERR_MESSAGE_NO_ACCESS');
  expect(code(await opened.post(path('x')))).toBe('ERR_BAD_REQUEST');
  await opened.remove('/messages/1');
  expect(code(await post('x'))).toBe('ERR_MESSAGE_ACTION_NOT_ALLOWED');
});
