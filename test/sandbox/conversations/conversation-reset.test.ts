import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  importRows,
  type Json,
  message,
  type Opened,
  openPopulated,
  openSandbox,
  temporaryFolder,
} from '../sandbox-client.ts';

const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code ?? 'ok'];
const AB = 'user_ann_user_bob';

/** Two messages between ann and bob, one in team, whose members are both. */
async function openTalk(dataFile?: string) {
  const opened = await openPopulated(dataFile === undefined ? {} : { dataFile });
  await importRows(opened, 'members', {
    team_member_bob: { memberId: 'team_member_bob', guid: 'team', uid: 'bob', joinedAt: 1_600_000_000 },
  });
  await importRows(opened, 'messages', {
    a: message('a', { sentAt: 1_700_000_000 }),
    b: message('b', { sentAt: 1_700_000_010, sender: 'bob', receiver: 'ann' }),
    t: message('t', { sentAt: 1_700_000_020, receiver: 'team', receiverType: 'group' }),
  });
  return opened;
}

const muids = async (opened: Opened, path: string, as?: string) =>
  (await opened.get(path, as === undefined ? {} : { as })).json.data.map((one: Json) => one.muid).join(' ');

const conversations = async (opened: Opened, as?: string) =>
  (await opened.get('/conversations', as === undefined ? {} : { as })).json.data.map(
    (one: Json) => one.conversationId,
  );

test('a delete for oneself hides what is there, from that user alone', async () => {
  await using opened = await openTalk();
  await opened.post('/users/bob/conversation/pin', undefined, { as: 'ann' });
  await opened.put('/users/bob/conversation', { tags: ['t'] }, { as: 'ann' });
  const gone = await opened.remove('/users/bob/conversation', { as: 'ann' });
  expect(gone.json).toEqual({
    data: { success: true, message: `The conversation ${AB} has been deleted successfully for UID ann.` },
  });
  expect(gone.headers['deprecation']).toBeUndefined();
  expect(outcome(await opened.get('/users/bob/conversation', { as: 'ann' }))).toEqual([
    404,
    'ERR_CONVERSATION_NOT_ACCESSIBLE',
  ]);
  expect(outcome(await opened.get(`/conversations/${AB}`, { as: 'ann' }))).toEqual([
    404,
    'ERR_CONVERSATION_NOT_ACCESSIBLE',
  ]);
  expect(await conversations(opened, 'ann')).toEqual(['group_team']);
  expect(await conversations(opened, 'bob')).toEqual(['group_team', AB]);
  expect(await conversations(opened)).toEqual([AB, 'group_team']);
  expect(await muids(opened, '/users/bob/messages', 'ann')).toBe('');
  expect(await muids(opened, '/messages', 'ann')).toBe('t');
  expect(await muids(opened, '/users/ann/messages', 'bob')).toBe('a b');
  expect(await muids(opened, '/messages')).toBe('a b t');
});

test('a later message brings the conversation back, with nothing but what is new', async () => {
  await using opened = await openTalk();
  await opened.remove('/users/bob/conversation', { as: 'ann' });
  await importRows(opened, 'messages', { old: message('old', { sentAt: 1_650_000_000 }) });
  await opened.post(
    '/messages',
    { receiver: 'ann', receiverType: 'user', data: { text: 'back' }, muid: 'new' },
    { as: 'bob' },
  );
  expect(await conversations(opened, 'ann')).toEqual([AB, 'group_team']);
  expect(await muids(opened, '/users/bob/messages', 'ann')).toBe('old new');
  expect(await muids(opened, `/messages?conversationId=${AB}&affix=prepend`, 'ann')).toBe('old new');
  expect(await muids(opened, '/messages', 'ann')).toBe('old t new');
  const { data } = (await opened.get('/users/bob/conversation', { as: 'ann' })).json;
  expect([data.unreadMessageCount, data.lastMessage.muid]).toEqual(['1', 'new']);
  expect(data).not.toHaveProperty('tags');
  await opened.remove('/users/bob/conversation', { as: 'ann' });
  expect(await muids(opened, '/users/bob/messages', 'ann')).toBe('');
});

test('the delete of a group conversation works alike', async () => {
  await using opened = await openTalk();
  const gone = await opened.remove('/groups/team/conversation', { as: 'ann' });
  expect(gone.json.data.message).toBe(
    'The conversation group_team has been deleted successfully for UID ann.',
  );
  expect(await muids(opened, '/groups/team/messages', 'ann')).toBe('');
  expect(await muids(opened, '/groups/team/messages', 'bob')).toBe('t');
  expect(await muids(opened, '/groups/team/messages')).toBe('t');
  await opened.put('/groups/team/members/bob', { scope: 'moderator' });
  const { data } = (await opened.get('/groups/team/conversation', { as: 'ann' })).json;
  expect(data.lastMessage.data.action).toBe('scopeChanged');
  expect(outcome(await opened.remove('/groups/team/conversation', { as: 'cid' }))).toEqual([
    404,
    'ERR_CONVERSATION_NOT_ACCESSIBLE',
  ]);
});

