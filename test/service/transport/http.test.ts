import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { provideCertificates } from '../../../src/sandbox/server/certificates.ts';
import { auth } from '../../../src/service/transport/auth.ts';
import { http } from '../../../src/service/transport/http.ts';
import { retry } from '../../../src/service/transport/retry.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import { stopOnRefusal } from '../../../src/service/transport/stop-on-refusal.ts';
import { type ApiRequest, compose, TransportError } from '../../../src/service/transport/transport.ts';
import { httpServer, tcpServer } from './http-server.ts';

const never = new AbortController().signal;
const get: ApiRequest = {
  method: 'GET',
  path: '/users',
  rateClass: 'read',
  repeatable: true,
  divisible: false,
};
const open = (origin: string, deadlineMs = 5_000) =>
  http({ baseUrl: `${origin}/v3`, connections: 2, deadlineMs });

async function failure(origin: string, deadlineMs = 5_000): Promise<TransportError> {
  await using wire = open(origin, deadlineMs);
  const error = await wire.transport(get, never).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(TransportError);
  return error as TransportError;
}

describe('http', () => {
  test('sends the body as JSON below the base path and reads the answer', async () => {
    const seen: unknown[] = [];
    await using server = await httpServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push([
        request.method,
        request.url,
        request.headers['content-type'],
        request.headers['accept-encoding'],
        body,
      ]);
      response.setHeader('x-one', '1').end('{"data":{"a":1}}');
    });
    await using wire = open(server.origin);
    const response = await wire.transport(
      { ...get, method: 'POST', path: '/data_import/users', body: '{"users":{}}' },
      never,
    );
    expect(seen).toEqual([['POST', '/v3/data_import/users', 'application/json', 'identity', '{"users":{}}']]);
    expect(response).toMatchObject({ status: 200, body: { data: { a: 1 } }, attempts: 1, ambiguous: false });
    expect(response.headers['x-one']).toBe('1');
  });

  test.each([
    '/users/../friends',
    '/users/%2e%2e/friends',
    '/groups/./members',
    '/groups//members',
    '/users/..',
  ])('puts the path %s on the wire as it stands', async (path) => {
    const seen: (string | undefined)[] = [];
    await using server = await httpServer((request, response) => {
      seen.push(request.url);
      response.end('{}');
    });
    await using wire = open(server.origin);
    await wire.transport({ ...get, path }, never);
    expect(seen).toEqual([`/v3${path}`]);
  });

  test('sends a PATCH with its body', async () => {
    const seen: unknown[] = [];
    await using server = await httpServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      seen.push([request.method, body]);
      response.end('{}');
    });
    await using wire = open(server.origin);
    await wire.transport({ ...get, method: 'PATCH', body: '{"a":1}' }, never);
    expect(seen).toEqual([['PATCH', '{"a":1}']]);
  });

  test('a name that ends in .localhost is this machine, and stays the name that is asked for', async () => {
    const hosts: (string | undefined)[] = [];
    await using server = await httpServer((request, response) => {
      hosts.push(request.headers.host);
      response.end('{}');
    });
    const { port } = new URL(server.origin);
    await using wire = open(`http://app.api-us.localhost:${port}`);
    expect((await wire.transport(get, never)).status).toBe(200);
    expect(hosts).toEqual([`app.api-us.localhost:${port}`]);
  });

  test('the certificate is checked against the name, also where that name is this machine', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const { cert, key, caFile } = provideCertificates(folder.path, Date.now());
    const server = createTlsServer({ cert, key }, (_request, response) => void response.end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const over = async (name: string): Promise<unknown> => {
      await using wire = http({
        baseUrl: `https://${name}:${port}`,
        caFile,
        connections: 1,
        deadlineMs: 5_000,
      });
      return await wire.transport(get, never).then(
        ({ status }) => status,
        (error: TransportError) => error.fatal?.code ?? error.message,
      );
    };
    expect(await over('localhost')).toBe(200);
    expect(await over('a.b.c.d.localhost')).toBe('SERVICE.TLS');
    server.close();
  });

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 does not turn the check of the certificate off', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const { cert, key } = provideCertificates(folder.path, Date.now());
    const server = createTlsServer({ cert, key }, (_request, response) => void response.end('{}'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      const { fatal } = await failure(`https://localhost:${port}`);
      expect(fatal?.code).toBe('SERVICE.TLS');
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
      server.close();
    }
  });

  test('ends a try at its deadline, however the server drips', async () => {
    await using server = await tcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const error = await failure(server.origin, 200);
    expect(error).toMatchObject({ maybeSent: true, fatal: undefined });
  });

  test('ends a try whose headers never come', async () => {
    await using server = await tcpServer(() => {});
    expect((await failure(server.origin, 200)).maybeSent).toBe(true);
  });

  test('a reset before and in the middle of the answer may have been sent', async () => {
    await using before = await tcpServer((socket) => socket.resetAndDestroy());
    expect((await failure(before.origin)).maybeSent).toBe(true);
    await using within = await tcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"data"');
      setTimeout(() => socket.resetAndDestroy(), 20);
    });
    expect((await failure(within.origin)).maybeSent).toBe(true);
  });

  test.each([
    ['a content length', 'content-length: 100\r\n\r\n{"data":{"a":{"success":true}}'],
    ['chunks', 'transfer-encoding: chunked\r\n\r\n20\r\n{"data":{"a":{"success"'],
  ])('a body cut short of %s is no answer', async (_what, rest) => {
    await using server = await tcpServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    expect((await failure(server.origin)).maybeSent).toBe(true);
  });

  test('a body that only ends with the connection and is cut has no JSON, so it says nothing of any row', async () => {
    await using server = await tcpServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n{"data":{"a"'));
    await using wire = open(server.origin);
    expect(await wire.transport(get, never)).toMatchObject({
      status: 200,
      body: undefined,
      text: '{"data":{"a"',
    });
  });

  test('HTML is given as text, its first 200 characters', async () => {
    await using server = await httpServer((_request, response) => response.end(`<html>${'x'.repeat(500)}`));
    await using wire = open(server.origin);
    const { body, text } = await wire.transport(get, never);
    expect(body).toBeUndefined();
    expect(text).toBe(`<html>${'x'.repeat(194)}`);
  });

  test('an answer over 16 MiB is given up', async () => {
    await using server = await httpServer((_request, response) => {
      response.on('error', () => {});
      const block = Buffer.alloc(1 << 20, 'x');
      const more = (left: number): void => {
        if (left > 0 && !response.destroyed) response.write(block, () => more(left - 1));
        else response.end();
      };
      more(40);
    });
    expect((await failure(server.origin)).maybeSent).toBe(true);
  });

  test('a connection that is refused was certainly not sent', async () => {
    const server = await httpServer(() => {});
    await server[Symbol.asyncDispose]();
    expect((await failure(server.origin)).maybeSent).toBe(false);
  });

  test('plain HTTP where TLS is expected is fatal and names the code', async () => {
    await using server = await tcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    const error = await failure(server.origin.replace('http:', 'https:'));
    expect(error.fatal).toMatchObject({ code: 'SERVICE.TLS', exitCode: 2 });
  });

  test('a CA file that is not there is said before anything is sent', () => {
    expect(() =>
      http({ baseUrl: 'https://localhost/v3', caFile: '/nowhere/ca.pem', connections: 1, deadlineMs: 1 }),
    ).toThrow(/nowhere/);
  });

  test('a CA file without a certificate is said before anything is sent', () => {
    const caFile = fileURLToPath(import.meta.url);
    expect(() => http({ baseUrl: 'https://localhost/v3', caFile, connections: 1, deadlineMs: 1 })).toThrow(
      /has no certificate in PEM form/,
    );
  });

  test('cuts the request under way where it is told not to wait for it', async () => {
    await using server = await httpServer(() => {});
    await using wire = http({ baseUrl: server.origin, connections: 1, deadlineMs: 60_000, drainMs: 0 });
    const stop = new AbortController();
    const answer = wire.transport(get, stop.signal);
    stop.abort();
    await expect(answer).rejects.toBeInstanceOf(TransportError);
  });

  test('a finished run that is told to stop does not cut the request under way', async () => {
    await using server = await httpServer(
      (_request, response) => void setTimeout(() => response.end('{}'), 100),
    );
    await using wire = open(server.origin);
    const stop = new AbortController();
    const answer = wire.transport(get, stop.signal);
    stop.abort();
    expect((await answer).status).toBe(200);
  });
});

