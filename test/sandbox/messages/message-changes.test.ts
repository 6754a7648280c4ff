import { expect, test } from 'vitest';
import { type Json, type Opened, openPopulated } from '../sandbox-client.ts';

const text = (value: string) => ({ receiver: 'bob', receiverType: 'user', data: { text: value } });

/** Sends a message and answers its id. */
async function sent(opened: Opened, body: object, as: string): Promise<string> {
  return (await opened.post('/messages', body, { as })).json.data.id;
}

const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code];

test('an edit answers the action message, which stays in the history, and changes the message', async () => {
  await using opened = await openPopulated();
  const body = { ...text('before'), data: { text: 'before', metadata: { a: 1 }, own: 7 }, tags: ['t'] };
  const id = await sent(opened, body, 'ann');
  const answer = await opened.put(
    `/messages/${id}`,
    { data: { text: 'after' }, tags: ['u', 'v'] },
    { as: 'ann' },
  );
  expect(answer.status).toBe(200);
  const action = answer.json.data;
  expect(action).toMatchObject({
    id: '2',
    conversationId: 'user_ann_user_bob',
    sender: 'ann',
    receiver: 'bob',
    receiverType: 'user',
    category: 'action',
    type: 'message',
    data: { action: 'edited' },
  });
  const { by, for: to, on } = action.data.entities;
  expect([by.entity.uid, by.entityType, to.entity.uid, to.entityType, on.entityType]).toEqual([
    'ann',
    'user',
    'bob',
    'user',
    'message',
  ]);
  const edited = (await opened.get(`/messages/${id}`)).json.data;
  expect(on.entity).toEqual(edited);
  expect(edited).toMatchObject({ editedBy: 'ann', tags: ['u', 'v'] });
  expect(edited.editedAt).toBe(edited.updatedAt);
  expect(edited.data).toMatchObject({ text: 'after', metadata: { a: 1 }, own: 7 });
  const history = (await opened.get('/messages?conversationId=user_ann_user_bob')).json.data;
  expect(history.map((one: Json) => one.category)).toEqual(['message', 'action']);
  expect(history[1].data.entities.on.entity.editedAt).toBe(edited.editedAt);
});

test('the app may edit every message; in a conversation of two its action keeps the sender', async () => {
  await using opened = await openPopulated();
  const id = await sent(opened, text('x'), 'ann');
  const action = (await opened.put(`/messages/${id}`, { data: { metadata: { b: 2 } } })).json.data;
  expect(action).toMatchObject({ sender: 'ann', receiver: 'bob', conversationId: 'user_ann_user_bob' });
  expect(action.data.entities.by.entity.uid).toBe('app_system');
  expect(action.data.entities.on.entity).toMatchObject({ editedBy: 'app_system', data: { text: 'x' } });
});

test('only the sender, who moderates the group, and the app may change a message', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups/team/members', { participants: ['bob'], moderators: ['cid'] });
  const own = await sent(opened, text('x'), 'ann');
  const change = { data: { text: 'y' } };
  expect(outcome(await opened.put(`/messages/${own}`, change, { as: 'bob' }))).toEqual([
    403,
    'ERR_MESSAGE_NOT_A_SENDER',
  ]);
  expect(outcome(await opened.put(`/messages/${own}`, change, { as: 'cid' }))).toEqual([
    403,
    'ERR_MESSAGE_NO_ACCESS',
  ]);
  expect(outcome(await opened.remove(`/messages/${own}`, { as: 'bob' }))[1]).toBe('ERR_MESSAGE_NOT_A_SENDER');
  const toTeam = { ...text('x'), receiver: 'team', receiverType: 'group' };
  const group = await sent(opened, toTeam, 'ann');
  expect(outcome(await opened.put(`/messages/${group}`, change, { as: 'bob' }))[1]).toBe(
    'ERR_MESSAGE_NOT_A_SENDER',
  );
  const action = (await opened.put(`/messages/${group}`, change, { as: 'cid' })).json.data;
  expect(action).toMatchObject({ sender: 'cid', receiver: 'team', receiverType: 'group' });
  expect(outcome(await opened.put(`/messages/${action.id}`, change))).toEqual([
    403,
    'ERR_MESSAGE_ACTION_NOT_ALLOWED',
  ]);
  expect(outcome(await opened.put('/messages/999', change))).toEqual([404, 'ERR_MESSAGE_ID_NOT_FOUND']);
});

