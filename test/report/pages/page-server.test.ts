import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { type PageOptions, servePage } from '../../../src/report/pages/page-server.ts';
import { realSystem } from '../../../src/system/system.ts';

const machine = { ...realSystem.machine, host: 'Fleet-Host' };

const serve = (options: Partial<PageOptions> = {}) =>
  servePage({
    page: 'fleet',
    host: '127.0.0.1',
    port: 0,
    acts: {},
    system: { ...realSystem, machine },
    opened: () => ({ news: () => ({ at: 'now' }) }),
    ...options,
  });

/** What the server answers to a request as any program could send it. */
async function ask(url: string, { method = 'GET', headers = {} as Record<string, string>, path = '' } = {}) {
  const { hostname, port, pathname } = new URL(url);
  const sent = request({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    path: pathname + path,
    method,
    agent: false,
    headers: { host: `${hostname}:${port}`, ...headers },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

test('the page and its files are there below the token alone, and nothing else is', async () => {
  await using server = await serve();
  const at = async (path: string): Promise<number> => (await ask(server.url, { path })).statusCode as number;
  for (const path of ['', 'fleet/main.js', 'parts/dom.js', 'css/base.css'])
    expect([path, await at(path)]).toEqual([path, 200]);
  for (const path of [
    'fleet',
    'fleet/',
    '../page-server.ts',
    '%2e%2e/page-server.ts',
    'css/../css/base.css',
    '__proto__',
    '?',
  ])
    expect([path, await at(path)]).toEqual([path, 404]);
  const { origin, pathname } = new URL(server.url);
  expect(pathname).toMatch(/^\/[0-9a-f]{40}\/$/);
  for (const path of ['/', '/fleet/main.js', `/${'0'.repeat(40)}/`, pathname.slice(0, -1)])
    expect([path, (await ask(origin + path)).statusCode]).toEqual([path, 404]);
});

test('a page without acts can only be read', async () => {
  await using server = await serve();
  const { origin } = new URL(server.url);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE'])
    for (const path of ['', 'events', 'pause', 'fleet/main.js', 'constructor'])
      expect([method, (await ask(server.url, { method, path, headers: { origin } })).statusCode]).toEqual([
        method,
        405,
      ]);
});

test('an act is for the page itself, and each has its name', async () => {
  const done: string[] = [];
  await using server = await serve({ page: 'run', acts: { pause: () => done.push('pause') } });
  const { origin } = new URL(server.url);
  const post = async (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    (await ask(server.url, { method: 'POST', path, headers })).statusCode;
  expect(await post('pause', {})).toBe(403);
  expect(await post('pause', { origin: 'https://other.example' })).toBe(403);
  expect(await post('resume', { origin })).toBe(405);
  expect(done).toEqual([]);
  expect(await post('pause', { origin })).toBe(204);
  expect(done).toEqual(['pause']);
});

test('every answer has the headers that keep a page to itself', async () => {
  await using server = await serve();
  for (const path of ['', 'css/base.css', 'events', 'nothing']) {
    const answer = await ask(server.url, { path });
    expect(answer.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;.*frame-ancestors 'none'$/,
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    answer.destroy();
  }
  const page = await text(await ask(server.url));
  // Nothing that the page loads is elsewhere.
  expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
});

const HOSTS = [
  {
    host: '127.0.0.1',
    url: '127.0.0.1',
    own: ['127.0.0.1'],
    others: ['localhost', 'fleet-host', '10.0.0.1', 'rebound.example', ''],
  },
  { host: '::1', url: '[::1]', own: ['[::1]'], others: ['127.0.0.1', 'localhost', '::1'] },
  {
    host: '0.0.0.0',
    url: '127.0.0.1',
    own: ['127.0.0.1', '10.1.2.3', '[::1]', 'localhost', 'LOCALHOST', 'fleet-host'],
    others: ['rebound.example', 'fleet-host.rebound.example', '10.1.2.3.rebound.example', ''],
  },
];
test.each(HOSTS)('listening on $host, it answers under its own names', async ({ host, url, own, others }) => {
  await using server = await serve({ host });
  const { port, hostname } = new URL(server.url);
  expect(hostname).toBe(url);
  const under = async (name: string): Promise<number | undefined> =>
    (await ask(server.url, { headers: { host: name } })).statusCode;
  for (const name of own) {
    expect([name, await under(`${name}:${port}`)]).toEqual([name, 200]);
    expect([name, await under(`${name}:1`)]).toEqual([name, 403]);
    expect([name, await under(name)]).toEqual([name, 403]);
  }
  for (const name of others) expect([name, await under(`${name}:${port}`)]).toEqual([name, 403]);
});

test('a port that is taken, and an address that is not of this machine, are said', async () => {
  await using server = await serve();
  const port = Number(new URL(server.url).port);
  await expect(serve({ port })).rejects.toMatchObject({
    code: 'USAGE.INVALID',
    message: `the page cannot listen on 127.0.0.1, port ${port}: EADDRINUSE`,
  });
  await expect(serve({ host: '203.0.113.9' })).rejects.toMatchObject({
    message: 'the page cannot listen on 203.0.113.9, port 0: EADDRNOTAVAIL',
  });
});

test('who sends requests byte by byte keeps nobody else from the page', async () => {
  await using server = await serve();
  const { hostname, port } = new URL(server.url);
  const open = await ask(server.url, { path: 'events' });
  const slow: Socket[] = [];
  // More than are served at once; the oldest make room.
  for (let count = 0; count < 200; count++) {
    const socket = connect(Number(port), hostname).on('error', () => {});
    slow.push(socket);
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nX: ');
  }
  expect((await ask(server.url)).statusCode).toBe(200);
  const news = once(open, 'data');
  server.send();
  expect(String((await news)[0])).toContain('now');
  open.destroy();
  for (const socket of slow) socket.destroy();
});
