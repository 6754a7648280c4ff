import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { newRule } from '../moderation/moderation-client.ts';
import { type Json, openPopulated } from '../sandbox-client.ts';

type Opened = Awaited<ReturnType<typeof openPopulated>>;

const BODY = { sender: 'ann', receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'darn' } };
const judge = async (opened: Opened, over: object = {}): Promise<Json> => {
  const { status, json } = await opened.post('/moderation/messages', { ...BODY, ...over });
  expect([status, json.error]).toEqual([200, undefined]);
  return json.data;
};
const statusOf = async (opened: Opened, id: string) =>
  (await opened.get(`/moderation/messages/${id}`)).json.data.data.moderation.status;

test('a message is judged without being sent: pending in the answer, then the decision', async () => {
  await using opened = await openPopulated();
  await newRule(opened);
  const bad = await judge(opened, { muid: 'm1', tags: ['t'], sentAt: 1_700_000_000 });
  expect(bad).toMatchObject({
    sender: 'ann',
    receiver: 'bob',
    muid: 'm1',
    tags: ['t'],
    sentAt: 1_700_000_000,
  });
  expect(bad.data).toMatchObject({ text: 'darn', moderation: { status: 'pending' } });
  const good = await judge(opened, { data: { text: 'nice' } });
  expect([await statusOf(opened, bad.id), await statusOf(opened, good.id)]).toEqual([
    'disapproved',
    'approved',
  ]);
  expect((await opened.get('/messages')).json.data).toEqual([]);
  expect((await opened.get('/conversations')).json.data).toEqual([]);
  expect((await opened.get(`/messages/${bad.id}`)).status).toBe(404);
  const [blocked] = (await opened.get('/moderation/blocked-messages')).json.data;
  expect([blocked.message.id, blocked.ruleId]).toEqual([bad.id, 'r1']);
  await opened.call('PATCH', `/moderation/blocked-messages/${bad.id}`, { body: { status: 'approved' } });
  expect(await statusOf(opened, bad.id)).toBe('approved');
});

test('it is changed, judged again, listed with a cursor, and deleted with its record', async () => {
  await using opened = await openPopulated();
  await newRule(opened);
  const ids: string[] = [];
  for (let n = 0; n < 3; n++) ids.push((await judge(opened, { sentAt: 1_700_000_000 })).id);
  const first = ids[0] ?? '';
  const changed = (await opened.put(`/moderation/messages/${first}`, { data: { text: 'nice' } })).json.data;
  expect(changed).toMatchObject({ editedBy: 'app_system', editedAt: expect.any(Number) });
  expect(await statusOf(opened, first)).toBe('approved');
  expect((await opened.get('/moderation/blocked-messages')).json.data).toHaveLength(2);
  const page = (await opened.get('/moderation/messages?limit=2')).json;
  expect(page.data.map((one: Json) => one.id)).toEqual(ids.slice(0, 2));
  expect(page.meta).toEqual({
    current: { limit: 2, count: 2 },
    next: { affix: 'append', sentAt: 1_700_000_000, id: ids[1] },
  });
  const rest = (await opened.get(`/moderation/messages?limit=2&sentAt=1700000000&id=${ids[1]}`)).json;
  expect(rest.data.map((one: Json) => one.id)).toEqual(ids.slice(2));
  expect((await opened.remove(`/moderation/messages/${ids[1]}`)).json.data.message).toBe(
    `Message with id ${ids[1]} has been deleted successfully.`,
  );
  expect((await opened.get('/moderation/blocked-messages')).json.data).toHaveLength(1);
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { data: { text: 'x' } } : undefined;
    const gone = await opened.call(method, `/moderation/messages/${ids[1]}`, { body });
    expect([gone.status, gone.json.error.code]).toEqual([404, 'ERR_MESSAGE_ID_NOT_FOUND']);
  }
});

test('users and groups that do not exist come with their details', async () => {
  await using opened = await openPopulated();
  const unknown = await opened.post('/moderation/messages', { ...BODY, sender: 'eve' });
  expect([unknown.status, unknown.json.error.code]).toEqual([404, 'ERR_UID_NOT_FOUND']);
  await judge(opened, {
    sender: 'eve',
    senderUserDetails: { uid: 'eve', name: 'Eve' },
    receiver: 'club',
    receiverType: 'group',
    receiverGroupDetails: { guid: 'club', name: 'Club', type: 'public', owner: 'eve' },
  });
  expect((await opened.get('/users/eve')).json.data.name).toBe('Eve');
  expect((await opened.get('/groups/club')).json.data.name).toBe('Club');
});

test('with moderationdecided the answer shows the decision; what is no message is refused', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('moderationdecided') });
  await newRule(opened);
  expect((await judge(opened)).data.moderation.status).toBe('disapproved');
  for (const over of [
    { sender: '' },
    { receiverType: 'x' },
    { data: { text: ' ' } },
    { receiver: undefined },
  ]) {
    expect((await opened.post('/moderation/messages', { ...BODY, ...over })).status).toBe(400);
  }
});

test('the list has filters: receiver, category, type, status', async () => {
  await using opened = await openPopulated();
  await newRule(opened);
  const bad = await judge(opened);
  const good = await judge(opened, { receiver: 'cid', data: { text: 'nice' } });
  const custom = await judge(opened, { category: 'custom', type: 'card', data: { customData: { a: 1 } } });
  for (const [query, expected] of [
    ['receiverUID=BOB', [bad, custom]],
    ['category=custom', [custom]],
    ['type=text', [bad, good]],
    ['moderationStatus=disapproved', [bad]],
    ['moderationStatus=pending', []],
    ['moderationStatus=approved&type=text', [good]],
  ] as const) {
    const { data } = (await opened.get(`/moderation/messages?${query}`)).json;
    expect([query, data.map((one: Json) => one.id)]).toEqual([query, expected.map(({ id }) => id)]);
  }
  expect((await opened.get('/moderation/messages?moderationStatus=odd')).status).toBe(400);
});