test('an edit is checked like a message that is sent', async () => {
  await using opened = await openPopulated();
  const id = await sent(opened, text('x'), 'ann');
  const put = async (body: unknown) => (await opened.put(`/messages/${id}`, body)).json.error;
  expect((await put({})).details).toEqual({ data: ['The data field is required.'] });
  expect((await put({ data: 'x' })).details).toEqual({ data: ['The data must be an object.'] });
  expect(await put({ data: { text: 5 } })).toMatchObject({
    code: 'ERR_INVALID_MESSAGE_TEXT',
    details: { 'data.text': ['The data.text must be a string.'] },
  });
  expect((await put({ data: { metadata: [] } })).details['data.metadata']).toHaveLength(1);
  expect((await put({ tags: [5] })).details.tags).toHaveLength(1);
  expect((await put({ data: { text: '  ' } })).code).toBe('ERR_EMPTY_MESSAGE_TEXT');
  await opened.put(`/messages/${id}`, { data: { a: 'x'.repeat(6000) } });
  expect((await put({ data: { b: 'x'.repeat(6000) } })).details.data[0]).toMatch(/10240 bytes/);
});

test('a deleted message leaves its place without content; it can no longer be changed', async () => {
  await using opened = await openPopulated();
  const id = await sent(opened, text('secret <@uid:bob>'), 'ann');
  await opened.post(`/messages/${id}/reactions/👍`, undefined, { as: 'bob' });
  const action = (await opened.remove(`/messages/${id}`, { as: 'ann' })).json.data;
  expect(action.data.action).toBe('deleted');
  expect(action.data.entities.on.entity).toMatchObject({ id, deletedBy: 'ann' });
  const left = (await opened.get(`/messages/${id}`)).json.data;
  expect(left).toMatchObject({ id, deletedBy: 'ann', deletedAt: left.updatedAt });
  expect(Object.keys(left.data)).toEqual(['entities']);
  expect(outcome(await opened.put(`/messages/${id}`, { data: { text: 'y' } }))[1]).toBe(
    'ERR_MESSAGE_ACTION_NOT_ALLOWED',
  );
  expect(outcome(await opened.remove(`/messages/${id}`))[1]).toBe('ERR_MESSAGE_ACTION_NOT_ALLOWED');
  const list = async (query: string) =>
    (await opened.get(`/messages?category=message&${query}`)).json.data.map((one: Json) => one.id);
  expect(await list('hideDeleted=true')).toEqual([]);
  expect(await list('onlyDeleted=true')).toEqual([id]);
  expect(await list('searchKey=secret')).toEqual([]);
  await opened.remove(`/messages/${id}`, { body: { permanent: true } });
  expect((await opened.get(`/messages/${id}`)).status).toBe(404);
});

test('a message deleted for good is gone, the action that is answered is kept nowhere, and so is a conversation without any', async () => {
  await using opened = await openPopulated();
  const id = await sent(opened, text('x'), 'ann');
  const answer = await opened.remove(`/messages/${id}`, { as: 'ann', body: { permanent: true } });
  expect(answer.json.data.data.entities.on.entity.id).toBe(id);
  expect(outcome(await opened.get(`/messages/${id}`))).toEqual([404, 'ERR_MESSAGE_ID_NOT_FOUND']);
  expect((await opened.get('/messages')).json.data).toEqual([]);
  expect((await opened.get('/conversations')).json.data).toEqual([]);
  const bad = await opened.remove('/messages/1', { body: { permanent: 'yes' } });
  expect(outcome(bad)).toEqual([400, 'ERR_BAD_REQUEST']);
});

