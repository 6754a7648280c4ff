import { expect, test } from 'vitest';
import { importRows, type Json, openPopulated, openSandbox, users } from '../sandbox-client.ts';

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

test('several users are deactivated and reactivated in one call', async () => {
  await using opened = await openPopulated();
  await opened.remove('/users/cid');
  const down = await opened.call('DELETE', '/users', {
    body: { uidsToDeactivate: ['Ann', 'bob', 'cid', 'none', 'app_system'] },
  });
  expect(down.json.data).toEqual({
    deactivatedUids: ['ann', 'bob'],
    alreadyDeactivatedUids: ['cid'],
    notFound: ['none', 'app_system'],
  });
  expect((await opened.get('/users')).json.meta.pagination.total).toBe(0);
  expect((await opened.get('/users?withDeactivated=true')).json.meta.pagination.total).toBe(3);
  expect((await opened.get('/users/ann', { as: 'bob' })).json.error.code).toBe('ERR_UID_NOT_FOUND');
  await opened.put('/users', { uidsToActivate: ['bob'] });
  const up = await opened.put('/users', { uidsToActivate: ['ann', 'bob', 'none'] });
  expect(up.json.data).toEqual({
    reactivatedUids: ['ann'],
    nonDeactivatedUids: ['bob'],
    notFound: ['none'],
  });
  expect(uidsOf(await opened.get('/users'))).toEqual(['ann', 'bob']);
  expect((await opened.get('/users/ann')).json.data).not.toHaveProperty('deactivatedAt');
  const one = await opened.call('DELETE', '/users', { body: { uidsToDeactivate: ['ann'] } });
  expect(one.json.data).toEqual({ deactivatedUids: ['ann'] });
  for (const uidsToActivate of [undefined, null, [], 'ann', ['no good'], [7], [null], {}]) {
    const { status, json } = await opened.put('/users', { uidsToActivate });
    expect([status, Object.keys(json.error.details)]).toEqual([400, ['uidsToActivate']]);
  }
});

test('on behalf of a user others show their conversation, their blocks and no private metadata', async () => {
  await using opened = await openPopulated();
  await opened.put('/users/bob', { metadata: { '@private': { email: 'b@example.com' }, level: 3 } });
  await opened.put('/users/cid', { metadata: { '@private': { email: 'c@example.com' } } });
  await opened.post('/users/ann/blockedusers', { blockedUids: ['bob'] });
  await opened.post('/users/cid/blockedusers', { blockedUids: ['ann'] });
  const [ann, bob, cid] = (await opened.get('/users', { as: 'Ann' })).json.data;
  expect(ann).not.toHaveProperty('conversationId');
  expect(bob).toMatchObject({
    conversationId: 'user_ann_user_bob',
    metadata: { level: 3 },
    blockedByMe: true,
    blockedByMeAt: expect.any(Number),
    blockedAt: bob.blockedByMeAt,
  });
  expect(bob.metadata).toEqual({ level: 3 });
  expect(bob).not.toHaveProperty('hasBlockedMe');
  expect(cid).toMatchObject({ hasBlockedMe: true, blockedAt: expect.any(Number) });
  expect(cid).not.toHaveProperty('metadata');
  expect(cid).not.toHaveProperty('blockedByMe');
  expect((await opened.get('/users/bob', { as: 'ann' })).json.data).toMatchObject({ blockedByMe: true });
  const { data: own } = (await opened.get('/users/bob', { as: 'bob' })).json;
  expect(own.metadata).toEqual({ '@private': { email: 'b@example.com' }, level: 3 });
  expect(own).not.toHaveProperty('conversationId');
  expect((await opened.get('/users/bob')).json.data.metadata['@private']).toEqual({ email: 'b@example.com' });
  expect((await opened.get('/users', { as: 'nobody' })).json.error.code).toBe('ERR_UID_NOT_FOUND');
});

test('users that changed are read with a cursor', async () => {
  let now = 1_700_000_000_000;
  await using opened = await openSandbox({ clock: () => now });
  for (const uid of ['a', 'b', 'c']) {
    await opened.post('/users', { uid, name: uid });
    now += 10_000;
  }
  await opened.put('/users/a', { name: 'A' });
  const all = await opened.get('/users');
  expect(uidsOf(all)).toEqual(['a', 'b', 'c']);
  expect(all.json.meta.cursor).toEqual({ updatedAt: 1_700_000_030, affix: 'prepend' });
  const after = await opened.get('/users?affix=append&updatedAt=1700000010');
  expect([uidsOf(after), after.json.meta.pagination.total]).toEqual([['c', 'a'], 2]);
  expect(after.json.meta.cursor).toEqual({ updatedAt: 1_700_000_030, affix: 'append' });
  const before = await opened.get('/users?affix=prepend&updatedAt=1700000030');
  expect(uidsOf(before)).toEqual(['c', 'b']);
  expect(before.json.meta.cursor).toEqual({ updatedAt: 1_700_000_010, affix: 'prepend' });
  expect((await opened.get('/users?updatedAt=1800000000')).json.meta).not.toHaveProperty('cursor');
  expect((await opened.get('/users?affix=sideways')).json.error.details).toEqual({
    affix: ['The selected affix is invalid.'],
  });
});

