import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { openAsk } from '../../../src/origin/ask/open-ask.ts';
import { OriginError } from '../../../src/origin/origin.ts';
import { realSystem } from '../../../src/system/system.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { httpServer } from '../../service/transport/http-server.ts';
import { account, asking, failure, json, KEY, never, origin } from './asking.ts';

describe('requests to an old system', () => {
  test('carry the key and the body, below the address; what they came to is counted', async () => {
    await using open = await asking((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => json(response, 200, { got: text, url: request.url }));
    });
    const { body } = await open.ask(
      { method: 'POST', path: '/channels?limit=2', body: { filter: {} }, family: 'read' },
      never,
    );
    expect(body).toEqual({ got: '{"filter":{}}', url: '/v3/channels?limit=2' });
    expect(open.requests[0]?.headers).toMatchObject({
      'api-token': KEY,
      'content-type': 'application/json',
    });
    expect(open.counts()).toEqual({ requests: 1, bytes: JSON.stringify(body).length });
  });

  test('keep every digit of a whole number', async () => {
    await using open = await asking((_, response) =>
      json(response, 200, '{"id":12345678901234567890,"n":7}'),
    );
    const { body } = await open.ask({ path: '/x', family: 'read' }, never);
    expect(JSON.stringify(body)).toBe('{"id":12345678901234567890,"n":7}');
  });

  test.each<readonly [status: number, body: unknown, fault: string]>([
    [400, { error: true, message: 'bad', code: 400105 }, 'refused'],
    [403, { message: 'no' }, 'forbidden'],
    [404, { message: 'gone' }, 'form'],
    [410, '', 'form'],
    [304, '', 'form'],
    [200, '<!doctype html><h1>down for maintenance</h1>', 'form'],
    [200, '{"users":[', 'form'],
    [200, '[]', 'form'],
    [200, '"text"', 'form'],
    [200, '', 'form'],
    [200, '['.repeat(100_000), 'form'],
  ])('an answer %i is a fault', async (status, body, fault) => {
    await using open = await asking((_, response) => json(response, status, body));
    const error = await failure(open.ask({ path: '/users?token=c-1', family: 'read' }, never));
    expect(error).toBeInstanceOf(OriginError);
    expect(error).toMatchObject({ fault, status });
    expect(error.message).toContain(`${open.host}/v3/users answers ${status}`);
    expect(error.message).not.toContain('c-1');
    expect(error.message.length).toBeLessThan(400);
    expect(open.requests).toHaveLength(1);
  });

  test('a code of the system is told', async () => {
    await using open = await asking((_, response) =>
      json(response, 400, { error: true, message: 'invalid token', code: 400111 }),
    );
    const error = await failure(open.ask({ path: '/users', family: 'read' }, never));
    expect(error).toMatchObject({ fault: 'refused', code: '400111' });
    expect(error.message).toContain('answers 400 (400111): invalid token');
  });

  test('a key that is refused ends it, with 401 or as the system says it', async () => {
    const isKeyRefused = (status: number, body: unknown): boolean =>
      status === 400 && (body as { code?: unknown } | undefined)?.code === 400401;
    await using open = await asking(
      (_, response, count) =>
        count === 1
          ? json(response, 401, { message: `no application for ${KEY}` })
          : json(response, 400, { code: 400401, message: 'invalid api token' }),
      { more: { isKeyRefused } },
    );
    for (const _ of [1, 2]) {
      const error = await failure(open.ask({ path: '/users', family: 'read' }, never));
      expect(error).toMatchObject({ code: 'PULL.AUTH', exitCode: 10 });
      expect(error.message).toContain('Old Chat refuses the key');
      expect(inspect(error)).not.toContain(KEY);
    }
  });

  test('the key, and what a header makes of it, is in no text', async () => {
    const basic = Buffer.from(`acc:${KEY}`).toString('base64');
    await using open = await asking((request, response) =>
      json(
        response,
        request.url?.endsWith('form') ? 200 : 403,
        `you sent ${KEY} ${basic} ${KEY.toUpperCase()}`,
      ),
    );
    for (const path of ['/form', '/other']) {
      const error = await failure(open.ask({ path, family: 'read' }, never));
      expect(error.message).toContain('you sent [secret] [secret] [secret]');
      expect(inspect(error, { depth: 9 })).not.toMatch(new RegExp(`${KEY}|${basic}`, 'i'));
    }
  });
});

