import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { type Extra, importRows, openSandbox, temporaryFolder, users } from '../sandbox-client.ts';

const secretIn = (path: string) => readFileSync(path, 'utf8').trim();

/** A sandbox with the apps `first` and `second`, and the key of the second. */
async function openTwo() {
  const opened = await openSandbox({ appId: 'first', apps: ['second'] });
  const folder = join(opened.dataFile.replace(/\.sqlite$/, ''), 'apps');
  return { opened, folder, key: secretIn(join(folder, 'second', 'api-key')) };
}

test('apps keep their data and keys apart; the key says which app is meant', async () => {
  const { opened, folder, key } = await openTwo();
  await using _ = opened;
  await importRows(opened, 'users', users('ann'));
  await opened.post('/users', { uid: 'bob', name: 'Bob' }, { key });
  const uids = async (extra?: Extra) =>
    (await opened.get('/users', extra)).json.data.map((user: { uid: string }) => user.uid);
  expect(await uids()).toEqual(['ann']);
  expect(await uids({ key })).toEqual(['bob']);
  expect(statSync(join(folder, 'second', 'api-key')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'second.sqlite')).mode & 0o777).toBe(0o600);
});

test('a request that names an app opens that app only, and only with its own key', async () => {
  const { opened, key } = await openTwo();
  await using _ = opened;
  const code = async (headers: Record<string, string>, given?: string) => {
    const { status, json } = await opened.get('/users', { headers, ...(given && { key: given }) });
    return [status, json.error?.code];
  };
  expect(await code({ appid: 'second' }, key)).toEqual([200, undefined]);
  expect(await code({ appid: 'second' })).toEqual([404, 'AUTH_ERR_APIKEY_NOT_FOUND']);
  expect(await code({ appid: 'first' }, key)).toEqual([404, 'AUTH_ERR_APIKEY_NOT_FOUND']);
  expect(await code({ appid: 'third' })).toEqual([401, 'AUTH_ERR_INVALID_APPID']);
  expect(await code({ appid: '../first' })).toEqual([401, 'AUTH_ERR_INVALID_APPID']);
});

