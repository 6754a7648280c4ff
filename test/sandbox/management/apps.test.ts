import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { openSandbox, temporaryFolder } from '../sandbox-client.ts';
import { managementOf, openReceiver, until } from './receiver.ts';

async function openAccount(options: Parameters<typeof openSandbox>[0] = {}) {
  const opened = await openSandbox({ appId: 'first', ...options });
  return { ...opened, ...managementOf(opened) };
}

test('an app is created with keys that work, is listed, and is gone with its data when it is deleted', async () => {
  await using account = await openAccount();
  const { manage } = account;
  const made = await manage('POST', '/apps', {
    name: 'Shop',
    region: 'eu',
    version: '3',
    skipSampleData: true,
  });
  const { id, apiKeys } = made.json.data;
  expect(made.json.data).toEqual({
    id: expect.stringMatching(/^2[0-9a-f]{16}$/),
    name: 'Shop',
    plan: 'build',
    state: 'active',
    owner: 1,
    region: 'eu',
    createdAt: expect.any(Number),
    appOwner: { id: '1', name: expect.any(String), email: expect.any(String) },
    appRegion: { id: 'eu', name: 'eu', description: 'Europe' },
    apiKeys: expect.any(Object),
  });
  const keys = Object.values<{ apiKey: string; scope: string; createdBy: string }>(apiKeys);
  expect(keys.map(({ scope }) => scope).sort()).toEqual(['authOnly', 'fullAccess']);
  expect(keys.every(({ createdBy }) => createdBy === 'app_system')).toBe(true);
  const key = keys.find(({ scope }) => scope === 'fullAccess')?.apiKey ?? '';
  expect((await account.post('/users', { uid: 'ann', name: 'Ann' }, { key })).status).toBe(200);
  expect((await account.get('/users')).json.data).toEqual([]);
  const folder = join(account.dataFile.replace(/\.sqlite$/, ''), 'apps');
  expect(readFileSync(join(folder, id, 'api-key'), 'utf8').trim()).toBe(key);
  const gone = await manage('DELETE', `/apps/${id}`);
  expect(gone.json.data).toEqual({ success: true, scheduledToDeleteAt: expect.any(Number) });
  expect((await account.get('/users', { key })).json.error.code).toBe('AUTH_ERR_APIKEY_NOT_FOUND');
  expect([id, `${id}.sqlite`].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  expect((await manage('GET', '/apps')).json.data.map(({ id: one }: { id: string }) => one)).toEqual([
    'first',
  ]);
});

test('apps are listed page by page, and by a text in their id or name', async () => {
  await using account = await openAccount({ apps: ['second', 'third'] });
  const { manage } = account;
  await manage('POST', '/apps', { name: 'Second Hand', region: 'us' });
  const list = async (query: string) => (await manage('GET', `/apps?${query}`)).json;
  const page = await list('perPage=3&page=2');
  expect([page.data.length, page.meta.pagination.total]).toEqual([1, 4]);
  const names = async (query: string) => (await list(query)).data.map(({ name }: { name: string }) => name);
  expect(await names('searchKey=SECOND')).toEqual(expect.arrayContaining(['second', 'Second Hand']));
  expect(await names('searchKey=third')).toEqual(['third']);
  expect(await names('searchKey=none')).toEqual([]);
});

test('an account has at most ten apps; the first app stays', async () => {
  await using account = await openAccount({ apps: ['a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9'] });
  const { manage } = account;
  expect((await manage('POST', '/apps', { name: 'Ten', region: 'us' })).status).toBe(200);
  const full = await manage('POST', '/apps', { name: 'Eleven', region: 'us' });
  expect([full.status, full.json.error.code]).toEqual([400, 'ERR_APP_CREATION_FAILED_MAX_LIMIT']);
  const first = await manage('DELETE', '/apps/first');
  expect([first.status, first.json.error.code]).toEqual([403, 'ERR_APP_DELETION']);
  const nobody = await manage('DELETE', '/apps/nobody');
  expect([nobody.status, nobody.json.error.code]).toEqual([404, 'ERR_APP_NOT_FOUND']);
});

test('a deleted app is archived for 30 days; with appdeletion=now it is gone at once', async () => {
  for (const [quirks, days, again] of [
    ['', 30, 'ERR_APP_ARCHIVED'],
    ['appdeletion=now', 0, 'ERR_APP_NOT_FOUND'],
  ] as const) {
    let now = 1_800_000_000_000;
    await using account = await openAccount({
      apps: ['second'],
      quirks: parseQuirks(quirks),
      clock: () => now,
    });
    const remove = async () => (await account.manage('DELETE', '/apps/second')).json;
    expect((await remove()).data.scheduledToDeleteAt).toBe(1_800_000_000 + days * 86_400);
    expect((await remove()).error.code).toBe(again);
    expect((await account.manage('GET', '/apps/second/webhooks')).json.error.code).toBe('ERR_APP_NOT_FOUND');
    now += 31 * 86_400_000;
    expect((await remove()).error.code).toBe('ERR_APP_NOT_FOUND');
  }
});

test('fields of a new app are checked', async () => {
  await using account = await openAccount();
  const problems = async (body: object) => {
    const { status, json } = await account.manage('POST', '/apps', body);
    expect(status).toBe(400);
    return Object.keys(json.error.details);
  };
  expect(await problems({})).toEqual(['name', 'region']);
  expect(await problems({ name: 'x', region: 'mars' })).toEqual(['region']);
  expect(await problems({ name: 'x', region: 'us', version: '2' })).toEqual(['version']);
});

test('an app that was created tells its own webhooks, also after a restart, and none once it is deleted', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  await using receiver = await openReceiver();
  const user = { uid: 'ann', name: 'Ann' };
  const text = { receiver: 'ann', receiverType: 'user', type: 'text', data: { text: 'x' } };
  let id = '';
  let key = '';
  {
    await using account = await openAccount({ dataFile });
    const made = await account.manage('POST', '/apps', { name: 'Shop', region: 'in' });
    id = made.json.data.id;
    key =
      Object.values<{ apiKey: string; scope: string }>(made.json.data.apiKeys).find(
        ({ scope }) => scope === 'fullAccess',
      )?.apiKey ?? '';
    await account.post('/users', user, { key });
    await account.manage('POST', `/apps/${id}/webhooks`, { id: 'w', name: 'w', webhookURL: receiver.url });
    await account.manage('POST', `/apps/${id}/webhooks/w/triggers`, { triggerIds: ['message_sent'] });
  }
  await using account = await openAccount({ dataFile });
  await account.post('/messages', text, { key });
  await until(() => receiver.received.length === 1);
  expect(receiver.received[0]?.json).toMatchObject({ appId: id, region: 'in', webhook: 'w' });
  await account.manage('DELETE', `/apps/${id}`);
  expect((await account.manage('GET', `/apps/${id}/webhooks`)).json.error.code).toBe('ERR_APP_NOT_FOUND');
});

