import { expect, test } from 'vitest';
import { importRows, type Json, openPopulated, users } from '../sandbox-client.ts';

test('a group is created with its members; its owner is an admin', async () => {
  await using opened = await openPopulated();
  const answer = await opened.post(
    '/groups',
    {
      guid: 'Club',
      name: 'Club',
      type: 'public',
      members: { moderators: ['bob'], participants: ['bob', 'nobody'] },
    },
    { as: 'ann' },
  );
  expect(answer.json.data).toMatchObject({
    guid: 'club',
    owner: 'ann',
    membersCount: 2,
    scope: 'admin',
    hasJoined: true,
  });
  expect(answer.json.data.members.data.moderators.bob.success).toBe(true);
  expect(answer.json.data.members.data.participants).toEqual({
    nobody: { success: false, error: expect.objectContaining({ code: 'ERR_UID_NOT_FOUND' }) },
  });
  expect((await opened.get('/groups/club')).json.data).not.toHaveProperty('scope');
  expect((await opened.get('/groups/club', { as: 'bob' })).json.data.scope).toBe('moderator');
  const codeOf = async (body: object) =>
    (await opened.post('/groups', { guid: 'g', name: 'G', ...body })).json.error.code;
  expect(await codeOf({ guid: 'club', type: 'public' })).toBe('ERR_GUID_ALREADY_EXISTS');
  expect(await codeOf({ type: 'password' })).toBe('ERR_EMPTY_GROUP_PASS');
  expect(await codeOf({ type: 'public', owner: 'nobody' })).toBe('ERR_UID_NOT_FOUND');
  expect(await codeOf({ type: 'odd' })).toBe('ERR_BAD_REQUEST');
  expect((await opened.get('/groups/nogroup')).json.error.code).toBe('ERR_GUID_NOT_FOUND');
});

test('groups are listed by type, by prefix, sorted, and those a user is in', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups', { guid: 'b', name: 'Alpha', type: 'private', tags: ['t'] });
  await opened.post('/groups', { guid: 'a', name: 'Beta', type: 'public' });
  const guids = async (query: string, as?: string) =>
    (await opened.get(`/groups?${query}`, as === undefined ? {} : { as })).json.data.map(
      (one: Json) => one.guid,
    );
  expect(await guids('')).toEqual(['team', 'b', 'a']);
  expect(await guids('type=private')).toEqual(['b']);
  expect(await guids('types=private,public')).toEqual(['team', 'b', 'a']);
  expect(await guids('searchKey=al')).toEqual(['b']);
  expect(await guids('sortBy=name')).toEqual(['b', 'a', 'team']);
  expect(await guids('sortBy=guid&sortOrder=desc')).toEqual(['team', 'b', 'a']);
  expect(await guids('hasJoined=true', 'ann')).toEqual(['team']);
  expect((await opened.get('/groups?perPage=2')).json.meta.pagination).toMatchObject({
    total: 3,
    total_pages: 2,
  });
});

const outcome = (answer: { status: number; json: Json }) => [answer.status, answer.json.error?.code ?? 'ok'];
const fieldsOf = (answer: { status: number; json: Json }) => [
  answer.status,
  Object.keys(answer.json.error.details),
];

