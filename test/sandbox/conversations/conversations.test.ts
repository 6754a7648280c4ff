import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { importRows, type Json, message, type Opened, openPopulated, users } from '../sandbox-client.ts';

const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code ?? 'ok'];

/** ann talks with bob, cid and in team; bob with cid, which ann is not part of. */
async function openTalk(quirks = '') {
  const opened = await openPopulated({ quirks: parseQuirks(quirks) });
  await importRows(opened, 'messages', {
    a: message('a', { sentAt: 1_700_000_000 }),
    b: message('b', { sender: 'cid', receiver: 'ann', sentAt: 1_700_000_020 }),
    c: message('c', { receiver: 'team', receiverType: 'group', sentAt: 1_700_000_010 }),
    d: message('d', { sender: 'bob', receiver: 'cid', sentAt: 1_700_000_030 }),
  });
  return opened;
}

async function ids(opened: Opened, query = '', as?: string): Promise<string[]> {
  const answer = await opened.get(`/conversations?${query}`, as === undefined ? {} : { as });
  return answer.json.data.map((one: Json) => one.conversationId);
}

const AB = 'user_ann_user_bob';
const AC = 'user_ann_user_cid';
const BC = 'user_bob_user_cid';
const TEAM = 'group_team';

test('a conversation has the documented members', async () => {
  await using opened = await openTalk();
  const { data } = (await opened.get('/users/bob/conversation', { as: 'ann' })).json;
  expect(data).toEqual({
    conversationId: AB,
    conversationType: 'user',
    unreadMessageCount: '0',
    createdAt: 1_700_000_000,
    updatedAt: 1_700_000_000,
    lastMessage: expect.objectContaining({ muid: 'a', conversationId: AB }),
    conversationWith: expect.objectContaining({ uid: 'bob', conversationId: AB }),
  });
});

test('a user has its own, the newest first, then by the other side; the app has all, by uid', async () => {
  await using opened = await openTalk();
  expect(await ids(opened, '', 'ann')).toEqual([AC, TEAM, AB]);
  expect(await ids(opened, '', 'cid')).toEqual([BC, AC]);
  expect(await ids(opened)).toEqual([AC, AB, BC, TEAM]);
  await importRows(opened, 'messages', {
    e: message('e', { sentAt: 1_700_000_020 }),
    f: message('f', { receiver: 'team', receiverType: 'group', sentAt: 1_700_000_020 }),
  });
  expect(await ids(opened, '', 'ann')).toEqual([AB, AC, TEAM]);
  const page = await opened.get('/conversations?perPage=2&page=2', { as: 'ann' });
  expect(page.json.data.map((one: Json) => one.conversationId)).toEqual([TEAM]);
  expect(page.json.meta.pagination).toEqual({
    total: 3,
    count: 1,
    per_page: 2,
    current_page: 2,
    total_pages: 2,
  });
  expect((await opened.get('/conversations?perPage=3&page=2')).json.meta.pagination).toMatchObject({
    total: 4,
    count: 1,
  });
});

test('the last message is the latest by sentAt, then by id', async () => {
  await using opened = await openTalk();
  await importRows(opened, 'messages', {
    late: message('late', { sentAt: 1_700_000_040 }),
    same: message('same', { sentAt: 1_700_000_040 }),
    early: message('early', { sentAt: 1_600_000_000 }),
  });
  const { data } = (await opened.get('/users/ann/conversation', { as: 'bob' })).json;
  expect([data.lastMessage.muid, data.updatedAt]).toEqual(['same', 1_700_000_040]);
});

test('conversations are found by type and by the beginning of the name or id of the other side', async () => {
  await using opened = await openTalk();
  expect(await ids(opened, 'conversationType=group', 'ann')).toEqual([TEAM]);
  expect(await ids(opened, 'conversationType=user', 'ann')).toEqual([AC, AB]);
  expect(await ids(opened, 'searchKey=bo', 'ann')).toEqual([AB]);
  expect(await ids(opened, 'searchKey=name%20of%20a', 'bob')).toEqual([AB]);
  expect(await ids(opened, 'searchKey=tea', 'ann')).toEqual([TEAM]);
  expect(await ids(opened, 'searchKey=%25', 'ann')).toEqual([]);
  expect(await ids(opened, 'searchKey=cid')).toEqual([AC, BC]);
});

