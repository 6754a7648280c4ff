import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_LIMITS } from '../../../src/sandbox/app/rate-limits.ts';
import { parseFaults } from '../../../src/sandbox/sandbox.ts';
import {
  importRows,
  message,
  type Opened,
  openPopulated,
  openSandbox,
  temporaryFolder,
  users,
} from '../sandbox-client.ts';

const ASSETS = readdirSync(new URL('../../../src/sandbox/view', import.meta.url), {
  recursive: true,
  encoding: 'utf8',
}).filter((path) => /\.\w+$/.test(path));

/** Asks the sandbox below its root, with the view's token unless told otherwise. */
function look(opened: Opened, path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { origin, hash } = new URL(opened.sandbox.viewUrl);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  return opened.call(method, `${origin}${path}`, {
    key: null,
    headers: { 'x-view-token': token, ...headers },
  });
}

test('the page and each of its files come with headers that let nothing foreign in', async () => {
  await using opened = await openSandbox();
  for (const path of [
    '/',
    ...ASSETS.map((name) => `/view/${name}`),
    '/view/counts',
    '/view/conversations',
    '/v3/users',
  ]) {
    const { status, headers } = await look(opened, path);
    expect([path, status]).toEqual([path, 200]);
    expect(headers['content-security-policy'], path).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  }
});

test('nothing but the files of the view is served from disk', async () => {
  await using opened = await openSandbox();
  for (const path of [
    '/view/',
    '/view/../server/view.ts',
    '/view/%2e%2e/server/view.ts',
    '/view/nothing.js',
    '/view/..%2fserver%2fview.ts',
  ])
    expect([path, (await look(opened, path)).status]).toEqual([path, 404]);
});

test('the page and its style hold nothing of the data, so they need no token; everything else does', async () => {
  await using opened = await openPopulated();
  const { origin } = new URL(opened.sandbox.viewUrl);
  expect((await opened.get(`${origin}/`, { key: null })).status).toBe(200);
  for (const wrong of ['', 'x', '0'.repeat(40)])
    for (const path of ['/view/counts', '/view/conversations', '/view/app', '/v3/users', '/v3/messages'])
      expect(await look(opened, path, { 'x-view-token': wrong })).toMatchObject({
        status: 401,
        json: { error: { code: 'AUTH_ERR_NO_ACCESS' } },
      });
  const { status, text } = await opened.get(`${origin}/view/counts`, { key: null });
  expect([status, text.includes('ann')]).toEqual([401, false]);
});

test('the token reads the API without a key, also on behalf of a user, and never writes', async () => {
  await using opened = await openPopulated();
  await importRows(opened, 'messages', { m1: message('m1') });
  expect((await look(opened, '/v3/users/ann')).json.data).toMatchObject({ uid: 'ann' });
  const { json } = await look(opened, '/v3/conversations', { onBehalfOf: 'bob' });
  expect(json.data).toMatchObject([{ conversationWith: { uid: 'ann' }, lastMessage: { muid: 'm1' } }]);
  for (const [method, path] of [
    ['POST', '/v3/users'],
    ['DELETE', '/v3/users/ann'],
    ['PUT', '/v3/users/ann'],
    ['POST', '/'],
  ] as const)
    expect([method, path, (await look(opened, path, {}, method)).json.error.code]).toEqual([
      method,
      path,
      'AUTH_ERR_NO_ACCESS',
    ]);
  expect((await opened.get('/users/ann')).status).toBe(200);
});

test('over https the page comes from the same address', async () => {
  await using opened = await openPopulated({ http: false });
  expect(opened.sandbox.viewUrl).toMatch(/^https:/);
  expect((await look(opened, '/')).text).toContain('<title>chatferry sandbox</title>');
  expect((await look(opened, '/view/counts')).json.users).toBe(3);
});

test('a page that rebinds its own name to this machine gets nothing', async () => {
  await using opened = await openPopulated();
  const { port } = new URL(opened.sandbox.viewUrl);
  for (const host of [
    `evil.example:${port}`,
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
  ])
    for (const path of ['/', '/view/main.js', '/view/counts', '/v3/users'])
      expect([host, path, (await look(opened, path, { host })).status]).toEqual([host, path, 403]);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, 'app.localhost', '[::1]:80', 'LOCALHOST'])
    expect([host, (await look(opened, '/v3/users', { host })).status]).toEqual([host, 200]);
});