test('deleteMessagesPermanently removes what both sides have deleted', async () => {
  await using opened = await openTalk();
  const body = { conversationWith: 'bob', deleteMessagesPermanently: true };
  await opened.remove('/users/bob/conversation', { as: 'ann', body });
  expect(await muids(opened, '/messages')).toBe('a b t');
  await importRows(opened, 'messages', { c: message('c', { sentAt: 1_700_000_040 }) });
  await opened.remove('/users/ann/conversation', { as: 'bob', body: { deleteMessagesPermanently: true } });
  expect(await muids(opened, '/messages')).toBe('t c');
  expect(await muids(opened, '/users/bob/messages', 'ann')).toBe('c');
});

test.each([
  [{ conversationWith: 'cid' }, 'conversationWith'],
  [{ conversationWith: 7 }, 'conversationWith'],
  [{ conversationWith: 'b\u0000b' }, 'conversationWith'],
  [{ deleteMessagesPermanently: 'yes' }, 'deleteMessagesPermanently'],
])('a delete refuses %j', async (body, field) => {
  await using opened = await openTalk();
  const answer = await opened.remove('/users/bob/conversation', { as: 'ann', body });
  expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, [field]]);
  expect(await conversations(opened, 'ann')).toHaveLength(2);
});

test('the deprecated delete removes the conversation for all users in it', async () => {
  await using opened = await openTalk();
  const remove = (id: string, as: string) => opened.remove(`/conversations/${id}`, { as });
  expect(outcome(await remove(AB, 'cid'))).toEqual([404, 'ERR_CONVERSATION_NOT_ACCESSIBLE']);
  const gone = await remove('bob_user_ann', 'ann');
  expect(gone.json).toEqual({
    data: {
      success: true,
      message: `The conversation ${AB} has been deleted successfully for all the users.`,
    },
  });
  expect(gone.headers['deprecation']).toMatch(/^@\d+$/);
  expect(await conversations(opened, 'bob')).toEqual(['group_team']);
  expect(await conversations(opened)).toEqual(['group_team']);
  expect(await muids(opened, '/messages')).toBe('t');
  expect(outcome(await remove(AB, 'ann'))).toEqual([404, 'ERR_CONVERSATION_NOT_FOUND']);
  expect((await opened.remove(`/conversations/${AB}`)).json.error.details).toHaveProperty('onBehalfOf');
  const groups = await remove('group_team', 'bob');
  expect(groups.json.data.message).toBe(
    'The conversation group_team has been deleted successfully for all the users.',
  );
  expect((await opened.get('/groups/team')).status).toBe(200);
  await importRows(opened, 'messages', { again: message('again') });
  expect(await muids(opened, '/users/bob/messages', 'ann')).toBe('again');
});

test('two deletes at once: one deletes, the other is refused', async () => {
  await using opened = await openTalk();
  const resets = await Promise.all([1, 2].map(() => opened.remove('/users/bob/conversation', { as: 'ann' })));
  expect(resets.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [404, 'ERR_CONVERSATION_NOT_ACCESSIBLE'],
  ]);
  const deletes = await Promise.all(
    ['ann', 'bob'].map((as) => opened.remove('/conversations/group_team', { as })),
  );
  expect(deletes.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [404, 'ERR_CONVERSATION_NOT_FOUND'],
  ]);
});

test('what comes after a restart is not hidden by a delete before it', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  {
    await using before = await openTalk(dataFile);
    await before.remove('/users/bob/conversation', { as: 'ann' });
    await before.remove('/groups/team');
  }
  await using opened = await openSandbox({ dataFile });
  expect(await conversations(opened, 'ann')).toEqual([]);
  await importRows(opened, 'messages', { c: message('c') });
  expect(await muids(opened, '/users/bob/messages', 'ann')).toBe('c');
});

test('the id of a message that is gone is not given again, not even after a restart', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const body = { receiver: 'bob', receiverType: 'user', data: { text: 'hello' } };
  const send = async (opened: Opened) =>
    Number((await opened.post('/messages', body, { as: 'ann' })).json.data.id);
  let last: number;
  {
    await using opened = await openTalk(dataFile);
    last = await send(opened);
    await opened.remove(`/conversations/${AB}`, { as: 'ann' });
  }
  await using opened = await openSandbox({ dataFile });
  expect(await send(opened)).toBe(last + 1);
});
