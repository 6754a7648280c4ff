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
    'tags',
    'uid',
  ]);
  const roleless = await opened.post('/users', { uid: 'u', name: 'U', role: 'missing' });
  expect(roleless.json.error).toMatchObject({
    code: 'ERR_BAD_REQUEST',
    details: { role: expect.any(Array) },
  });
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
