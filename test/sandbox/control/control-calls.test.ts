import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox.ts';
import { openSandbox } from '../sandbox-client.ts';
import { callApi, controlCall, countUsers, startWithPeople } from './started.ts';

const T = Date.parse('2030-01-01T00:00:00Z');

test('all of it by HTTP: clock, snapshot, restore, reset', async () => {
  await using sandbox = await startWithPeople({ clock: T });
  expect((await controlCall(sandbox, 'POST', '/clock', { advance: 1_500 })).json.data).toEqual({
    now: T + 1_500,
    fixed: true,
  });
  expect((await controlCall(sandbox, 'POST', '/snapshots', { name: 'two' })).json.data).toEqual({
    name: 'two',
  });
  expect((await controlCall(sandbox, 'POST', '/snapshots')).json.data).toEqual({ name: 'snapshot-1' });
  expect((await controlCall(sandbox, 'POST', '/reset')).json).toEqual({ data: {} });
  expect(await countUsers(sandbox)).toBe(0);
  expect((await controlCall(sandbox, 'GET', '/clock')).json.data.now).toBe(T);
  await controlCall(sandbox, 'POST', '/snapshots/two/restore');
  expect(await countUsers(sandbox)).toBe(2);
  expect((await controlCall(sandbox, 'GET', '')).json.data).toEqual({
    clock: { now: T + 1_500, fixed: true },
    snapshots: ['snapshot-1', 'two'],
    requests: 2,
  });
  await controlCall(sandbox, 'DELETE', '/snapshots/two');
  expect((await controlCall(sandbox, 'GET', '/snapshots')).json.data).toEqual(['snapshot-1']);
});

test('a wrong token is refused, and so is an API key in its place', async () => {
  await using sandbox = await startWithPeople();
  const token = readFileSync(sandbox.files.controlToken, 'utf8').trim();
  expect(sandbox.controlToken).toBe(token);
  for (const headers of [
    {},
    { 'x-sandbox-token': '' },
    { 'x-sandbox-token': sandbox.apiKey },
    { apikey: token },
  ]) {
    const answer = await fetch(`${sandbox.controlUrl}/reset`, { method: 'POST', headers });
    expect(answer.status).toBe(401);
    const { error } = (await answer.json()) as { error: object };
    expect(error).toEqual({
      code: 'TOKEN_WRONG',
      message:
        'the token is missing or wrong: send the text of the file control-token as the header x-sandbox-token',
    });
  }
  expect(await countUsers(sandbox)).toBe(2);
});

type Place = { readonly baseUrl: string; readonly controlToken: string };

/** The status of a reset that is asked for under a name, at an address of this machine. */
function resetUnder({ baseUrl, controlToken }: Place, name: string, host = '127.0.0.1'): Promise<number> {
  const { port, protocol } = new URL(baseUrl);
  const headers = { host: name, 'x-sandbox-token': controlToken };
  const options = {
    host,
    port,
    method: 'POST',
    path: '/__sandbox/reset',
    headers,
    rejectUnauthorized: false,
  };
  const send = protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((done, failed) => {
    send(options, ({ statusCode = 0 }) => done(statusCode))
      .on('error', failed)
      .end();
  });
}

test('a page that rebinds its name is refused, whatever token it has', async () => {
  await using sandbox = await startWithPeople();
  expect(await resetUnder(sandbox, 'evil.example')).toBe(403);
  expect(await resetUnder(sandbox, 'localhost')).toBe(200);
});

const [outer] = Object.values(networkInterfaces())
  .flatMap((list = []) => list)
  .filter(({ internal, family }) => !internal && family === 'IPv4');

test.skipIf(outer === undefined)('who comes from another address than loopback is refused', async () => {
  await using opened = await openSandbox({ host: '0.0.0.0', allowRemote: true, http: false });
  const own = outer?.address ?? '';
  expect(await resetUnder(opened.sandbox, 'localhost')).toBe(200);
  expect(await resetUnder(opened.sandbox, 'localhost', own)).toBe(403);
  expect(await resetUnder(opened.sandbox, own, own)).toBe(403);
});

