import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { newRule, say, textsSeenBy } from '../moderation/moderation-client.ts';
import { type Json, openPopulated } from '../sandbox-client.ts';

type Opened = Awaited<ReturnType<typeof openPopulated>>;

const flag = (opened: Opened, id: string, body: object, as = 'bob') =>
  opened.post(`/messages/${id}/flagged`, body, { as });
const decide = (opened: Opened, id: string, body: object) =>
  opened.call('PATCH', `/moderation/flagged-messages/${id}`, { body });

test('a message is flagged with both forms of the body, and listed with who flagged it and why', async () => {
  await using opened = await openPopulated({ appId: 'myapp' });
  await opened.post('/moderation/reasons', { id: 'rude', name: 'Rude', description: 'Not nice' });
  const { id } = await say(opened, 'nice');
  // Documented without the envelope.
  expect((await flag(opened, id, { id: 'spam' })).json).toEqual({
    success: true,
    message: `Message ${id} has been flagged successfully.`,
  });
  await flag(opened, id, { reasonId: 'rude', remark: 'Look' }, 'ann');
  await flag(opened, id, { reasonId: 'rude' });
  const { data, meta } = (await opened.get('/moderation/flagged-messages')).json;
  expect(meta).toEqual({ current: { limit: 50, count: 1 } });
  const message = (await opened.get(`/messages/${id}`)).json.data;
  const by = { role: 'default', reasonId: 'rude', reasonName: 'Rude', description: 'Not nice' };
  expect(data).toEqual([
    {
      ...message,
      appId: 'myapp',
      flaggedCount: 2,
      flaggedBy: [
        { ...by, uid: 'ann', name: 'Name of ann', remark: 'Look', flaggedAt: expect.any(Number) },
        { ...by, uid: 'bob', name: 'Name of bob', flaggedAt: expect.any(Number) },
      ],
    },
  ]);
  expect(await textsSeenBy(opened, 'bob')).toEqual(['nice']);
});

