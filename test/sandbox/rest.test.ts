import { expect, test } from 'vitest';
import { importRows, type Json, openPopulated, openSandbox, users } from './sandbox-client.ts';

const uidsOf = (answer: { json: Json }) => answer.json.data.map((one: Json) => one.uid);

test('a user is created, read, changed, deactivated and removed', async () => {
  await using opened = await openSandbox();
  const created = await opened.post('/users', { uid: 'Ann', name: 'Ann', tags: ['t'], withAuthToken: true });
  expect(created.status).toBe(200);
  expect(created.json.data).toMatchObject({
    uid: 'ann',
    name: 'Ann',
    role: 'default',
    status: 'offline',
    tags: ['t'],
  });
  expect(created.json.data.authToken).toMatch(/^ann_\d{10}[0-9a-f]+$/);
  expect(created.json.data).not.toHaveProperty('updatedAt');
  const changed = await opened.put('/users/ann', {
    name: 'Anna',
    link: 'https://example.com',
    metadata: { a: 1 },
    statusMessage: 'hi',
  });
  expect(changed.json.data).toMatchObject({
    name: 'Anna',
    link: 'https://example.com',
    metadata: { a: 1 },
    tags: ['t'],
  });
  expect(changed.json.data.updatedAt).toBeGreaterThan(1e9);
  const emptied = await opened.put('/users/ann', { unset: ['link', 'metadata'], tags: [] });
  expect(emptied.json.data).toMatchObject({ name: 'Anna', statusMessage: 'hi' });
  expect(Object.keys(emptied.json.data)).not.toEqual(expect.arrayContaining(['link']));
  expect(emptied.json.data).not.toHaveProperty('tags');
  expect((await opened.remove('/users/ann')).json.data).toEqual({ deactivatedUids: ['ann'] });
  expect((await opened.get('/users/ann')).json.error.code).toBe('ERR_UID_NOT_FOUND');
  expect((await opened.post('/users', { uid: 'ann', name: 'A' })).json.error.code).toBe(
    'ERR_UID_ALREADY_EXISTS',
  );
  expect(uidsOf(await opened.get('/users'))).toEqual([]);
  expect(uidsOf(await opened.get('/users?onlyDeactivated=true'))).toEqual(['ann']);
  expect(uidsOf(await opened.get('/users?withDeactivated=true'))).toEqual(['ann']);
  const removed = await opened.remove('/users/ann', { body: { permanent: true } });
  expect(removed.json.data).toEqual({
    success: true,
    message: 'User with ann has been deleted successfully.',
  });
  expect((await opened.post('/users', { uid: 'ann', name: 'A' })).status).toBe(200);
});