test('wrong bodies and paths say what is expected', async () => {
  await using sandbox = await startSandbox({ clock: T });
  const refused = async (method: string, path: string, body?: unknown) => {
    const { status, json } = await controlCall(sandbox, method, path, body);
    return [status, json.error.code, json.error.message];
  };
  expect(await refused('POST', '/clock', { advance: -1 })).toEqual([
    409,
    'CLOCK_BACK',
    'a clock does not go back, as by -1 ms: reset puts it back to its start',
  ]);
  expect((await refused('POST', '/clock', { advance: 'soon' }))[2]).toBe(
    'the clock expects {"advance": MILLISECONDS}',
  );
  expect((await refused('POST', '/clock', { by: 1 }))[2]).toBe('the body has no member by: it has advance');
  expect((await refused('POST', '/snapshots', '[1]'))[2]).toBe('the body must be a JSON object');
  expect((await refused('POST', '/snapshots', '{'))[2]).toBe('the body is not JSON');
  expect((await refused('POST', '/snapshots', { name: 'seed' }))[2]).toContain('take another name');
  expect(await refused('DELETE', '/snapshots/seed')).toMatchObject([
    400,
    'OPTION_INVALID',
    expect.any(String),
  ]);
  expect((await refused('POST', '/snapshots/no/restore')).slice(0, 2)).toEqual([404, 'SNAPSHOT_UNKNOWN']);
  expect((await refused('GET', '/reset'))[2]).toContain(
    'there is no GET /__sandbox/reset: there are GET /__sandbox, POST',
  );
  expect((await refused('GET', '/requests?verb=GET'))[0]).toBe(400);
  const tooLong = await controlCall(sandbox, 'PUT', '/faults', { faults: 'x'.repeat(70_000) });
  expect(tooLong.status).toBe(413);
  for (const ms of [0.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => sandbox.clock.advance(ms)).toThrow('the clock advances by whole milliseconds');
});

test('HEAD has the headers of GET, OPTIONS names the methods, /health needs no key', async () => {
  await using sandbox = await startWithPeople({ faults: '503@/' });
  const health = await fetch(new URL('/health', sandbox.baseUrl));
  expect([health.status, await health.text()]).toEqual([200, '{"status":"ok"}']);
  sandbox.setFaults('');
  const get = await callApi(sandbox, 'GET', '/roles');
  const head = await callApi(sandbox, 'HEAD', '/roles');
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
  const options = await fetch(`${sandbox.baseUrl}/roles`, { method: 'OPTIONS' });
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  expect((await fetch(`${sandbox.baseUrl}/nothing`, { method: 'OPTIONS' })).status).toBe(404);
  expect((await callApi(sandbox, 'HEAD', '/data_import/users')).status).toBe(404);
});

test('a page of an allowed origin may use /v3, and neither the view nor the control; others may use nothing', async () => {
  const origin = 'http://localhost:5173';
  await using sandbox = await startSandbox({ cors: [origin] });
  const asked = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'apikey',
  };
  const preflight = (url: string | URL, headers: Record<string, string>) =>
    fetch(url, { method: 'OPTIONS', headers });
  const allowed = await preflight(`${sandbox.baseUrl}/users`, asked);
  expect(allowed.status).toBe(204);
  expect(Object.fromEntries(allowed.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-headers': expect.stringContaining('apikey'),
    'access-control-allow-methods': expect.stringContaining('DELETE'),
    vary: 'Origin',
  });
  const refusal = await callApi(sandbox, 'GET', '/users/nobody', { headers: { origin } });
  expect([refusal.status, refusal.headers.get('access-control-allow-origin')]).toEqual([404, origin]);
  const other = await preflight(`${sandbox.baseUrl}/users`, { ...asked, Origin: 'http://localhost:5174' });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
  for (const url of [
    sandbox.controlUrl,
    new URL('/view/app', sandbox.baseUrl),
    sandbox.managementUrl,
    new URL('/health', sandbox.baseUrl),
  ])
    for (const answer of [await preflight(url, asked), await fetch(url, { headers: { Origin: origin } })])
      expect(answer.headers.get('access-control-allow-origin'), String(url)).toBeNull();
  await using closed = await startSandbox();
  expect(
    (await preflight(`${closed.baseUrl}/users`, asked)).headers.get('access-control-allow-origin'),
  ).toBeNull();
});