test('a moderator approves, and it stays, or disapproves, and only its sender still sees it', async () => {
  await using opened = await openPopulated();
  const [good, bad] = [await say(opened, 'good'), await say(opened, 'bad')];
  for (const { id } of [good, bad]) await flag(opened, id, { reasonId: 'spam' });
  for (const [{ id }, status] of [
    [good, 'approved'],
    [bad, 'disapproved'],
  ] as const) {
    expect((await decide(opened, id, { status })).json).toEqual({
      success: true,
      message: `Message with id ${id} has been unflagged successfully.`,
    });
    expect((await opened.get(`/messages/${id}`)).json.data.data.moderation).toEqual({ status });
  }
  expect((await opened.get('/moderation/flagged-messages')).json.data).toEqual([]);
  expect([await textsSeenBy(opened, 'bob'), await textsSeenBy(opened, 'ann')]).toEqual([
    ['good'],
    ['good', 'bad'],
  ]);
  expect((await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.unreadMessageCount).toBe('1');
  expect(
    (await opened.get('/moderation/reviewed-messages')).json.data.map((one: Json) => [
      one.message.id,
      one.status,
    ]),
  ).toEqual([
    [good.id, 'approved'],
    [bad.id, 'disapproved'],
  ]);
});

test('flags and decisions are refused where they make no sense', async () => {
  await using opened = await openPopulated();
  const { id } = await say(opened, 'nice');
  const code = async (answer: Promise<{ status: number; json: Json }>) => {
    const { status, json } = await answer;
    return [status, json.error?.code];
  };
  expect(await code(flag(opened, id, { reasonId: 'none' }))).toEqual([404, 'ERR_REASON_NOT_FOUND']);
  expect(await code(flag(opened, '999', { reasonId: 'spam' }))).toEqual([404, 'ERR_MESSAGE_ID_NOT_FOUND']);
  expect(await code(flag(opened, id, { reasonId: 'spam' }, 'cid'))).toEqual([403, 'ERR_MESSAGE_NO_ACCESS']);
  for (const body of [{}, { id: '' }, { reasonId: 7 }, { reasonId: 'spam', remark: 'x'.repeat(256) }]) {
    expect(await code(flag(opened, id, body))).toEqual([400, 'ERR_BAD_REQUEST']);
  }
  const nobody = await opened.post(`/messages/${id}/flagged`, { reasonId: 'spam' });
  expect(Object.keys(nobody.json.error.details)).toEqual(['onBehalfOf']);
  expect(await code(decide(opened, id, { status: 'approved' }))).toEqual([404, 'ERR_MESSAGE_ID_NOT_FOUND']);
  await flag(opened, id, { reasonId: 'spam' });
  expect(await code(decide(opened, id, { status: 'rejected' }))).toEqual([400, 'ERR_BAD_REQUEST']);
  await opened.remove(`/messages/${id}`, {});
  expect(await code(flag(opened, id, { reasonId: 'spam' }))).toEqual([403, 'ERR_MESSAGE_ACTION_NOT_ALLOWED']);
});

/** A message of ann with a visible reply of bob and one of ann: its id, what it counts, what is unread for bob. */
async function openThread() {
  const opened = await openPopulated({ quirks: parseQuirks('replies=unread') });
  const parent = await say(opened, 'nice');
  const reply = async (text: string, as: string): Promise<string> =>
    (await opened.post(`/messages/${parent.id}/thread`, { data: { text } }, { as })).json.data.id;
  await reply('first', 'bob');
  const id = await reply('second', 'ann');
  const counts = async () => [
    (await opened.get(`/messages/${parent.id}`)).json.data.replyCount ?? 0,
    (await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.unreadMessageCount,
  ];
  return Object.assign(opened, { id, reply, counts });
}

test('a second decision about a message changes its counts once: hidden twice and shown again, it counts as before', async () => {
  await using opened = await openThread();
  const { id, counts } = opened;
  expect(await counts()).toEqual([2, '2']);
  for (const status of ['disapproved', 'disapproved', 'approved', 'approved'] as const) {
    await flag(opened, id, { reasonId: 'spam' }, 'ann');
    expect((await decide(opened, id, { status })).status).toBe(200);
    expect(await counts()).toEqual(status === 'approved' ? [2, '2'] : [1, '1']);
  }
});

test('a blocked message that was flagged too: disapproved, it waits no more; approved, it counts from then on', async () => {
  await using opened = await openThread();
  await newRule(opened);
  const blocked = [await opened.reply('darn 1', 'ann'), await opened.reply('darn 2', 'ann')] as const;
  for (const id of blocked) await flag(opened, id, { reasonId: 'spam' }, 'ann');
  expect(await opened.counts()).toEqual([2, '2']);
  await decide(opened, blocked[0], { status: 'disapproved' });
  expect(await opened.counts()).toEqual([2, '2']);
  await decide(opened, blocked[1], { status: 'approved' });
  expect(await opened.counts()).toEqual([3, '3']);
  expect((await opened.get('/moderation/blocked-messages')).json.data).toEqual([]);
  const reviewed = (await opened.get('/moderation/reviewed-messages')).json.data;
  expect(reviewed.map((one: Json) => [one.ruleId, one.status])).toEqual([
    ['r1', 'disapproved'],
    ['r1', 'approved'],
  ]);
});

test.each(['approved', 'disapproved'])(
  'a decision (%s) about a deleted reply counts nothing',
  async (status) => {
    await using opened = await openThread();
    await flag(opened, opened.id, { reasonId: 'spam' });
    await opened.remove(`/messages/${opened.id}`, { as: 'ann' });
    await decide(opened, opened.id, { status });
    expect(await opened.counts()).toEqual([1, '1']);
    expect((await opened.get(`/messages/${opened.id}`)).json.data.data).not.toHaveProperty('text');
  },
);