test('a report of the usage is acknowledged', async () => {
  await using account = await openAccount();
  const asked = await account.manage('POST', '/apps/first/usage', { usePreviousBillingCycle: true });
  expect(asked.json.data).toEqual({ success: true, message: expect.any(String) });
  expect((await account.manage('POST', '/apps/nobody/usage', {})).status).toBe(404);
});

const TENANT = { name: 'Ann', email: 'ann@example.com', password: 'pw', appName: 'Shop', appRegion: 'us' };

test('a tenant is created with HTTP Basic, with an app whose keys work; its password is kept nowhere', async () => {
  await using account = await openAccount();
  const { managementUrl, files } = account.sandbox;
  const login = (user: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  });
  const [key, secret] = [account.secret(files.managementKey), account.secret(files.managementSecret)];
  const post = (headers: Record<string, string>, body: object) =>
    account.post(`${managementUrl}/tenants`, body, { key: null, headers });
  const password = 'never-written-anywhere';
  const made = await post(login(key, secret), { ...TENANT, password, contactNumber: '+49 1' });
  expect(made.json.data).toEqual({
    name: 'Ann',
    email: 'ann@example.com',
    createdAt: expect.any(Number),
    contactNumber: '+49 1',
    app: {
      name: 'Shop',
      appId: expect.any(String),
      region: 'us',
      authKey: expect.stringMatching(/^[0-9a-f]{40}$/),
      apiKey: expect.stringMatching(/^[0-9a-f]{40}$/),
      createdAt: expect.any(Number),
      plan: 'build',
    },
  });
  expect((await account.get('/users', { key: made.json.data.app.apiKey })).status).toBe(200);
  for (const end of ['', '-wal'])
    expect(readFileSync(`${account.dataFile}${end}`).includes(password)).toBe(false);
  const code = async (headers: Record<string, string>) => (await post(headers, TENANT)).json.error.code;
  expect(await code({})).toBe('AUTH_ERR_EMPTY_AUTH_HEADER');
  expect(await code({ key, secret })).toBe('AUTH_ERR_EMPTY_AUTH_HEADER');
  expect(await code(login(key, 'wrong'))).toBe('AUTH_ERR_NO_ACCESS');
  expect(await code(login('', ''))).toBe('AUTH_ERR_EMPTY_AUTH_HEADER');
  const apps = await account.get(`${managementUrl}/apps`, { key: null, headers: login(key, secret) });
  expect(apps.json.error.code).toBe('AUTH_ERR_EMPTY_AUTH_HEADER');
  expect(Object.keys((await post(login(key, secret), {})).json.error.details)).toEqual([
    'name',
    'email',
    'password',
    'appName',
    'appRegion',
  ]);
});