test('a user that breaks the rules is refused with details by field', async () => {
  await using opened = await openSandbox();
  const answer = await opened.post('/users', {
    uid: 'no spaces',
    name: 7,
    avatar: 'x',
    role: 'missing',
    tags: 'x',
    metadata: [1],
  });
  expect([answer.status, answer.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(Object.keys(answer.json.error.details).sort()).toEqual([
    'avatar',
    'metadata',
    'name',
    'role',
    'tags',
    'uid',
  ]);
  expect((await opened.post('/users', {})).json.error.details).toEqual({
    uid: ['The uid field is required.'],
    name: ['The name field is required.'],
  });
  expect((await opened.put('/users/app_system', { name: 'x' })).status).toBe(404);
  expect((await opened.post('/users', { uid: 'app_system', name: 'x' })).json.error.code).toBe(
    'ERR_UID_ALREADY_EXISTS',
  );
});

test('users are paged with true totals, found by prefix, role and tag', async () => {
  await using opened = await openSandbox();
  await importRows(opened, 'users', users(...Array.from({ length: 25 }, (_, index) => `user${index}`)));
  await opened.post('/roles', { role: 'staff', name: 'Staff' });
  await opened.post('/users', { uid: 'x_1', name: 'Zed', role: 'staff', tags: ['vip', 'new'] });
  await opened.post('/users', { uid: 'xa1', name: 'Yan' });
  const page = await opened.get('/users?perPage=10&page=3');
  expect(page.json.meta.pagination).toEqual({
    total: 27,
    count: 7,
    per_page: 10,
    current_page: 3,
    total_pages: 3,
  });
  expect(uidsOf(page)).toEqual(['user20', 'user21', 'user22', 'user23', 'user24', 'x_1', 'xa1']);
  expect(uidsOf(await opened.get('/users?page=9'))).toEqual([]);
  expect(uidsOf(await opened.get('/users?searchKey=x_'))).toEqual(['x_1']);
  expect(uidsOf(await opened.get('/users?searchKey=z&searchIn=name'))).toEqual(['x_1']);
  expect(uidsOf(await opened.get('/users?searchKey=z&searchIn=uid'))).toEqual([]);
  expect(uidsOf(await opened.get('/users?role=staff'))).toEqual(['x_1']);
  expect(uidsOf(await opened.get('/users?tags=new,vip'))).toEqual(['x_1']);
  expect((await opened.get('/users?tags=vip')).json.data[0]).not.toHaveProperty('tags');
  expect((await opened.get('/users?tags=vip&withTags=true')).json.data[0].tags).toEqual(['vip', 'new']);
  expect((await opened.get('/users')).json.meta.pagination.total).toBe(27);
  await opened.remove('/users/user0');
  expect((await opened.get('/users')).json.meta.pagination.total).toBe(26);
});

test('auth tokens: kept until force asks for another', async () => {
  await using opened = await openPopulated();
  const first = (await opened.post('/users/ann/auth_tokens', {})).json.data;
  expect(first).toEqual({
    uid: 'ann',
    authToken: expect.stringMatching(/^ann_\d{10}[0-9a-f]+$/),
    createdAt: expect.any(Number),
  });
  expect((await opened.post('/users/ann/auth_tokens')).json.data).toEqual(first);
  expect((await opened.post('/users/ann/auth_tokens', { force: true })).json.data.authToken).not.toBe(
    first.authToken,
  );
  expect((await opened.post('/users/nobody/auth_tokens', {})).status).toBe(404);
});

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

test('members are added by scope with a result each, and leave an action message', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'users', users('dan', 'eve'));
  const answer = await opened.post('/groups/team/members', {
    admins: ['bob'],
    moderators: ['bob', 'cid'],
    participants: ['ann', 'nobody'],
    usersToBan: ['dan'],
  });
  expect(answer.status).toBe(200);
  const { admins, moderators, participants, usersToBan } = answer.json.data;
  expect(admins.bob).toMatchObject({
    success: true,
    data: {
      category: 'action',
      type: 'groupMember',
      sender: 'app_system',
      receiver: 'team',
      data: { action: 'added' },
    },
  });
  expect(Object.keys(moderators)).toEqual(['cid']);
  expect(participants.ann).toMatchObject({ success: false, error: { code: 'ERR_ALREADY_JOINED' } });
  expect(participants.nobody.error.code).toBe('ERR_UID_NOT_FOUND');
  expect(usersToBan.dan).toEqual({ success: true });
  const banned = await opened.post('/groups/team/members', { participants: ['dan'] });
  expect(banned.json.data.participants.dan.error.code).toBe('ERR_BANNED_GROUPMEMBER');
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(3);
  const history = (await opened.get('/groups/team/messages')).json.data;
  expect(history.map((one: Json) => one.data.entities.on.entity.uid)).toEqual(['bob', 'cid']);
  const byAnn = await opened.post('/groups/team/members', { participants: ['eve'] }, { as: 'ann' });
  expect(byAnn.json.data.participants.eve.data.sender).toBe('ann');
  await opened.post('/groups/team/members', { usersToBan: ['eve'] });
  expect((await opened.get('/groups/team')).json.data.membersCount).toBe(3);
});

test('members are listed as users with scope and time of joining', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups/team/members', { participants: ['bob', 'cid'] });
  const answer = await opened.get('/groups/team/members?perPage=2');
  expect(answer.json.data[0]).toMatchObject({
    uid: 'ann',
    name: 'Name of ann',
    scope: 'admin',
    joinedAt: 1_600_000_000,
  });
  expect(answer.json.meta.pagination).toEqual({
    total: 3,
    count: 2,
    per_page: 2,
    current_page: 1,
    total_pages: 2,
  });
  expect(uidsOf(await opened.get('/groups/team/members?scopes=participant'))).toEqual(['bob', 'cid']);
  expect((await opened.get('/groups/none/members')).status).toBe(404);
});

test('25 uids at a time, at least one', async () => {
  await using opened = await openPopulated();
  const uids = Array.from({ length: 26 }, (_, index) => `u${index}`);
  const tooMany = await opened.post('/groups/team/members', {
    admins: uids.slice(0, 13),
    participants: uids.slice(13),
  });
  expect([tooMany.status, tooMany.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect((await opened.post('/groups/team/members', {})).status).toBe(400);
  expect((await opened.post('/groups/team/members', { admins: 'ann' })).status).toBe(400);
});

test('roles: default is there, others are added once', async () => {
  await using opened = await openSandbox();
  const role = { role: 'Staff', name: 'Staff', description: 'd', settings: { listUsers: 'all' } };
  expect((await opened.post('/roles', role)).json.data).toMatchObject({ ...role, role: 'staff' });
  expect((await opened.post('/roles', role)).json.error.code).toBe('ERR_ROLE_ALREADY_EXISTS');
  expect((await opened.post('/roles', { role: 'default', name: 'D' })).json.error.code).toBe(
    'ERR_ROLE_ALREADY_EXISTS',
  );
  const list = await opened.get('/roles');
  expect(list.json.data.map((one: Json) => one.role)).toEqual(['default', 'staff']);
  expect(list.json.meta.pagination.total).toBe(2);
  expect((await opened.post('/users', { uid: 'a', name: 'A', role: 'staff' })).json.data.role).toBe('staff');
});