describe('what does not last is repeated', () => {
  test.each([500, 502, 503, 504, 520, 408])('status %i', async (status) => {
    await using open = await asking((_, response, count) =>
      count < 3 ? json(response, status, 'busy') : json(response, 200, { ok: 1 }),
    );
    const { body } = await open.ask({ path: '/users', family: 'read' }, never);
    expect(body).toEqual({ ok: 1 });
    expect(open.requests).toHaveLength(3);
    expect(open.told.filter(({ type }) => type === 'retried')).toHaveLength(2);
  });

  test('connections that are cut, and answers that are cut in the middle', async () => {
    await using open = await asking((request, response, count) => {
      if (count === 1) request.socket.destroy();
      else if (count === 2) {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('{"users":');
        response.flushHeaders();
        setTimeout(() => request.socket.destroy(), 5);
      } else json(response, 200, { ok: 1 });
    });
    const { body } = await open.ask({ path: '/users', family: 'read' }, never);
    expect(body).toEqual({ ok: 1 });
    expect(open.requests).toHaveLength(3);
  });

  test('until nothing has succeeded for too long', async () => {
    await using open = await asking((_, response, count) =>
      count === 1 ? json(response, 200, {}) : json(response, 503, { message: `busy ${KEY}` }),
    );
    await open.ask({ path: '/users', family: 'read' }, never);
    const error = await failure(open.ask({ path: '/users', family: 'read' }, never));
    expect(error).toMatchObject({ code: 'PULL.SILENT', exitCode: 7 });
    expect(error.message).toMatch(/^Old Chat at http.*: no request has succeeded for 3600 s: .*503/);
    expect(inspect(error)).not.toContain(KEY);
  });

  test('a system that has never answered is not waited for so long', async () => {
    await using open = await asking((_, response) => json(response, 503, ''));
    expect(await failure(open.ask({ path: '/users', family: 'read' }, never))).toMatchObject({
      code: 'PULL.SILENT',
      message: expect.stringContaining('for 15 s'),
    });
  });

  test('not one request that fails while others are answered', async () => {
    await using open = await asking((request, response) =>
      request.url?.endsWith('bad') ? json(response, 500, 'oops') : json(response, 200, {}),
    );
    const bad = failure(open.ask({ path: '/bad', family: 'read' }, never));
    let isOver = false;
    void bad.then(() => {
      isOver = true;
    });
    while (!isOver) await open.ask({ path: '/good', family: 'read' }, never);
    expect(await bad).toMatchObject({ fault: 'refused', status: 500 });
  });

  test('not one request that fails, where nothing else was asked for', async () => {
    const check = (signal: AbortSignal): Promise<unknown> =>
      open.ask({ path: '/users?limit=1', family: 'read' }, signal);
    await using open = await asking(
      ({ url }, response) =>
        url?.endsWith('bad') ? json(response, 500, 'oops') : json(response, 200, { users: [] }),
      { options: { check } },
    );
    const error = await failure(open.ask({ path: '/bad', family: 'read' }, never));
    expect(error).toMatchObject({ fault: 'refused', status: 500 });
    expect(open.requests.filter(({ url }) => url?.includes('users'))).toHaveLength(1);
  });

  test('a system that is down is not taken for one request that fails', async () => {
    const check = (signal: AbortSignal): Promise<unknown> =>
      open.ask({ path: '/users?limit=1', family: 'read' }, signal);
    await using open = await asking((_, response) => json(response, 500, 'oops'), { options: { check } });
    expect(await failure(open.ask({ path: '/bad', family: 'read' }, never))).toMatchObject({
      code: 'PULL.SILENT',
    });
  });

  test('a stop ends the wait, with its reason', async () => {
    const stop = new AbortController();
    await using open = await asking(() => stop.abort(new Error('enough')));
    const error = await failure(open.ask({ path: '/users', family: 'read' }, stop.signal));
    expect(error.message).toBe('enough');
  });

  test('an answer that is too large is a fault, and asked for once', async () => {
    const chunk = Buffer.alloc(2 ** 20, ' ');
    await using open = await asking((_, response) => {
      Readable.from(Array.from({ length: 70 }, () => chunk)).pipe(response);
    });
    const error = await failure(open.ask({ path: '/users', family: 'read' }, never));
    expect(error).toMatchObject({ fault: 'form', message: expect.stringContaining('larger than 64 MiB') });
    expect(open.requests).toHaveLength(1);
  });
});

