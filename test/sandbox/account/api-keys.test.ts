import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Json, type Opened, openSandbox, temporaryFolder } from '../sandbox-client.ts';

test('a key is created, listed, changed and deleted', async () => {
  await using opened = await openSandbox();
  const made = (await opened.post('/apikeys', { name: 'Mine' })).json.data;
  expect(made).toEqual({
    apiKey: expect.stringMatching(/^[0-9a-f]{40}$/),
    name: 'Mine',
    scope: 'authOnly',
    createdAt: expect.any(Number),
  });
  expect((await opened.get(`/apikeys/${made.apiKey}`)).json.data).toEqual(made);
  const list = (await opened.get('/apikeys')).json;
  expect(list.data.map((key: Json) => key.name).sort()).toEqual(['Auth Key', 'Mine', 'REST API Key']);
  expect(list.meta.pagination).toMatchObject({ total: 3, count: 3 });
  const full = (await opened.get('/apikeys?scope=fullAccess')).json;
  expect([full.data.map((key: Json) => key.name), full.meta.pagination.total]).toEqual([['REST API Key'], 1]);
  expect((await opened.get('/apikeys?searchKey=iN')).json.data).toEqual([made]);
  expect((await opened.get('/apikeys?searchKey=%25')).json.data).toEqual([]);
  const changed = (await opened.put(`/apikeys/${made.apiKey}`, { name: 'Ours', scope: 'fullAccess' })).json
    .data;
  expect(changed).toEqual({ ...made, name: 'Ours', scope: 'fullAccess' });
  expect((await opened.remove(`/apikeys/${made.apiKey}`)).json.data).toEqual({
    success: true,
    message: `The Api Key ${made.apiKey} has been deleted successfully.`,
  });
  const gone = await opened.get(`/apikeys/${made.apiKey}`);
  expect([gone.status, gone.json.error.code]).toEqual([404, 'ERR_APIKEY_NOT_FOUND']);
});

test('keys are rotated: the new one works at once, the old one is refused at once', async () => {
  await using opened = await openSandbox();
  const old = opened.secret(opened.sandbox.files.apiKey);
  for (const method of ['PUT', 'DELETE']) {
    const self = await opened.call(method, `/apikeys/${old}`, { body: { name: 'x' } });
    expect([self.status, self.json.error.code]).toEqual([400, 'ERR_APIKEY_NO_SELF_ACTION']);
  }
  const { apiKey: key } = (await opened.post('/apikeys', { name: 'New', scope: 'fullAccess' })).json.data;
  expect((await opened.get('/users', { key })).status).toBe(200);
  expect((await opened.remove(`/apikeys/${old}`, { key })).status).toBe(200);
  const refused = await opened.get('/users', { key: old });
  expect([refused.status, refused.json.error.code]).toEqual([404, 'AUTH_ERR_APIKEY_NOT_FOUND']);
  expect((await opened.get('/users', { key })).status).toBe(200);
});

test('an authOnly key sees no keys, and a key loses its rights with its scope', async () => {
  await using opened = await openSandbox();
  const key = opened.secret(opened.sandbox.files.authKey);
  for (const [method, path] of [
    ['GET', '/apikeys'],
    ['POST', '/apikeys'],
    ['DELETE', `/apikeys/${key}`],
  ] as const) {
    const answer = await opened.call(method, path, { key });
    expect([answer.status, answer.json.error.code]).toEqual([403, 'AUTH_ERR_NO_ACCESS']);
  }
  await opened.put(`/apikeys/${key}`, { scope: 'fullAccess' });
  expect((await opened.get('/apikeys', { key })).status).toBe(200);
});

test('an app has at most 25 keys', async () => {
  await using opened = await openSandbox();
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => opened.post('/apikeys', { name: `Key ${index}` })),
  );
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ json }) => json.error.code)).toEqual(Array(2).fill('ERR_PLAN_QUOTA_RESTRICTION'));
});

test('fields that break the rules are refused with details', async () => {
  await using opened = await openSandbox();
  for (const [field, values] of [
    ['name', [undefined, null, '', ' ', 7, [], 'x'.repeat(101), '\ud800']],
    ['scope', ['admin', 7, [], '__proto__']],
  ] as const) {
    for (const value of values) {
      const { status, json } = await opened.post('/apikeys', { name: 'N', [field]: value });
      expect([value, status, Object.keys(json.error?.details ?? {})]).toEqual([value, 400, [field]]);
    }
  }
  expect((await opened.get('/apikeys?scope=admin')).json.error.details).toHaveProperty('scope');
  expect((await opened.get('/apikeys/__proto__')).status).toBe(404);
});

test('a deleted key stays deleted after a restart, also where it was the last of its scope', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const use = (opened: Opened, key: string) => opened.post('/users', { uid: 'ann', name: 'Ann' }, { key });
  let gone: string;
  {
    await using opened = await openSandbox({ dataFile });
    gone = opened.secret(opened.sandbox.files.authKey);
    expect((await opened.remove(`/apikeys/${gone}`)).status).toBe(200);
  }
  await using opened = await openSandbox({ dataFile });
  expect((await use(opened, gone)).json.error.code).toBe('AUTH_ERR_APIKEY_NOT_FOUND');
  expect((await use(opened, opened.secret(opened.sandbox.files.authKey))).status).toBe(200);
});

test('the log names no key and no token', async () => {
  await using opened = await openSandbox();
  await opened.post('/users', { uid: 'ann', name: 'Ann' });
  const { apiKey } = (await opened.post('/apikeys', { name: 'Mine' })).json.data;
  const { authToken } = (await opened.post('/users/ann/auth_tokens', {})).json.data;
  await opened.get(`/apikeys/${apiKey}`);
  await opened.get(`/users/ann/auth_tokens/${authToken}`);
  expect(opened.events.slice(-2).map(({ path }) => path)).toEqual([
    '/v3/apikeys/…',
    '/v3/users/ann/auth_tokens/…',
  ]);
});
