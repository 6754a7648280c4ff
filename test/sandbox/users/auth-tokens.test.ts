import { expect, test } from 'vitest';
import { type Json, openPopulated } from '../sandbox-client.ts';

const PATH = '/users/ann/auth_tokens';

test('a token is kept until force asks for another', async () => {
  await using opened = await openPopulated();
  const first = (await opened.post(PATH, {})).json.data;
  expect(first).toEqual({
    uid: 'ann',
    authToken: expect.stringMatching(/^ann_\d{10}[0-9a-f]{30}$/),
    createdAt: expect.any(Number),
  });
  expect((await opened.post(PATH)).json.data).toEqual(first);
  const second = (await opened.post(PATH, { force: true })).json.data;
  expect(second.authToken).not.toBe(first.authToken);
  expect((await opened.post(PATH, {})).json.data).toEqual(second);
  const list = (await opened.get(PATH)).json;
  expect(list.data).toEqual([second, first]);
  expect(list.meta.pagination).toMatchObject({ total: 2, count: 2, per_page: 100, current_page: 1 });
  expect((await opened.get(`${PATH}?perPage=1&page=2`)).json.data).toEqual([first]);
  expect((await opened.post('/users/nobody/auth_tokens', {})).status).toBe(404);
  expect((await opened.post(PATH, { force: 'yes' })).json.error.details).toHaveProperty('force');
});

test('a token is tied to a platform and a device, deleted, and flushed', async () => {
  await using opened = await openPopulated();
  const { authToken } = (await opened.post(PATH, {})).json.data;
  const one = `${PATH}/${authToken}`;
  const use = { platform: 'ios', userAgent: 'App/1.0', appInfo: { version: 'x', ['__proto__']: 1 } };
  expect((await opened.put(one, use)).json.data).toMatchObject({ uid: 'ann', authToken, ...use });
  expect((await opened.put(one, { platform: 'web' })).json.data).toMatchObject({ ...use, platform: 'web' });
  expect((await opened.get(one)).json.data).toMatchObject({ authToken, platform: 'web' });
  for (const [field, value] of [
    ['platform', 7],
    ['platform', 'x'.repeat(101)],
    ['userAgent', []],
    ['appInfo', 'text'],
    ['appInfo', { a: 'x'.repeat(6000) }],
  ] as const) {
    const { status, json } = await opened.put(one, { [field]: value });
    expect([status, Object.keys(json.error.details)]).toEqual([400, [field]]);
  }
  const foreign = await opened.get(`/users/bob/auth_tokens/${authToken}`);
  expect([foreign.status, foreign.json.error.code]).toEqual([404, 'ERR_AUTH_TOKEN_NOT_FOUND']);
  expect((await opened.remove(one)).json.data).toEqual({
    success: true,
    message: `The Auth Token ${authToken} has been deleted successfully.`,
  });
  expect((await opened.remove(one)).json.error.code).toBe('ERR_AUTH_TOKEN_NOT_FOUND');
  await opened.post(PATH, {});
  expect((await opened.remove(PATH)).json.data).toEqual({
    success: true,
    message: 'Cleared Auth Tokens successfully for uid ann.',
  });
  expect((await opened.get(PATH)).json.data).toEqual([]);
});

test('only the newest 100 tokens of a user are valid', async () => {
  await using opened = await openPopulated();
  const made: string[] = [];
  for (let count = 0; count < 102; count++) {
    made.push((await opened.post(PATH, { force: true })).json.data.authToken);
  }
  const list = (await opened.get(`${PATH}?perPage=1000`)).json;
  expect(list.meta.pagination.total).toBe(100);
  expect(list.data.map((token: Json) => token.authToken)).toEqual(made.slice(2).reverse());
  expect((await opened.get(`${PATH}/${made[1]}`)).status).toBe(404);
});

test('an authOnly key makes tokens and nothing else; a deactivated user has none', async () => {
  await using opened = await openPopulated();
  const key = opened.secret(opened.sandbox.files.authKey);
  expect((await opened.post(PATH, {}, { key })).status).toBe(200);
  for (const method of ['GET', 'DELETE']) {
    expect((await opened.call(method, PATH, { key })).json.error.code).toBe('AUTH_ERR_NO_ACCESS');
  }
  await opened.remove('/users/ann');
  expect((await opened.post(PATH, {})).json.error.code).toBe('ERR_UID_NOT_FOUND');
});