describe('redirects', () => {
  test('are followed on the same host, with the key', async () => {
    await using open = await asking((request, response) =>
      request.url === '/v3/users?limit=1'
        ? json(response, 302, '', { location: '/v4/users?limit=1' })
        : json(response, 200, { url: request.url, key: request.headers['api-token'] }),
    );
    const { body } = await open.ask({ path: '/users?limit=1', family: 'read' }, never);
    expect(body).toEqual({ url: '/v4/users?limit=1', key: KEY });
  });

  test('are not followed to another host', async () => {
    const stolen: unknown[] = [];
    await using thief = await httpServer((request, response) => {
      stolen.push(request.headers);
      response.end('{}');
    });
    const places = [
      `${thief.origin}/v3/users`,
      `//${thief.origin.slice('http://'.length)}/users`,
      'https://evil.example/',
      'ftp://evil.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://',
    ];
    for (const location of places) {
      await using open = await asking((_, response) => json(response, 307, '', { location }));
      const error = await failure(open.ask({ path: '/users?c=cursor', family: 'read' }, never));
      expect(error, location).toMatchObject({ code: 'PULL.HOST', exitCode: 2 });
      expect(error.message).toContain('the key is not sent there');
      expect(error.message).not.toContain('cursor');
    }
    await using withUser = await asking((request, response) =>
      json(response, 302, '', { location: `http://user:pw@${request.headers.host}/v3/users` }),
    );
    expect(await failure(withUser.ask({ path: '/users', family: 'read' }, never))).toMatchObject({
      code: 'PULL.HOST',
    });
    expect(stolen).toEqual([]);
  });

  test('come to an end', async () => {
    await using open = await asking((_, response) => json(response, 302, '', { location: '/v3/users' }));
    const error = await failure(open.ask({ path: '/users', family: 'read' }, never));
    expect(error).toMatchObject({ fault: 'form', message: expect.stringContaining('more than 5 times') });
    expect(open.requests).toHaveLength(6);
  });

  test('do not turn a POST into another request', async () => {
    await using open = await asking((_, response) => json(response, 302, '', { location: '/v3/x' }));
    const error = await failure(
      open.ask({ method: 'POST', path: '/channels', body: {}, family: 'read' }, never),
    );
    expect(error).toMatchObject({ fault: 'form', status: 302 });
    expect(open.requests).toHaveLength(1);
  });
});

test('a certificate that is not trusted ends it, unless its authority is named', async () => {
  await using own = await openSandbox({ http: false });
  const { baseUrl, files } = own.sandbox;
  const at = origin(new URL(baseUrl).origin);
  await using closed = openAsk(at, account(), realSystem);
  const error = await failure(closed.ask({ path: '/users', family: 'read' }, never));
  expect(error).toMatchObject({
    code: 'SERVICE.TLS',
    hint: expect.stringContaining('sources.export.api.caFile'),
  });
  await using open = openAsk(at, account({ caFile: files.ca }), realSystem);
  // The service answers, and does not know the key.
  const answered = await failure(open.ask({ path: '/users', family: 'read' }, never));
  expect(['PULL.AUTH', 'refused', 'forbidden', 'gone']).toContain(answered['fault'] ?? answered['code']);
});
