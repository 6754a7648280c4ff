import { expect, test } from 'vitest';
import { importRows, type Json, message, openPopulated, users } from '../sandbox-client.ts';

const T = 1_700_000_000;
const muids = (answer: { json: Json }) =>
  answer.json.data.map((one: Json) => one.muid ?? one.category).join(' ');

test('messages are found by senders and by ranges of their times', async () => {
  await using opened = await openPopulated({ clock: () => (T + 500) * 1000 });
  await importRows(opened, 'messages', {
    a: message('a', { sentAt: T }),
    b: message('b', { sentAt: T + 10, sender: 'bob', receiver: 'ann' }),
    c: message('c', { sentAt: T + 20, sender: 'cid', data: { text: 'See <@uid:ann>' }, receiver: 'ann' }),
  });
  await opened.put('/messages/1', { data: { text: 'edited' } }, { as: 'ann' });
  const list = async (query: string) => muids(await opened.get(`/messages?categories=message&${query}`));
  expect(await list('senders=ann,CID')).toBe('a c');
  expect(await list(`sentAt[from]=${T + 10}`)).toBe('b c');
  expect(await list(`sentAt[from]=${T + 10}&sentAt[to]=${T + 10}`)).toBe('b');
  expect(await list(`sentAt%5Bto%5D=${T}`)).toBe('a');
  // Every message has an updatedAt; the filter means those that were really updated.
  expect(await list('updatedAt[from]=1')).toBe('a');
  expect(await list(`updatedAt[to]=${T + 499}`)).toBe('');
  expect(await list(`editedAt[from]=${T + 500}&editedAt[to]=${T + 500}`)).toBe('a');
  expect(await list(`editedAt[to]=${T}`)).toBe('');
  const mine = '/users/cid/messages?myMentionsOnly=true';
  expect(muids(await opened.get(mine, { as: 'ann' }))).toBe('c');
  expect(muids(await opened.get('/users/bob/messages?myMentionsOnly=true', { as: 'ann' }))).toBe('');
  const refused = await opened.get('/messages?sentAt[from]=yesterday');
  expect(refused.json.error.details).toEqual({ 'sentAt[from]': [expect.any(String)] });
});

test('groups are found by ids, by ranges of their times and by the number of members', async () => {
  await using opened = await openPopulated({ clock: () => (T + 500) * 1000 });
  await importRows(opened, 'users', users('dan'));
  await importRows(opened, 'groups', {
    old: { guid: 'old', name: 'Old', type: 'public', createdAt: T },
    shut: { guid: 'shut', name: 'Shut', type: 'password', password: 'x', createdAt: T + 10 },
  });
  await opened.post('/groups/old/members', { participants: ['bob', 'cid'] });
  await opened.put('/groups/shut', { name: 'Closed' });
  const list = async (query: string) =>
    (await opened.get(`/groups?sortBy=guid&${query}`)).json.data.map((one: Json) => one.guid).join(' ');
  expect(await list('guid=OLD')).toBe('old');
  expect(await list('guids=shut,team,none')).toBe('shut team');
  expect(await list('guid=old&guids=team')).toBe('old team');
  expect(await list(`createdAt[from]=${T}&createdAt[to]=${T + 9}`)).toBe('old');
  expect(await list(`updatedAt[from]=${T + 500}`)).toBe('shut');
  expect(await list('membersCount[eq]=1')).toBe('team');
  expect(await list('membersCount[gt]=0&membersCount[lt]=2')).toBe('team');
  expect(await list('membersCount[gte]=2')).toBe('old');
  expect(await list('membersCount[lte]=0')).toBe('shut');
  expect(await list('type=protected')).toBe('shut');
  expect((await opened.get('/groups?membersCount[gt]=many')).json.error.code).toBe('ERR_BAD_REQUEST');
  const members = async (status: string) =>
    (await opened.get(`/groups/old/members?status=${status}`)).json.data.length;
  expect([await members('available'), await members('offline')]).toEqual([0, 2]);
});

test('conversations with users that one has blocked are listed if one asks for them', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'messages', { a: message('a'), b: message('b', { receiver: 'cid' }) });
  await opened.post('/users/ann/blockedusers', { blockedUids: ['bob'] });
  const list = async (query: string, as: string) =>
    (await opened.get(`/conversations?${query}`, { as })).json.data.map(
      (one: Json) => one.conversationWith.uid,
    );
  expect(await list('', 'ann')).toEqual(['cid']);
  expect(await list('includeBlockedUsers=true&withBlockedInfo=true', 'ann')).toEqual(['bob', 'cid']);
  expect(await list('', 'bob')).toEqual(['ann']);
  expect((await opened.get('/conversations?unique=1&useCursoredIndex=0')).json.data).toHaveLength(2);
  expect((await opened.get('/conversations?unique=1', { as: 'ann' })).json.error.code).toBe(
    'ERR_BAD_REQUEST',
  );
});

test('a reset with preserveOrder keeps the place in the list; new friends can get a conversation', async () => {
  let now = T;
  await using opened = await openPopulated({ clock: () => now * 1000 });
  await importRows(opened, 'messages', {
    a: message('a', { sentAt: T - 20 }),
    b: message('b', { sentAt: T - 10, receiver: 'cid' }),
  });
  const list = async () =>
    (await opened.get('/conversations', { as: 'ann' })).json.data.map((one: Json) => [
      one.conversationWith.uid,
      one.updatedAt,
      one.lastMessage?.muid,
    ]);
  await opened.remove('/users/cid/conversation', { as: 'ann', body: { preserveOrder: true } });
  expect(await list()).toEqual([
    ['cid', T - 10, undefined],
    ['bob', T - 20, 'a'],
  ]);
  expect((await opened.get('/users/cid/messages', { as: 'ann' })).json.data).toEqual([]);
  await opened.remove('/users/cid/conversation', { as: 'ann' });
  expect(await list()).toEqual([['bob', T - 20, 'a']]);
  await importRows(opened, 'users', users('dan', 'eve'));
  now += 100;
  await opened.post('/users/ann/friends', { accepted: ['dan'] });
  await opened.post('/users/ann/friends', { accepted: ['EVE'], addToConversations: true });
  expect((await list()).map(([uid]: Json) => uid)).toEqual(['bob', 'eve']);
});