test('the search takes the beginning of uid or name, without case, and refuses unknown fields', async () => {
  await using opened = await openSandbox();
  for (const [uid, name] of [
    ['ab', 'Zoe'],
    ['zz', 'ABel'],
    ['c%', '100% Bea'],
    ['constructor', 'Ünal'],
  ]) {
    await opened.post('/users', { uid: uid?.replace('%', '1'), name });
  }
  const found = async (query: string) => uidsOf(await opened.get(`/users?${query}`));
  expect(await found('searchKey=AB')).toEqual(['ab', 'zz']);
  expect(await found('searchKey=ab&searchIn=name')).toEqual(['zz']);
  expect(await found('searchKey=ab&searchIn=uid,name&roles=default&status=offline')).toEqual(['ab', 'zz']);
  expect(await found('searchKey=%25')).toEqual([]);
  expect(await found('searchKey=100%25')).toEqual(['c1']);
  expect(await found('searchKey=no%20id&searchIn=uid')).toEqual([]);
  expect(await found('searchKey=%C3%9C')).toEqual(['constructor']);
  expect(await found('searchKey=%00')).toEqual([]);
  expect(await found('status=available')).toEqual([]);
  expect(await found('count=true')).toHaveLength(4);
  const wrong = await opened.get('/users?searchKey=a&searchIn=email');
  expect([wrong.status, wrong.json.error.details]).toEqual([
    400,
    { searchIn: ['The selected searchIn is invalid.'] },
  ]);
});

test('a search with very many matches pages like one with few', async () => {
  await using opened = await openSandbox();
  for (let batch = 0; batch < 104; batch++) {
    const uids = Array.from({ length: 50 }, (_, index) => `many${String(batch * 50 + index)}`);
    await importRows(opened, 'users', users(...uids));
  }
  await opened.post('/users', { uid: 'x', name: 'MANY more' });
  const page = await opened.get('/users?searchKey=many&perPage=10&page=521');
  expect([uidsOf(page), page.json.meta.pagination.total]).toEqual([['x'], 5201]);
  expect(uidsOf(await opened.get('/users?searchKey=many&searchIn=name'))).toEqual(['x']);
});

test('pages and totals stay true while users come, go and come back', async () => {
  await using opened = await openSandbox();
  const uids = Array.from({ length: 4200 }, (_, index) => `n${index}`);
  for (let at = 0; at < uids.length; at += 50) {
    await importRows(opened, 'users', users(...uids.slice(at, at + 50)));
  }
  const total = async (query = '') =>
    (await opened.get(`/users?perPage=1${query}`)).json.meta.pagination.total;
  expect(await total()).toBe(4200);
  expect(uidsOf(await opened.get('/users?perPage=100&page=42'))).toEqual(uids.slice(4100));
  // The last block of users goes for good, then one comes: nothing may be counted twice or missed.
  await opened.call('DELETE', '/users', { body: { uidsToDeactivate: uids.slice(4000, 4200) } });
  for (const uid of uids.slice(4050)) await opened.remove(`/users/${uid}`, { body: { permanent: true } });
  expect([await total(), await total('&withDeactivated=true')]).toEqual([4000, 4050]);
  await opened.post('/users', { uid: 'late', name: 'Late' });
  expect((await opened.post('/users', { uid: 'late', name: 'Late' })).status).toBe(400);
  expect([await total(), await total('&withDeactivated=true')]).toEqual([4001, 4051]);
  await opened.put('/users', { uidsToActivate: uids.slice(4000, 4050) });
  expect(await total()).toBe(4051);
  expect(uidsOf(await opened.get('/users?perPage=50&page=82'))).toEqual(['late']);
  expect(uidsOf(await opened.get('/users?perPage=50&page=81'))).toEqual(uids.slice(4000, 4050));
});

test('of requests that race for one uid one wins, the others are refused', async () => {
  await using opened = await openSandbox();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => opened.post('/users', { uid: 'one', name: 'One' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  const refused = answers.filter(({ status }) => status === 400);
  expect(new Set(refused.map(({ json }) => json.error.code))).toEqual(new Set(['ERR_UID_ALREADY_EXISTS']));
});

test('names of built-in properties are uids like others', async () => {
  await using opened = await openSandbox();
  for (const uid of ['__proto__', 'constructor', 'tostring', 'hasownproperty']) {
    const text = JSON.stringify({ uid: 'x', name: 'N', metadata: {} }).replace('"x"', `"${uid}"`);
    expect((await opened.post('/users', text)).json.data.uid).toBe(uid);
    expect((await opened.get(`/users/${uid}`)).json.data.name).toBe('N');
  }
  const blocked = await opened.post('/users/constructor/blockedusers', { blockedUids: ['__proto__'] });
  expect(blocked.text).toContain('"__proto__":{"success":true');
});

test.each([
  ['name', [undefined, null, '', '   ', 7, [], {}, true, 'x'.repeat(101), '\ud800']],
  ['uid', [undefined, null, '', 'ä', 'a b', 'x'.repeat(101), 7, [], 'a\u0000', '\ud800']],
  ['avatar', [7, 'not a url', `https://example.com/${'x'.repeat(3000)}`, '\ud800']],
  ['link', [[], 'not a url']],
  ['statusMessage', [7, 'x'.repeat(256), '\udc00']],
  ['metadata', ['x', [1], 7, { a: 'x'.repeat(5200) }]],
  ['tags', ['x', {}, [7], ['x'.repeat(101)], Array(26).fill('t'), ['\ud800']]],
  ['role', [7, 'no such', 'missing']],
  ['withAuthToken', ['yes', {}, 2]],
])('a %s that breaks the rules is refused with details', async (field, values) => {
  await using opened = await openSandbox();
  for (const value of values) {
    const answer = await opened.post('/users', { uid: 'u', name: 'N', [field]: value });
    expect([value, answer.status, answer.json.error?.code]).toEqual([value, 400, 'ERR_BAD_REQUEST']);
    expect(Object.keys(answer.json.error.details)).toEqual([field]);
  }
  expect(uidsOf(await opened.get('/users'))).toEqual([]);
});
