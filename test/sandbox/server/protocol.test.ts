import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { openPopulated, openSandbox } from '../sandbox-client.ts';

test('errors have the documented envelope', async () => {
  await using opened = await openSandbox();
  const answer = await opened.get('/users/nobody');
  expect(answer.status).toBe(404);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.json).toEqual({
    error: {
      message: 'The UID nobody does not exist, please make sure you have created a user with UID nobody.',
      devMessage: expect.any(String),
      source: 'chat-api',
      code: 'ERR_UID_NOT_FOUND',
    },
  });
});

test.each([
  ['GET', '/nothing'],
  ['GET', '/users/ann/nothing'],
  ['PATCH', '/users'],
  ['DELETE', '/messages'],
  ['GET', '/data_import/users'],
  ['POST', '/data_import/nothing'],
  ['GET', ''],
  ['GET', '/users/'],
  ['GET', '//users'],
])('%s %s is no API', async (method, path) => {
  await using opened = await openSandbox();
  const answer = await opened.call(method, path);
  expect([answer.status, answer.json.error.code]).toEqual([404, 'ERR_API_NOT_FOUND']);
});

test('an unknown version and an unknown path have different codes', async () => {
  await using opened = await openSandbox();
  const { origin } = new URL(opened.sandbox.baseUrl);
  expect((await opened.get(`${origin}/v2/users`)).json.error.code).toBe('ERR_INVALID_API_VERSION');
  expect((await opened.get(`${origin}/users`)).json.error.code).toBe('ERR_API_NOT_FOUND');
});

test('keys: missing, unknown, and of too small a scope', async () => {
  await using opened = await openPopulated();
  const authKey = opened.secret(opened.sandbox.files.authKey);
  const outcome = async (key: string | null, method: string, path: string, body?: unknown) => {
    const { status, json } = await opened.call(method, path, { key, ...(body !== undefined && { body }) });
    return `${status} ${json.error?.code ?? 'ok'}`;
  };
  expect(await outcome(null, 'GET', '/users')).toBe('401 AUTH_ERR_EMPTY_APIKEY');
  expect(await outcome('', 'GET', '/users')).toBe('401 AUTH_ERR_EMPTY_APIKEY');
  expect(await outcome('f'.repeat(40), 'GET', '/users')).toBe('404 AUTH_ERR_APIKEY_NOT_FOUND');
  expect(await outcome(authKey, 'GET', '/users')).toBe('403 AUTH_ERR_NO_ACCESS');
  expect(await outcome(authKey, 'POST', '/data_import/users', { users: {} })).toBe('403 AUTH_ERR_NO_ACCESS');
  expect(await outcome(authKey, 'DELETE', '/users/ann')).toBe('403 AUTH_ERR_NO_ACCESS');
  expect(await outcome(authKey, 'POST', '/users', { uid: 'new', name: 'New' })).toBe('200 ok');
  expect(await outcome(authKey, 'POST', '/users/ann/auth_tokens', {})).toBe('200 ok');
});