describe('the key', () => {
  test('goes to the one origin and not after a redirect', async () => {
    const keys: (string | undefined)[] = [];
    await using other = await httpServer((request, response) => {
      keys.push(`other ${request.headers['apikey']}`);
      response.end('{}');
    });
    await using server = await httpServer((request, response) => {
      keys.push(`own ${request.headers['apikey']}`);
      response.writeHead(307, { location: `${other.origin}/v3/users` }).end();
    });
    await using wire = open(server.origin);
    const transport = compose(
      wire.transport,
      auth(new Secret('k123')),
      retry({ observe: () => {} }),
      stopOnRefusal(),
    );
    await expect(transport(get, never)).rejects.toMatchObject({ code: 'SERVICE.NOT_THE_API', exitCode: 2 });
    expect(keys).toEqual(['own k123']);
  });

  test('cannot be set or doubled by a request', async () => {
    const seen: unknown[] = [];
    await using server = await httpServer((request, response) => {
      seen.push(
        request.rawHeaders.filter((_, index, all) => /^(?:apikey|key|secret)$/i.test(all[index - 1] ?? '')),
      );
      response.end('{}');
    });
    await using wire = open(server.origin);
    const transport = compose(wire.transport, auth(new Secret('k123')));
    await transport({ ...get, headers: { ApiKey: 'mine', KEY: 'x', secret: 'y', onBehalfOf: 'u1' } }, never);
    expect(seen).toEqual([['k123']]);
  });
});