test('an unrelated API key or login beside the right management key costs the call neither access nor body', async () => {
  await using account = await openAccount();
  const { managementUrl, files } = account.sandbox;
  const login = { key: account.secret(files.managementKey), secret: account.secret(files.managementSecret) };
  const basic = `Basic ${Buffer.from(`${login.key}:${login.secret}`).toString('base64')}`;
  const create = (path: string, body: object, headers: Record<string, string>) =>
    account.post(`${managementUrl}${path}`, body, { key: null, headers });
  const shop = { name: 'Shop', region: 'eu' };
  for (const other of [{ apikey: 'unrelated' }, { authorization: 'Bearer unrelated' }]) {
    const { status, json } = await create('/apps', shop, { ...login, ...other });
    expect([status, json.data?.name]).toEqual([200, 'Shop']);
  }
  const customer = { name: 'C', email: 'c@example.com', password: 'secret', appName: 'Own', appRegion: 'eu' };
  const tenant = await create('/tenants', customer, { authorization: basic, apikey: 'unrelated' });
  expect([tenant.status, tenant.json.data?.app.name]).toEqual([200, 'Own']);
});

/** A data file with an app `second`, in which the test can forbid what it likes. */
async function openForbidding(folder: string, sql: string) {
  const dataFile = join(folder, 'data.sqlite');
  await (await openSandbox({ dataFile, appId: 'first', apps: ['second'] }))[Symbol.asyncDispose]();
  const file = new DatabaseSync(dataFile);
  file.exec(sql);
  file.close();
  return { ...(await openAccount({ dataFile })), apps: join(folder, 'data', 'apps') };
}

test('an app whose removal cannot be stored stays, with its data and keys', async () => {
  using folder = temporaryFolder();
  // A deferred reference is checked by COMMIT alone.
  await using account = await openForbidding(
    folder.path,
    `CREATE TABLE kept (id TEXT REFERENCES apps (app_id) DEFERRABLE INITIALLY DEFERRED);
     INSERT INTO kept VALUES ('second')`,
  );
  expect((await account.manage('DELETE', '/apps/second')).status).toBe(500);
  const key = readFileSync(join(account.apps, 'second', 'api-key'), 'utf8').trim();
  expect((await account.get('/users', { key })).status).toBe(200);
  expect((await account.manage('GET', '/apps')).json.data).toHaveLength(2);
});

test('of an app that cannot be stored nothing stays', async () => {
  using folder = temporaryFolder();
  await using account = await openForbidding(
    folder.path,
    `CREATE TABLE never (id TEXT REFERENCES users (uid) DEFERRABLE INITIALLY DEFERRED);
     CREATE TRIGGER no_app AFTER INSERT ON apps BEGIN INSERT INTO never VALUES ('nobody'); END`,
  );
  const before = readdirSync(account.apps).sort();
  expect((await account.manage('POST', '/apps', { name: 'Shop', region: 'eu' })).status).toBe(500);
  expect(readdirSync(account.apps).sort()).toEqual(before);
  expect((await account.manage('GET', '/apps')).json.data).toHaveLength(2);
});