test('pins: for all, at most 100 in a conversation, in groups by who moderates', async () => {
  await using opened = await openPopulated();
  const id = await sent(opened, text('x'), 'ann');
  const pinned = (await opened.post(`/messages/${id}/pin`, undefined, { as: 'bob' })).json.data;
  expect(pinned.pinnedAt).toBeGreaterThan(0);
  expect((await opened.post(`/messages/${id}/pin`)).status).toBe(200);
  expect((await opened.get('/messages?pinned=true')).json.data).toHaveLength(1);
  const refused = await opened.post(`/messages/${id}/pin`, undefined, { as: 'cid' });
  expect(outcome(refused)).toEqual([403, 'ERR_MESSAGE_NO_ACCESS']);
  for (let n = 1; n < 100; n += 1) {
    await opened.post(`/messages/${await sent(opened, text(`m${n}`), 'ann')}/pin`);
  }
  const more = await opened.post(`/messages/${await sent(opened, text('more'), 'ann')}/pin`);
  expect(outcome(more)).toEqual([400, 'ERR_PINNED_MESSAGES_LIMIT_EXCEEDED']);
  const unpinned = (await opened.remove(`/messages/${id}/pin`, { as: 'ann' })).json.data;
  expect(unpinned.pinnedAt).toBeUndefined();
  await opened.post('/groups/team/members', { participants: ['bob'] });
  const group = await sent(opened, { ...text('x'), receiver: 'team', receiverType: 'group' }, 'bob');
  const participant = await opened.post(`/messages/${group}/pin`, undefined, { as: 'bob' });
  expect(outcome(participant)).toEqual([403, 'ERR_GROUP_NO_MODERATOR_SCOPE']);
  expect((await opened.post(`/messages/${group}/pin`, undefined, { as: 'ann' })).status).toBe(200);
});

test('saved messages belong to one user, at most 100', async () => {
  await using opened = await openPopulated();
  const first = await sent(opened, text('m0'), 'ann');
  for (let n = 0; n < 100; n += 1) {
    const id = n === 0 ? first : await sent(opened, text(`m${n}`), 'ann');
    expect((await opened.post(`/messages/${id}/save`, undefined, { as: 'ann' })).json.data.id).toBe(id);
  }
  expect((await opened.post(`/messages/${first}/save`, undefined, { as: 'ann' })).status).toBe(200);
  const more = await sent(opened, text('more'), 'ann');
  expect(outcome(await opened.post(`/messages/${more}/save`, undefined, { as: 'ann' }))).toEqual([
    400,
    'ERR_SAVED_MESSAGES_LIMIT_EXCEEDED',
  ]);
  expect((await opened.get('/messages?saved=true&limit=500', { as: 'ann' })).json.data).toHaveLength(100);
  expect((await opened.get('/messages?saved=true', { as: 'bob' })).json.data).toHaveLength(0);
  expect((await opened.remove(`/messages/${first}/save`, { as: 'ann' })).status).toBe(200);
  expect((await opened.get('/messages?saved=true&limit=500', { as: 'ann' })).json.data).toHaveLength(99);
  expect(outcome(await opened.post(`/messages/${first}/save`))).toEqual([400, 'ERR_BAD_REQUEST']);
});

test('elements of a message are marked as used', async () => {
  await using opened = await openPopulated();
  const form = { interactiveData: { submitElement: { elementType: 'button', elementId: 'button' } } };
  const id = await sent(opened, { ...text('x'), category: 'interactive', type: 'form', data: form }, 'ann');
  const plain = await sent(opened, text('x'), 'ann');
  const use = { as: 'bob', body: { interactions: ['button'] } };
  expect(outcome(await opened.call('PATCH', `/messages/${plain}/interacted`, use))[1]).toBe(
    'ERR_MESSAGE_ACTION_NOT_ALLOWED',
  );
  const mark = (interactions: unknown) =>
    opened.call('PATCH', `/messages/${id}/interacted`, { as: 'bob', body: { interactions } });
  expect((await mark(['button', 'button'])).json.data).toEqual({
    success: true,
    message: `The message id ${id} has been marked as interacted for the user bob.`,
  });
  for (const bad of [undefined, null, 'x', [], [5], [''], ['x'.repeat(101)], ['\ud83d'], ['none']]) {
    const answer = await mark(bad);
    expect([...outcome(answer), Object.keys(answer.json.error.details)]).toEqual([
      400,
      'ERR_BAD_REQUEST',
      ['interactions'],
    ]);
  }
});
