import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { newRule, say, textsSeenBy } from '../moderation/moderation-client.ts';
import { type Json, openPopulated, openSandbox } from '../sandbox-client.ts';

const review = (opened: Awaited<ReturnType<typeof openPopulated>>, id: string, body: object) =>
  opened.call('PATCH', `/moderation/blocked-messages/${id}`, { body });

test('a blocked message is listed with its rule; approved, it reaches its receiver and the reviewed list', async () => {
  await using opened = await openPopulated({ appId: 'myapp' });
  const rule = await newRule(opened);
  const { id } = await say(opened, 'darn');
  const list = (await opened.get('/moderation/blocked-messages')).json;
  expect(list.data).toEqual([
    {
      ruleId: 'r1',
      ruleName: 'Rule 1',
      revisionId: 'myapp_r1_1',
      condition: rule.conditions[0],
      message: (await opened.get(`/messages/${id}`)).json.data,
      action: ['blockMessage'],
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    },
  ]);
  expect(list.meta).toEqual({ current: { limit: 50, count: 1 } });
  expect((await review(opened, id, { status: 'approved', reviewed: true })).json.data).toEqual({
    success: true,
    message: `Message with ID ${id} has been reviewed successfully.`,
  });
  expect((await opened.get('/moderation/blocked-messages')).json.data).toEqual([]);
  expect(await textsSeenBy(opened, 'bob')).toEqual(['darn']);
  expect((await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.unreadMessageCount).toBe('1');
  const [reviewed] = (await opened.get('/moderation/reviewed-messages')).json.data;
  expect(reviewed).toMatchObject({ ruleId: 'r1', status: 'approved', appId: 'myapp', message: { id } });
  expect(reviewed.blockedAt).toBe(String(list.data[0].createdAt));
  expect(reviewed.message.data.moderation).toEqual({
    status: 'approved',
    rule: { id: 'r1', name: 'Rule 1' },
  });
});

test('rejected, it stays hidden; the older form of the call says what was decided', async () => {
  await using opened = await openPopulated();
  await newRule(opened);
  const [first, second] = [await say(opened, 'darn 1'), await say(opened, 'darn 2')];
  expect((await review(opened, first.id, { status: 'rejected' })).json.data.message).toBe(
    `Message with ID ${first.id} has been rejected.`,
  );
  expect((await review(opened, second.id, { status: 'approved' })).json.data.message).toBe(
    `Message with ID ${second.id} has been approved.`,
  );
  expect(await textsSeenBy(opened, 'bob')).toEqual(['darn 2']);
  expect(
    (await opened.get('/moderation/reviewed-messages')).json.data.map((one: Json) => one.status),
  ).toEqual(['rejected', 'approved']);
  const again = await review(opened, first.id, { status: 'approved' });
  expect([again.status, again.json.error.code]).toEqual([404, 'ERR_MESSAGE_ID_NOT_FOUND']);
});

test('a decision that is not final can be taken back, as often as one likes', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('replies=unread') });
  await newRule(opened);
  const parent = await say(opened, 'nice');
  const reply = { data: { text: 'darn' } };
  const { id } = (await opened.post(`/messages/${parent.id}/thread`, reply, { as: 'ann' })).json.data;
  for (const status of ['approved', 'approved', 'rejected', 'rejected', 'approved', 'rejected']) {
    await review(opened, id, { status, reviewed: false });
    const isShown = status === 'approved';
    expect((await opened.get(`/messages/${parent.id}`)).json.data.replyCount ?? 0).toBe(isShown ? 1 : 0);
    const { unreadMessageCount } = (await opened.get('/users/ann/conversation', { as: 'bob' })).json.data;
    expect(unreadMessageCount).toBe(isShown ? '2' : '1');
    expect((await opened.get(`/messages/${id}`)).json.data.data.moderation.status).toBe(
      isShown ? 'approved' : 'disapproved',
    );
  }
});

test('reviews are refused: unknown messages, wrong words, messages that are not blocked', async () => {
  await using opened = await openPopulated();
  const { id } = await say(opened, 'nice');
  expect((await review(opened, id, { status: 'approved' })).json.error.code).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect((await review(opened, '999', { status: 'approved' })).status).toBe(404);
  expect((await review(opened, 'x', { status: 'approved' })).status).toBe(404);
  for (const body of [{}, { status: 'disapproved' }, { status: 1 }, { status: 'approved', reviewed: 'no' }]) {
    expect((await review(opened, id, body)).json.error.code).toBe('ERR_BAD_REQUEST');
  }
});

test('lists go page by page in both directions, and forget messages that are gone', async () => {
  await using opened = await openPopulated();
  await newRule(opened);
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await say(opened, `darn ${n}`)).id);
  const page = async (query: string) => {
    const { data, meta } = (await opened.get(`/moderation/blocked-messages?limit=2${query}`)).json;
    return [data.map((one: Json) => one.message.id), meta.next];
  };
  expect(await page('')).toEqual([ids.slice(0, 2), { affix: 'append', id: ids[1] }]);
  expect(await page(`&id=${ids[3]}`)).toEqual([ids.slice(4), undefined]);
  expect(await page('&affix=prepend')).toEqual([ids.slice(3), { affix: 'prepend', id: ids[3] }]);
  await opened.remove(`/messages/${ids[0]}`, { body: { permanent: true } });
  expect((await page(''))[0]).toEqual(ids.slice(1, 3));
  await opened.remove('/conversations/user_ann_user_bob', { as: 'ann' });
  expect(await page('')).toEqual([[], undefined]);
});

test('rules, lists, records and flags are there after a restart', async () => {
  await using first = await openSandbox();
  const { dataFile } = first;
  for (const uid of ['ann', 'bob']) await first.post('/users', { uid, name: uid });
  await newRule(first);
  const { id } = await say(first, 'darn');
  const nice = await say(first, 'nice');
  await first.post(`/messages/${nice.id}/flagged`, { reasonId: 'spam' }, { as: 'bob' });
  const read = async (opened: typeof first) => [
    (await opened.get('/moderation/rules')).json.data,
    (await opened.get('/moderation/blocked-messages')).json.data,
    (await opened.get('/moderation/flagged-messages')).json.data,
  ];
  const before = await read(first);
  await first.sandbox[Symbol.asyncDispose]();
  await using second = await openSandbox({ dataFile });
  expect(await read(second)).toEqual(before);
  expect((await say(second, 'darn again')).id).not.toBe(id);
  expect((await second.get('/moderation/blocked-messages')).json.data).toHaveLength(2);
});