test('a group is changed: what is given replaces, unset empties, updatedBy says who', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups', {
    guid: 'club',
    name: 'Club',
    type: 'public',
    icon: 'https://example.com/i.png',
    description: 'about',
    metadata: { a: 1 },
    tags: ['x'],
  });
  const changed = await opened.put('/groups/club', {
    name: 'New',
    type: 'password',
    password: 'secret',
    owner: 'bob',
    tags: ['y', 'z'],
    unset: ['icon', 'metadata'],
  });
  expect(changed.json.data).toEqual({
    guid: 'club',
    name: 'New',
    description: 'about',
    type: 'password',
    membersCount: 1,
    conversationId: 'group_club',
    createdAt: expect.any(Number),
    owner: 'bob',
    updatedAt: expect.any(Number),
    updatedBy: 'app_system',
    tags: ['y', 'z'],
  });
  expect((await opened.get('/groups/club', { as: 'bob' })).json.data.scope).toBe('admin');
  const byBob = await opened.put('/groups/club', { name: 'Mine', owner: 'ann' }, { as: 'bob' });
  expect(byBob.json.data).toMatchObject({ name: 'Mine', owner: 'bob', updatedBy: 'bob' });
  expect(outcome(await opened.put('/groups/club', { owner: 'nobody' }))).toEqual([404, 'ERR_UID_NOT_FOUND']);
  expect(outcome(await opened.put('/groups/none', { name: 'x' }))).toEqual([404, 'ERR_GUID_NOT_FOUND']);
  expect((await opened.put('/groups/club', { type: 'public' })).json.data.type).toBe('public');
  expect(outcome(await opened.put('/groups/club', { type: 'password' }))).toEqual([
    400,
    'ERR_EMPTY_GROUP_PASS',
  ]);
});

test.each([
  [{ name: '' }, ['name']],
  [{ name: 7 }, ['name']],
  [{ name: 'x'.repeat(101) }, ['name']],
  [{ name: '\ud800' }, ['name']],
  [{ type: 'protected' }, ['type']],
  [{ type: 'constructor' }, ['type']],
  [{ icon: 'no url' }, ['icon']],
  [{ description: 'x'.repeat(256) }, ['description']],
  [{ password: 'x'.repeat(101) }, ['password']],
  [{ metadata: 'x' }, ['metadata']],
  [{ metadata: { a: 'x'.repeat(6000) } }, ['metadata']],
  [{ tags: 'x' }, ['tags']],
  [{ tags: Array(26).fill('t') }, ['tags']],
  [{ tags: ['x'.repeat(101)] }, ['tags']],
  [{ owner: 'b b' }, ['owner']],
  [{ owner: 'b\u0000' }, ['owner']],
  [{ unset: ['name'] }, ['unset']],
  [{ unset: ['__proto__'] }, ['unset']],
  [{ name: 1, tags: 1 }, ['name', 'tags']],
])('PUT of a group refuses %j', async (body, fields) => {
  await using opened = await openPopulated();
  expect(fieldsOf(await opened.put('/groups/team', body))).toEqual([400, fields]);
});

test('a group is deleted with members, bans, conversation and messages', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups/team/members', { participants: ['bob'], usersToBan: ['cid'] });
  await opened.post(
    '/messages',
    { receiver: 'team', receiverType: 'group', data: { text: 'x' } },
    { as: 'ann' },
  );
  const deleted = await opened.remove('/groups/team');
  expect(deleted.json).toEqual({
    data: { success: true, message: 'Group with guid team has been deleted successfully.' },
  });
  expect(outcome(await opened.get('/groups/team'))).toEqual([404, 'ERR_GUID_NOT_FOUND']);
  expect((await opened.get('/messages')).json.data).toEqual([]);
  expect((await opened.get('/conversations')).json.data).toEqual([]);
  await opened.post('/groups', { guid: 'team', name: 'Again', type: 'public' });
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(0);
  expect((await opened.get('/groups/team/bannedusers')).json.data).toEqual([]);
  expect(outcome(await opened.post('/groups/team/members', { participants: ['cid'] }))).toEqual([200, 'ok']);
});

test('two requests for one guid: one creates the group, the other is refused', async () => {
  await using opened = await openPopulated();
  const body = { guid: 'same', name: 'Same', type: 'public' };
  const made = await Promise.all([opened.post('/groups', body), opened.post('/groups', body)]);
  expect(made.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [400, 'ERR_GUID_ALREADY_EXISTS'],
  ]);
  const gone = await Promise.all([opened.remove('/groups/same'), opened.remove('/groups/same')]);
  expect(gone.map(outcome).sort()).toEqual([
    [200, 'ok'],
    [404, 'ERR_GUID_NOT_FOUND'],
  ]);
});