test('looking costs nothing of the budget, is hit by no fault, and does not change which fault comes next', async () => {
  await using opened = await openPopulated({ limits: { ...NO_LIMITS, standard: 1 } });
  for (let at = 0; at < 5; at++) expect((await look(opened, '/v3/users')).status).toBe(200);
  const outcomes = async (looks: number): Promise<number[]> => {
    await using faulty = await openSandbox({ faults: parseFaults('500:50%') });
    const seen: number[] = [];
    for (let at = 0; at < 12; at++) {
      for (let more = 0; more < looks; more++) expect((await look(faulty, '/v3/users')).status).toBe(200);
      seen.push((await faulty.get('/users')).status);
    }
    return seen;
  };
  const undisturbed = await outcomes(0);
  expect(new Set(undisturbed)).toEqual(new Set([200, 500]));
  expect(await outcomes(2)).toEqual(undisturbed);
});

test('the token is in a file that only its owner reads, and the same after a restart', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const start = async () => {
    await using opened = await openSandbox({ dataFile });
    const { viewUrl, files } = opened.sandbox;
    expect(viewUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]{40}$/);
    expect(readFileSync(files.viewToken, 'utf8').trim()).toBe(viewUrl.slice(-40));
    expect(statSync(files.viewToken).mode & 0o777).toBe(0o600);
    return viewUrl.slice(-40);
  };
  expect(await start()).toBe(await start());
});

test('counts follow every import', async () => {
  await using opened = await openPopulated();
  const counts = async () => (await look(opened, '/view/counts')).json;
  expect(await counts()).toEqual({ users: 3, groups: 1, members: 1, messages: 0, conversations: 0 });
  for (let batch = 1; batch <= 3; batch++) {
    const rows = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`${batch}-${at}`, message(`${batch}-${at}`)]),
    );
    await importRows(opened, 'messages', rows);
    expect(await counts()).toMatchObject({ messages: 40 * batch });
    // Counts of tables may be as old as fifty times the time that counting took, which is long on a busy machine.
    await expect.poll(counts).toMatchObject({ messages: 40 * batch, conversations: 1 });
  }
});

test('the token reads nothing that gives more access than itself: no keys, no auth tokens, no management call', async () => {
  await using opened = await openPopulated();
  const { authToken } = (await opened.post('/users/ann/auth_tokens', {})).json.data;
  const key = opened.secret(opened.sandbox.files.apiKey);
  for (const path of [
    '/v3/apikeys',
    `/v3/apikeys/${key}`,
    '/v3/users/ann/auth_tokens',
    `/v3/users/ann/auth_tokens/${authToken}`,
    '/management/apps',
  ]) {
    const { status, json } = await look(opened, path);
    expect([path, status, json.error.code]).toEqual([path, 403, 'AUTH_ERR_NO_ACCESS']);
  }
});

test('the view lists conversations with the newest messages first, whatever their ids', async () => {
  await using opened = await openPopulated();
  const sent = (muid: string, receiver: string, sentAt: number) => ({
    [muid]: message(muid, { sender: 'ann', receiver, sentAt: 1_700_000_000 + sentAt }),
  });
  await importRows(opened, 'users', users('zoe'));
  await importRows(opened, 'messages', {
    ...sent('m1', 'bob', 300),
    ...sent('m2', 'cid', 100),
    ...sent('m3', 'zoe', 200),
  });
  const listed = async (query = '') => {
    const { data, meta } = (await look(opened, `/view/conversations${query}`)).json;
    return [data.map((each: { conversationId: string }) => each.conversationId), meta.pagination.total];
  };
  const [bob, cid, zoe] = ['user_ann_user_bob', 'user_ann_user_cid', 'user_ann_user_zoe'];
  expect(await listed()).toEqual([[bob], 3]);
  expect(await listed('?perPage=50')).toEqual([[bob, zoe, cid], 3]);
  expect(await listed('?perPage=2&page=2')).toEqual([[cid], 3]);
  for (const odd of ['?page=-1&perPage=99999999', '?page=x&perPage=100', '?page=0.5&perPage=1e3'])
    expect(await listed(odd)).toEqual([[bob, zoe, cid], 3]);
  await importRows(opened, 'messages', sent('m4', 'cid', 400));
  await expect.poll(() => listed('?perPage=50')).toEqual([[cid, bob, zoe], 3]);
  await opened.call('DELETE', '/conversations/user_ann_user_bob', { headers: { onBehalfOf: 'ann' } });
  await expect.poll(() => listed('?perPage=50')).toEqual([[cid, zoe], 2]);
});