test("the specification's hosts reach the same service: the app in the first label, calls on the call host", async () => {
  await using opened = await openSandbox({ http: false, appId: 'first', apps: ['second'] });
  const { port } = new URL(opened.sandbox.baseUrl);
  const agent = new Agent({
    connect: {
      ca: readFileSync(opened.sandbox.files.ca, 'utf8'),
      lookup: (_host, _options, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
    },
  });
  const outcome = async (host: string, path: string) => {
    const headers = { apikey: opened.secret(opened.sandbox.files.apiKey) };
    const answer = await request(`https://${host}:${port}${path}`, { dispatcher: agent, headers });
    const json = (await answer.body.json()) as { error?: { code: string } };
    return [answer.statusCode, json.error?.code];
  };
  expect(await outcome('first.api-us.localhost', '/v3/users')).toEqual([200, undefined]);
  expect(await outcome('FIRST.API-us.localhost', '/v3/users')).toEqual([200, undefined]);
  // Documented: the app must be in the region of the address.
  expect(await outcome('first.api-eu.localhost', '/v3/users')).toEqual([401, 'AUTH_ERR_INVALID_APPID']);
  // A region that does not exist is answered as well, over a connection that is trusted.
  for (const host of ['first.api-ap.localhost', 'first.call-mars-9.localhost', 'FIRST.api-AP.localhost'])
    expect(await outcome(host, '/v3/users')).toEqual([401, 'AUTH_ERR_INVALID_APPID']);
  await expect(outcome('first.cdn-us.localhost', '/v3/users')).rejects.toThrow(/altnames|not in the cert/);
  expect(await outcome('second.api-us.localhost', '/v3/users')).toEqual([404, 'AUTH_ERR_APIKEY_NOT_FOUND']);
  expect(await outcome('nobody.api-us.localhost', '/v3/users')).toEqual([401, 'AUTH_ERR_INVALID_APPID']);
  expect(await outcome('first.call-us.localhost', '/v3/calls')).toEqual([200, undefined]);
  expect(await outcome('first.call-us.localhost', '/v3/users')).toEqual([404, 'ERR_API_NOT_FOUND']);
  await agent.destroy();
});

test('the management call lists the apps for its own key and secret, and for no API key', async () => {
  const { opened } = await openTwo();
  await using _ = opened;
  const { managementUrl, files } = opened.sandbox;
  const [key, secret] = [opened.secret(files.managementKey), opened.secret(files.managementSecret)];
  const list = async (headers: Record<string, string>) =>
    opened.get(`${managementUrl}/apps`, { key: null, headers });
  const { json } = await list({ key, secret });
  expect(json.data).toMatchObject([
    { id: 'first', name: 'first', region: 'us', createdAt: expect.any(Number) },
    { id: 'second', name: 'second', region: 'us', createdAt: expect.any(Number) },
  ]);
  const refused = async (headers: Record<string, string>) => {
    const { status, json: body } = await list(headers);
    return [status, body.error.code];
  };
  expect(await refused({})).toEqual([401, 'AUTH_ERR_EMPTY_AUTH_HEADER']);
  expect(await refused({ key })).toEqual([401, 'AUTH_ERR_EMPTY_AUTH_HEADER']);
  expect(await refused({ key, secret: 'wrong' })).toEqual([403, 'AUTH_ERR_NO_ACCESS']);
  expect(await refused({ key: secret, secret: key })).toEqual([403, 'AUTH_ERR_NO_ACCESS']);
  expect(await refused({ apikey: opened.secret(files.apiKey) })).toEqual([401, 'AUTH_ERR_EMPTY_AUTH_HEADER']);
  expect((await opened.get(`${managementUrl}/v3/apps`, { headers: { key, secret } })).status).toBe(404);
});

test('call records are read at the calls address, and only there', async () => {
  await using opened = await openSandbox();
  const { callsBaseUrl } = opened.sandbox;
  expect((await opened.get(`${callsBaseUrl}/calls`)).json.data).toEqual([]);
  const { status, json } = await opened.get(`${callsBaseUrl}/calls/v1.us.x`);
  expect([status, json.error.code]).toEqual([404, 'ERR_CALL_SESSION_NOT_FOUND']);
  expect((await opened.get(`${callsBaseUrl}/users`)).json.error.code).toBe('ERR_API_NOT_FOUND');
  expect((await opened.get('/calls')).json.error.code).toBe('ERR_API_NOT_FOUND');
});

test('apps are there again after a restart', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  {
    await using opened = await openSandbox({ dataFile, appId: 'first', apps: ['second'] });
    expect(opened.sandbox.appId).toBe('first');
  }
  await using opened = await openSandbox({ dataFile });
  const key = secretIn(join(folder.path, 'data', 'apps', 'second', 'api-key'));
  expect((await opened.get('/users', { key })).status).toBe(200);
  await expect(openSandbox({ apps: ['No App'] })).rejects.toThrow(/app id "No App"/);
});

test('a start that fails lets go of the data of every app', async () => {
  await using other = await openSandbox();
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const port = Number(new URL(other.sandbox.baseUrl).port);
  await expect(openSandbox({ dataFile, port, apps: ['second'] })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
  });
  await using opened = await openSandbox({ dataFile, apps: ['second'] });
  expect((await opened.get('/users')).status).toBe(200);
});

test('an app whose data file is damaged is named, and the others can be opened afterwards', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  await (await openSandbox({ dataFile, apps: ['second', 'third'] }))[Symbol.asyncDispose]();
  const damaged = join(folder.path, 'data', 'apps', 'third.sqlite');
  writeFileSync(damaged, 'no database, and long enough to be seen as none');
  await expect(openSandbox({ dataFile })).rejects.toThrow(damaged);
  rmSync(damaged);
  await using opened = await openSandbox({ dataFile });
  expect((await opened.get('/users')).status).toBe(200);
});