test('tags of a conversation are those of one user; tags of users and groups are asked for separately', async () => {
  await using opened = await openTalk();
  const put = await opened.put('/users/bob/conversation', { tags: ['x', 'y'] }, { as: 'ann' });
  expect(put.json.data).toMatchObject({ conversationId: AB, tags: ['x', 'y'] });
  await opened.put('/groups/team/conversation', { tags: ['y'] }, { as: 'ann' });
  expect(await ids(opened, 'tags=y', 'ann')).toEqual([TEAM, AB]);
  expect(await ids(opened, 'tags=y,x', 'ann')).toEqual([AB]);
  expect(await ids(opened, 'tags=y', 'bob')).toEqual([]);
  const tagsOf = async (query: string, as: string) =>
    (await opened.get(`/conversations?conversationType=user&${query}`, { as })).json.data.map(
      (one: Json) => one.tags,
    );
  expect(await tagsOf('withTags=true', 'ann')).toEqual([undefined, ['x', 'y']]);
  expect(await tagsOf('', 'ann')).toEqual([undefined, undefined]);
  expect(await tagsOf('withTags=true', 'bob')).toEqual([undefined, undefined]);
  const cleared = await opened.put('/users/bob/conversation', { tags: [] }, { as: 'ann' });
  expect(cleared.json.data).not.toHaveProperty('tags');

  await opened.put('/users/cid', { tags: ['u'] });
  await opened.put('/groups/team', { tags: ['g', 'h'] });
  expect(await ids(opened, 'userTags=u', 'ann')).toEqual([AC]);
  expect(await ids(opened, 'groupTags=g,h', 'ann')).toEqual([TEAM]);
  expect(await ids(opened, 'groupTags=g,none', 'ann')).toEqual([]);
  expect(await ids(opened, 'userTags=u&groupTags=g', 'ann')).toEqual([AC, TEAM]);
  const peers = (await opened.get('/conversations?withUserAndGroupTags=true', { as: 'ann' })).json.data;
  expect(peers.map((one: Json) => one.conversationWith.tags)).toEqual([['u'], ['g', 'h'], undefined]);
});

test.each([
  [{}, 'tags'],
  [{ tags: null }, 'tags'],
  [{ tags: 'x' }, 'tags'],
  [{ tags: [1] }, 'tags'],
  [{ tags: ['\ud800'] }, 'tags'],
  [{ tags: ['x'.repeat(101)] }, 'tags'],
  [{ tags: Array(26).fill('t') }, 'tags'],
  [{ ['__proto__']: ['t'] }, 'tags'],
])('tags refuse %j', async (body, field) => {
  await using opened = await openTalk();
  const answer = await opened.put('/users/bob/conversation', body, { as: 'ann' });
  expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, [field]]);
});

test('before the first message, and to others, a conversation is not accessible', async () => {
  await using opened = await openTalk();
  await importRows(opened, 'users', users('dan'));
  for (const path of ['', '/read', '/delivered']) {
    const method = path === '' ? 'GET' : 'POST';
    expect(outcome(await opened.call(method, `/users/dan/conversation${path}`, { as: 'ann' }))).toEqual([
      404,
      'ERR_CONVERSATION_NOT_ACCESSIBLE',
    ]);
    expect(outcome(await opened.call(method, `/groups/team/conversation${path}`, { as: 'dan' }))).toEqual([
      404,
      'ERR_CONVERSATION_NOT_ACCESSIBLE',
    ]);
  }
  expect(outcome(await opened.get('/users/none/conversation', { as: 'ann' }))).toEqual([
    404,
    'ERR_UID_NOT_FOUND',
  ]);
  expect(outcome(await opened.get('/groups/none/conversation', { as: 'ann' }))).toEqual([
    404,
    'ERR_GUID_NOT_FOUND',
  ]);
});