test.each([
  ['{"users":', 'The body is not valid JSON.'],
  ['[1]', 'The body must be a JSON object.'],
  ['"text"', 'The body must be a JSON object.'],
  ['null', 'The body must be a JSON object.'],
])('the body %s is refused with the reason', async (body, reason) => {
  await using opened = await openSandbox();
  const answer = await opened.post('/data_import/users', body);
  expect([answer.status, answer.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(answer.json.error.details.body).toEqual([reason]);
});

test('a body that is not UTF-8 is refused', async () => {
  await using opened = await openSandbox();
  const answer = await opened.post('/users', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
  expect(answer.json.error.details.body).toEqual(['The body is not valid UTF-8.']);
});

test('a body beyond the limit is answered 413, with or without its length announced', async () => {
  await using opened = await openSandbox({ quirks: parseQuirks('body=2000') });
  const body = JSON.stringify({ users: { a: { uid: 'a', name: 'n'.repeat(5000) } } });
  const announced = await opened.post('/data_import/users', body);
  expect([announced.status, announced.json.error.code]).toEqual([413, 'ERR_BAD_REQUEST']);
  const chunked = await fetch(`${opened.sandbox.baseUrl}/data_import/users`, {
    method: 'POST',
    headers: { apikey: opened.secret(opened.sandbox.files.apiKey) },
    body: new ReadableStream({
      start(controller) {
        for (let part = 0; part < 50; part += 1)
          controller.enqueue(new TextEncoder().encode('x'.repeat(1000)));
        controller.close();
      },
    }),
    duplex: 'half',
  } as RequestInit);
  expect(chunked.status).toBe(413);
  expect((await opened.get('/users')).json.meta.pagination.total).toBe(0);
});

test('a body far beyond the limit still gets its answer', async () => {
  await using opened = await openSandbox();
  const answer = await opened.post('/users', 'x'.repeat(12_000_000));
  expect(answer.status).toBe(413);
});

test('path segments are decoded once and their ids checked', async () => {
  await using opened = await openPopulated();
  expect((await opened.get('/users/%61nn')).json.data.uid).toBe('ann');
  expect((await opened.get('/users/ANN')).json.data.uid).toBe('ann');
  const encodedTwice = await opened.get('/users/%2561nn');
  expect(encodedTwice.json.error.details).toEqual({ uid: ['The uid format is invalid.'] });
  const slash = await opened.get('/users/..%2Fgroups');
  expect([slash.status, slash.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  const broken = await opened.get('/users/%zz');
  expect([broken.status, broken.json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
});

test.each([
  ['perPage=0', 'perPage'],
  ['perPage=1001', 'perPage'],
  ['perPage=ten', 'perPage'],
  ['page=0', 'page'],
  ['page=-1', 'page'],
])('the query %s is refused', async (query, field) => {
  await using opened = await openSandbox();
  const answer = await opened.get(`/users?${query}`);
  expect([answer.status, Object.keys(answer.json.error.details)]).toEqual([400, [field]]);
});

test('onBehalfOf must name an active user, and is needed where the documentation says so', async () => {
  await using opened = await openPopulated();
  const unknown = await opened.get('/groups', { as: 'nobody' });
  expect([unknown.status, unknown.json.error.code]).toEqual([404, 'ERR_UID_NOT_FOUND']);
  const missing = await opened.get('/groups/team/conversation');
  expect(missing.json.error.details).toEqual({ onBehalfOf: ['The onBehalfOf header is required.'] });
});

test('every request is logged', async () => {
  await using opened = await openSandbox();
  await opened.get('/users?perPage=5');
  await opened.get('/nothing');
  expect(opened.events).toEqual([
    { method: 'GET', path: '/v3/users', status: 200, ms: expect.any(Number) },
    { method: 'GET', path: '/v3/nothing', status: 404, ms: expect.any(Number) },
  ]);
});

test('plain http on the https port is refused with a hint, and has no effect', async () => {
  await using opened = await openSandbox({ http: false });
  const { host } = new URL(opened.sandbox.baseUrl);
  const { status, json } = await opened.post(`http://${host}/v3/users`, { uid: 'ann', name: 'Ann' });
  expect([status, json.error.code]).toEqual([400, 'ERR_BAD_REQUEST']);
  expect(json.error.message).toBe('Plain HTTP is not supported. Please use https.');
  expect((await opened.get('/users')).json.data).toEqual([]);
});

test('a body of any content that comes without a good key is refused for the key', async () => {
  await using opened = await openSandbox();
  const body = Buffer.alloc(9 * 1024 * 1024, 0x20);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => opened.post('/users', body, { key: 'unknown' })),
  );
  for (const { status, json } of answers) {
    expect([status, json.error.code]).toEqual([404, 'AUTH_ERR_APIKEY_NOT_FOUND']);
  }
  expect((await opened.post('/users', Buffer.alloc(11 * 1024 * 1024), { key: null })).status).toBe(413);
});
