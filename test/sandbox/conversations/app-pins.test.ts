import { expect, test } from 'vitest';
import { importRows, type Json, openPopulated, temporaryFolder, users } from '../sandbox-client.ts';

const NOW = 1_700_000_000;
const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code ?? 'ok'];

test('the app pins conversations for all users, in its order, and keeps them over a restart', async () => {
  using folder = temporaryFolder();
  const dataFile = `${folder.path}/data.sqlite`;
  let now = NOW;
  {
    await using opened = await openPopulated({ dataFile, clock: () => now * 1000 });
    const set = async (...pinnedConversations: object[]) =>
      (await opened.put('/conversations/pinned', { pinnedConversations })).json.data;
    expect((await opened.get('/conversations/pinned')).json.data).toEqual([]);
    await set({ uid: 'Bob' });
    now += 10;
    expect(await set({ guid: 'team' }, { uid: 'bob' }, { guid: 'TEAM' })).toEqual([
      {
        conversationId: 'group_team',
        conversationType: 'group',
        pinnedBy: 'app_system',
        pinnedAt: NOW + 10,
      },
      { conversationId: 'user_bob', conversationType: 'user', pinnedBy: 'app_system', pinnedAt: NOW },
    ]);
  }
  await using opened = await openPopulated({ dataFile });
  const ids = async () =>
    (await opened.get('/conversations/pinned')).json.data.map((one: Json) => one.conversationId);
  expect(await ids()).toEqual(['group_team', 'user_bob']);
  await opened.remove('/groups/team');
  expect(await ids()).toEqual(['user_bob']);
  await opened.put('/conversations/pinned', { pinnedConversations: [] });
  expect(await ids()).toEqual([]);
});

test('a wrong list of pins changes nothing', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'users', users('u1', 'u2', 'u3', 'u4', 'u5', 'u6'));
  const put = async (body: object) => outcome(await opened.put('/conversations/pinned', body));
  const six = [1, 2, 3, 4, 5, 6].map((n) => ({ uid: `u${n}` }));
  expect(await put({ pinnedConversations: six.slice(1) })).toEqual([200, 'ok']);
  const before = (await opened.get('/conversations/pinned')).text;
  expect(await put({ pinnedConversations: six })).toEqual([
    400,
    'ERR_SYSTEM_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
  ]);
  expect(await put({ pinnedConversations: [{ uid: 'nobody' }] })).toEqual([404, 'ERR_UID_NOT_FOUND']);
  expect(await put({ pinnedConversations: [{ guid: 'nowhere' }] })).toEqual([404, 'ERR_GUID_NOT_FOUND']);
  for (const entry of [{}, { uid: 'ann', guid: 'team' }, { uid: 'a b' }, 'ann', null]) {
    expect(await put({ pinnedConversations: [entry] })).toEqual([400, 'ERR_BAD_REQUEST']);
  }
  expect(await put({})).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(await put({ pinnedConversations: { uid: 'ann' } })).toEqual([400, 'ERR_BAD_REQUEST']);
  expect((await opened.get('/conversations/pinned')).text).toBe(before);
});

test('a conversation says who has pinned it; no user can pin what the app has pinned', async () => {
  await using opened = await openPopulated({ clock: () => NOW * 1000 });
  await opened.post(
    '/messages',
    { receiver: 'bob', receiverType: 'user', data: { text: 'hi' } },
    { as: 'ann' },
  );
  const pin = (path: string) => opened.post(`${path}/conversation/pin`, undefined, { as: 'ann' });
  const shown = async (path: string) => {
    const { pinnedAt, pinnedBy } = (await opened.get(`${path}/conversation`, { as: 'ann' })).json.data;
    return [pinnedAt, pinnedBy];
  };
  expect((await pin('/users/bob')).json.data).toMatchObject({ pinnedAt: NOW, pinnedBy: 'ann' });
  await opened.put('/conversations/pinned', { pinnedConversations: [{ uid: 'bob' }, { guid: 'team' }] });
  expect(await shown('/users/bob')).toEqual([NOW, 'app_system']);
  const refused = await pin('/groups/team');
  expect(outcome(refused)).toEqual([403, 'ERR_SYSTEM_PINNED_CONVERSATION']);
  expect(refused.json.error.message).toBe(
    'The conversation is pinned for all users by the app and can not be pinned by a user.',
  );
  await opened.put('/conversations/pinned', { pinnedConversations: [] });
  expect(await shown('/users/bob')).toEqual([NOW, 'ann']);
});