test('by id, deprecated: both forms and either order, for participants only', async () => {
  await using opened = await openTalk();
  const get = (id: string, as: string) => opened.get(`/conversations/${id}`, { as });
  for (const id of [AB, 'user_bob_user_ann', 'ann_user_bob', 'bob_user_ann', 'USER_Ann_USER_Bob']) {
    const answer = await get(id, 'ann');
    expect(answer.json.data.conversationId).toBe(AB);
    expect(answer.headers['deprecation']).toBeDefined();
    expect(answer.headers['link']).toBe('</v3/users/bob/conversation>; rel="successor-version"');
  }
  const ofTeam = await opened.call('DELETE', `/conversations/${TEAM}`, { as: 'bob' });
  expect(ofTeam.headers['link']).toBe('</v3/groups/team/conversation>; rel="successor-version"');
  // What does not exist has successors, too, but nothing to name in them.
  const replaced = ['users/%7Buid%7D', 'groups/%7Bguid%7D'];
  expect((await get('group_none', 'ann')).headers['link']).toBe(
    replaced.map((path) => `</v3/${path}/conversation>; rel="successor-version"`).join(', '),
  );
  expect((await get(TEAM, 'ann')).json.data.conversationWith.guid).toBe('team');
  expect(outcome(await get(AB, 'cid'))).toEqual([404, 'ERR_CONVERSATION_NOT_ACCESSIBLE']);
  expect(outcome(await get(TEAM, 'bob'))).toEqual([404, 'ERR_CONVERSATION_NOT_ACCESSIBLE']);
  for (const id of [
    'user_ann_user_dan',
    'group_none',
    'nonsense',
    '%00',
    '__proto__',
    `group_${'x'.repeat(2000)}`,
  ]) {
    expect(outcome(await get(id, 'ann'))).toEqual([404, 'ERR_CONVERSATION_NOT_FOUND']);
  }
  expect((await opened.get(`/conversations/${AB}`)).json.error.details).toHaveProperty('onBehalfOf');
});

test('uids that contain _user_: the id means the conversation of the one who asks', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'users', users('a', 'b_user_c', 'a_user_b', 'c'));
  await importRows(opened, 'messages', {
    m1: message('m1', { sender: 'a', receiver: 'b_user_c' }),
    m2: message('m2', { sender: 'a_user_b', receiver: 'c' }),
  });
  const get = async (as: string) =>
    (await opened.get('/conversations/a_user_b_user_c', { as })).json.data.lastMessage.muid;
  expect([await get('a'), await get('c')]).toEqual(['m1', 'm2']);
});

test('conversationids=short: ids are answered in the short form, both forms are taken', async () => {
  await using opened = await openTalk('conversationids=short');
  expect(await ids(opened, '', 'ann')).toEqual(['ann_user_cid', TEAM, 'ann_user_bob']);
  const { data } = (await opened.get(`/conversations/${AB}`, { as: 'ann' })).json;
  expect([data.lastMessage.conversationId, data.conversationWith.conversationId]).toEqual([
    'ann_user_bob',
    'ann_user_bob',
  ]);
  expect((await opened.get(`/messages?conversationId=${AB}`)).json.data).toHaveLength(1);
});

test('five conversations can be pinned, also before their first message', async () => {
  await using opened = await openTalk();
  await importRows(opened, 'users', users('u1', 'u2', 'u3', 'u4'));
  const pin = (path: string) => opened.post(`${path}/conversation/pin`, undefined, { as: 'ann' });
  expect((await pin('/users/bob')).json.data).toMatchObject({
    conversationId: AB,
    pinnedAt: expect.any(Number),
  });
  for (const path of ['/users/bob', '/groups/team', '/users/u1', '/users/u2', '/users/u3']) {
    expect(outcome(await pin(path))).toEqual([200, 'ok']);
  }
  expect(outcome(await pin('/users/u4'))).toEqual([400, 'ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED']);
  expect((await opened.get('/users/ann/conversation', { as: 'bob' })).json.data).not.toHaveProperty(
    'pinnedAt',
  );
  const unpinned = await opened.remove('/users/bob/conversation/pin', { as: 'ann' });
  expect(unpinned.json.data).not.toHaveProperty('pinnedAt');
  expect(outcome(await pin('/users/u4'))).toEqual([200, 'ok']);
  expect(outcome(await opened.remove('/users/cid/conversation/pin', { as: 'bob' }))).toEqual([200, 'ok']);
  expect((await opened.get('/users/u1/conversation', { as: 'ann' })).json.data).not.toHaveProperty(
    'lastMessage',
  );
});
