import { createServer, request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox.ts';
import { ChatService } from '../../../src/service/client/chat-service.ts';
import { callApi, controlCall, startWithPeople } from './started.ts';

/** A line of what passed through a proxy. */
type Passed = {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly status: number;
};

/** A proxy that writes down each request and the status of its answer, 0 where there is none. */
async function proxyOf(target: URL, log: Passed[]) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const passed = (status: number) =>
        log.push({
          method,
          path: url.split('?', 1)[0] ?? '',
          body: Buffer.concat(chunks).toString(),
          status,
        });
      const sent = httpRequest(
        { host: target.hostname, port: target.port, method, path: url, headers },
        (answer) => {
          passed(answer.statusCode ?? 0);
          response.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(response);
        },
      );
      sent.on('error', () => {
        passed(0);
        request.socket.destroy();
      });
      sent.end(Buffer.concat(chunks));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
  return { baseUrl: `http://127.0.0.1:${port}/v3`, [Symbol.asyncDispose]: close };
}

test('the list of requests equals the log of a proxy: order, path, body, status, and what no answer came to', async () => {
  await using sandbox = await startSandbox({ faults: '503x2@/users,reset-afterx1@/groups' });
  const log: Passed[] = [];
  await using proxy = await proxyOf(new URL(sandbox.baseUrl), log);
  await using service = new ChatService({ baseUrl: proxy.baseUrl, apiKey: sandbox.apiKey });
  for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid });
  await service.groups.create({ guid: 'team', name: 'Team', type: 'public' }).catch(() => {});
  for await (const user of service.users.list({ perPage: 1 })) expect(user.name).toBe(user.uid);
  await service.users.get('nobody').catch(() => {});
  expect(log.length).toBeGreaterThan(7);
  expect(log.map(({ status }) => status)).toEqual(expect.arrayContaining([0, 200, 404, 503]));
  const recorded = sandbox.requests().map(({ method, path, body, status }) => {
    return { method, path, body: body === undefined ? '' : JSON.stringify(body), status };
  });
  expect(recorded).toEqual(log);
});

test('requests are chosen by method, path and status, in code and by HTTP alike', async () => {
  await using sandbox = await startWithPeople();
  await callApi(sandbox, 'GET', '/users/nobody');
  await callApi(sandbox, 'GET', '/users?searchKey=an&authToken=hidden');
  const paths = (filter: object) => sandbox.requests(filter).map(({ method, path }) => `${method} ${path}`);
  expect(paths({ path: '/users' })).toEqual(['POST /v3/users', 'POST /v3/users', 'GET /v3/users']);
  expect(paths({ path: '/v3/users/*' })).toEqual(['GET /v3/users/nobody']);
  expect(paths({ method: 'get', status: 404 })).toEqual(['GET /v3/users/nobody']);
  expect(paths({ path: '/u.ers' })).toEqual([]);
  expect(() => sandbox.requests({ verb: 'GET' } as object)).toThrow(
    'requests have no filter verb: use method, path, status',
  );
  const byHttp = await controlCall(sandbox, 'GET', '/requests?method=GET&path=/users*');
  expect(byHttp.json.data).toEqual(sandbox.requests({ method: 'GET', path: '/users*' }));
  const [, searched] = byHttp.json.data;
  expect(searched.query).toEqual({ searchKey: 'an', authToken: '…' });
  expect(byHttp.text).not.toContain(sandbox.apiKey);
  expect(byHttp.text).not.toContain('hidden');
  expect(sandbox.requests({ method: 'POST' })[0]).toMatchObject({
    id: 1,
    status: 200,
    body: { uid: 'ann', name: 'ann' },
  });
  expect((await controlCall(sandbox, 'DELETE', '/requests')).status).toBe(200);
  expect(sandbox.requests()).toEqual([]);
});

test('only so many requests are kept, and long bodies are not', async () => {
  await using sandbox = await startWithPeople();
  const name = 'x'.repeat(1_100_000);
  await callApi(sandbox, 'POST', '/users', { body: { uid: 'long', name } });
  const [long] = sandbox.requests({ status: 400 });
  expect(long).not.toHaveProperty('body');
  expect(long?.bodyBytes).toBeGreaterThan(1_100_000);
  const middling = { uid: 'ann', name: 'x'.repeat(900_000) };
  for (let count = 0; count < 25; count++) await callApi(sandbox, 'PUT', '/users/ann', { body: middling });
  const kept = sandbox.requests();
  expect(kept.length).toBeLessThan(21);
  expect(kept.at(-1)?.id).toBe(28);
});

test('one request is hit by a fault that its header names; another text is refused', async () => {
  await using sandbox = await startWithPeople();
  const get = (fault: string) =>
    callApi(sandbox, 'GET', '/users/ann', { headers: { 'x-sandbox-fault': fault } });
  const limited = await get('429=7');
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  expect((await get('503=json')).json.error.code).toBe('ERR_EXCEPTION');
  expect((await callApi(sandbox, 'GET', '/users/ann')).status).toBe(200);
  expect(await get('430')).toMatchObject({
    status: 400,
    text: expect.stringContaining('x-sandbox-fault: fault \\"430\\"'),
  });
  await expect(get('reset')).rejects.toThrow();
  expect(sandbox.requests({ path: '/users/ann' }).map(({ status, fault }) => [status, fault])).toEqual([
    [429, '429'],
    [503, '503'],
    [200, undefined],
    [400, undefined],
    [0, 'reset'],
  ]);
});

test('faults change while it runs, in code and by HTTP', async () => {
  await using sandbox = await startWithPeople();
  const status = async () => (await callApi(sandbox, 'GET', '/users/ann')).status;
  sandbox.setFaults('503x1@/users');
  expect([await status(), await status()]).toEqual([503, 200]);
  expect(() => sandbox.setFaults('5xx')).toThrow('fault "5xx": expected kind');
  expect((await controlCall(sandbox, 'PUT', '/faults', { faults: '429' })).status).toBe(200);
  expect(await status()).toBe(429);
  expect((await controlCall(sandbox, 'PUT', '/faults', { faults: '' })).status).toBe(200);
  expect(await status()).toBe(200);
});