test('on behalf of a user: moderators change a group, admins delete it, outsiders see no private one', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'users', users('dan'));
  await opened.post(
    '/groups',
    { guid: 'den', name: 'Den', type: 'private', members: { moderators: ['bob'], participants: ['cid'] } },
    { as: 'ann' },
  );
  const put = (as: string) => opened.put('/groups/den', { description: as }, { as });
  expect(outcome(await put('bob'))).toEqual([200, 'ok']);
  expect(outcome(await put('cid'))).toEqual([403, 'ERR_GROUP_NO_MODERATOR_SCOPE']);
  expect(outcome(await put('dan'))).toEqual([404, 'ERR_NOT_A_MEMBER']);
  expect(outcome(await opened.remove('/groups/den', { as: 'bob' }))).toEqual([
    403,
    'ERR_GROUP_NO_ADMIN_SCOPE',
  ]);
  expect(outcome(await opened.get('/groups/den', { as: 'dan' }))).toEqual([404, 'ERR_NOT_A_MEMBER']);
  expect(outcome(await opened.get('/groups/den/members', { as: 'dan' }))).toEqual([404, 'ERR_NOT_A_MEMBER']);
  const guids = async (as: string) =>
    (await opened.get('/groups', { as })).json.data.map((one: Json) => one.guid);
  expect([await guids('dan'), await guids('cid')]).toEqual([['team'], ['team', 'den']]);
  expect((await opened.get('/groups', { as: 'cid' })).json.data[1]).toMatchObject({
    scope: 'participant',
    hasJoined: true,
  });
  expect(outcome(await opened.remove('/groups/den', { as: 'ann' }))).toEqual([200, 'ok']);
});

test('groups are searched in what is named, filtered by all tags, and shown with tags if asked', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups', { guid: 'red', name: 'Blue', type: 'public', tags: ['a', 'b'] });
  await opened.post('/groups', { guid: 'blue', name: 'Red', type: 'public', tags: ['a'] });
  const list = async (query: string) => (await opened.get(`/groups?${query}`)).json.data;
  const guids = async (query: string) => (await list(query)).map((one: Json) => one.guid);
  expect(await guids('searchKey=red')).toEqual(['red', 'blue']);
  expect(await guids('searchKey=red&searchIn=guid')).toEqual(['red']);
  expect(await guids('searchKey=red&searchIn=name')).toEqual(['blue']);
  expect(await guids('tags=a')).toEqual(['red', 'blue']);
  expect(await guids('tags=a,b')).toEqual(['red']);
  expect((await list('tags=b&withTags=true'))[0].tags).toEqual(['a', 'b']);
  expect((await list('tags=b'))[0]).not.toHaveProperty('tags');
  for (const query of ['searchIn=owner', 'types=odd', 'affix=both', 'updatedAt=x', 'sortBy=__proto__']) {
    expect((await opened.get(`/groups?${query}`)).status).toBe(400);
  }
});

test('groups that changed after or before a time, with a cursor to go on', async () => {
  let now = 1_800_000_000_000;
  await using opened = await openPopulated({ clock: () => now });
  for (const guid of ['a', 'b', 'c']) {
    now += 10_000;
    await opened.post('/groups', { guid, name: guid, type: 'public' });
  }
  now += 10_000;
  await opened.put('/groups/a', { name: 'changed' });
  const list = async (query: string) => {
    const { data, meta } = (await opened.get(`/groups?${query}`)).json;
    return [data.map((one: Json) => one.guid).join(' '), meta.cursor];
  };
  expect(await list('affix=append&updatedAt=1800000020')).toEqual([
    'c a',
    { updatedAt: 1_800_000_040, affix: 'append' },
  ]);
  expect(await list('affix=prepend&updatedAt=1800000030')).toEqual([
    'b team',
    { updatedAt: 1_800_000_000, affix: 'prepend' },
  ]);
  expect(await list('affix=append&perPage=2')).toEqual([
    'team b',
    { updatedAt: 1_800_000_020, affix: 'append' },
  ]);
});
