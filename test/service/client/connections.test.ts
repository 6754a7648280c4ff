import { createServer } from 'node:http';
import { connect } from 'node:net';
import { Agent } from 'undici';
import { describe, expect, test } from 'vitest';
import type { ChatServiceOptions } from '../../../src/service/client/chat-service.ts';
import { chatService } from '../../../src/service/client/chat-service.ts';
import type { Fetch } from '../../../src/service/transport/exchange/fetch.ts';
import { httpServer } from '../transport/http-server.ts';
import { all, fakeService, KEY, rejection } from './fake-service.ts';

/** A time that no call takes. */
const HANG_MS = 600_000;

const ANN = { body: { data: { uid: 'ann' } } };
const refusedOptions = (options: object): string => {
  try {
    chatService({ baseUrl: 'https://example.io', apiKey: KEY, ...options } as ChatServiceOptions);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('a fetch of the program', () => {
  test('makes every request, with the keys, the limits and the repetitions of the client', async () => {
    const seen: (readonly [url: string, redirect: string])[] = [];
    const fetch: Fetch = (url, init) => {
      seen.push([url, init.redirect]);
      return globalThis.fetch(url, init);
    };
    await using fake = await fakeService(
      ({ method }, number) =>
        number === 1
          ? { status: 503 }
          : { headers: { 'x-a': 'b' }, body: { data: method === 'GET' ? [{ uid: 'ann' }] : { uid: 'ann' } } },
      { fetch },
    );
    const { users } = fake.service;
    expect(await all(users.list({ perPage: 5 }))).toEqual([{ uid: 'ann' }]);
    const created = await users.create({ uid: 'ann', name: 'Ännie' }).withResponse();
    expect([created.data, created.headers['x-a']]).toEqual([{ uid: 'ann' }, 'b']);
    expect(fake.arrived.map(({ body }) => body).at(-1)).toEqual({ uid: 'ann', name: 'Ännie' });
    expect(fake.arrived.every(({ headers }) => headers['apikey'] === KEY)).toBe(true);
    expect(seen).toHaveLength(fake.arrived.length);
    expect(seen[0]).toEqual([`${fake.origin}/v3/users?perPage=5&page=1`, 'manual']);
  });

  test('takes forms as bytes', async () => {
    const sent: { readonly type: string | undefined; readonly text: string }[] = [];
    const fetch: Fetch = async (_url, { headers, body }) => {
      sent.push({ type: headers['content-type'], text: Buffer.from(body as ArrayBuffer).toString() });
      return Response.json({ data: { id: 'rude' } });
    };
    await using service = chatService({ baseUrl: 'https://example.io', apiKey: KEY, fetch });
    const list = { id: 'rude', name: 'Rude words', category: 'word', searchTerms: ['Übel'] } as const;
    expect(await service.moderation.keywords.create(list)).toEqual({ id: 'rude' });
    expect(sent[0]?.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent[0]?.text).toContain('Übel');
  });

  test('follows no redirect: it could take the key elsewhere', async () => {
    await using fake = await fakeService(
      (_, number) => (number === 1 ? { status: 302, headers: { location: 'https://example.org/' } } : ANN),
      { fetch: globalThis.fetch },
    );
    expect(await rejection(fake.service.users.get('ann'))).toMatchObject({
      code: 'SERVICE.FOREIGN_ANSWER',
      status: 302,
    });
    expect(fake.arrived).toHaveLength(1);
  });

  test('that never answers is given up, whether or not it listens to its signal', async () => {
    const fetch: Fetch = () => new Promise(() => {});
    await using service = chatService({ baseUrl: 'https://example.io', apiKey: KEY, fetch, timeoutMs: 50 });
    const sent = service.messages.send({ receiver: 'b', receiverType: 'user', data: { text: 'x' } });
    expect(await rejection(sent)).toMatchObject({ code: 'SERVICE.NO_ANSWER', maybeDone: true });
  });

  test('whose answer is larger than 16 MiB is refused', async () => {
    const fetch: Fetch = async () => new Response(new Uint8Array(17 * 1024 * 1024));
    await using service = chatService({ baseUrl: 'https://example.io', apiKey: KEY, fetch });
    const sent = service.messages.send({ receiver: 'b', receiverType: 'user', data: { text: 'x' } });
    expect(await rejection(sent)).toMatchObject({ message: 'the answer is larger than 16 MiB' });
  });

  test.each([undefined, null, 'no', new DOMException('gone', 'NetworkError')])(
    'that throws %s gives no answer',
    async (thrown) => {
      const fetch: Fetch = () => Promise.reject(thrown);
      await using service = chatService({ baseUrl: 'https://example.io', apiKey: KEY, fetch });
      const sent = service.messages.send({ receiver: 'b', receiverType: 'user', data: { text: 'x' } });
      expect(await rejection(sent)).toMatchObject({
        name: 'ServiceError',
        code: 'SERVICE.NO_ANSWER',
        maybeDone: true,
      });
    },
  );

  test('that finds nobody was certainly not sent', async () => {
    const gone = await httpServer(() => {});
    await gone[Symbol.asyncDispose]();
    await using service = chatService({
      baseUrl: `${gone.origin}/v3`,
      apiKey: KEY,
      fetch: globalThis.fetch,
      outageMs: 300,
    });
    expect(await rejection(service.users.get('ann'))).toMatchObject({
      code: 'SERVICE.UNREACHABLE',
      maybeDone: false,
    });
  });
});

describe('a dispatcher of the program', () => {
  test('sends every request and stays open', async () => {
    const agent = new Agent({ connections: 1 });
    await using fake = await fakeService(() => ANN, { dispatcher: agent });
    expect(await fake.service.users.get('ann')).toEqual({ uid: 'ann' });
    await fake.service[Symbol.asyncDispose]();
    expect([agent.closed, agent.destroyed]).toEqual([false, false]);
    expect(fake.arrived[0]?.path).toBe('/v3/users/ann');
    await agent.close();
  });
});

describe('a proxy as an option', () => {
  test('every request goes through it, and its credentials are in no message', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url, headers }, client) => {
      asked.push(url, headers['proxy-authorization']);
      const [host, port] = (url ?? '').split(':');
      const service = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 OK\r\n\r\n');
        service.pipe(client).pipe(service);
      });
      for (const socket of [service, client]) socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as { port: number };
    const credentials = Buffer.from('me:hush').toString('base64');
    {
      await using fake = await fakeService(() => ANN, { proxy: `http://me:hush@127.0.0.1:${port}` });
      expect(await fake.service.users.get('ann')).toEqual({ uid: 'ann' });
      expect(asked).toEqual([fake.origin.replace('http://', ''), `Basic ${credentials}`]);
    }
    proxy.close();
    await using fake = await fakeService(() => ANN, {
      proxy: `http://me:hush@127.0.0.1:${port}`,
      outageMs: 200,
    });
    const error = await rejection(fake.service.users.get('ann'));
    expect(error).toMatchObject({ code: 'SERVICE.UNREACHABLE', maybeDone: false });
    expect(`${error}`).toContain('the proxy');
    expect(`${error}`).not.toContain('hush');
  });

  test('a proxy that refuses is an error of its own', async () => {
    const proxy = createServer().on('connect', (_, client) => client.end('HTTP/1.1 407 No\r\n\r\n'));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as { port: number };
    await using fake = await fakeService(() => ANN, { proxy: `127.0.0.1:${port}` });
    expect(await rejection(fake.service.users.get('ann'))).toMatchObject({
      code: 'SERVICE.PROXY',
      maybeDone: false,
      message: expect.stringContaining('wants credentials (407)'),
    });
    expect(fake.arrived).toEqual([]);
    proxy.close();
  });
});

describe('options that contradict each other are refused', () => {
  const fetch = globalThis.fetch;
  const dispatcher = new Agent();
  test.each([
    [{ fetch, caFile: 'ca.pem' }, 'fetch makes the connections, so caFile would have no effect'],
    [{ fetch, proxy: false }, 'fetch makes the connections, so proxy would have no effect'],
    [{ fetch, dispatcher }, 'fetch makes the connections, so dispatcher would have no effect'],
    [{ dispatcher, proxy: 'http://p' }, 'dispatcher makes the connections, so proxy would have no effect'],
    [{ fetch: 'fetch' }, 'fetch must be a function'],
    [{ dispatcher: {} }, 'dispatcher must be a dispatcher of undici'],
    [
      { proxy: 'ftp://user:hush@p' },
      'the option proxy is not the address of a proxy, such as http://proxy.example.com:3128',
    ],
    [{ proxy: true }, 'proxy must be an address, or false for none'],
    [{ proxy: null }, 'proxy must be an address, or false for none'],
    [{ proxy: false }, 'accepted'],
    [{ fetch: undefined, proxy: undefined }, 'accepted'],
  ])('%j: %s', (options, said) => {
    expect(refusedOptions(options)).toBe(said);
  });
});

describe('the time of one call', () => {
  test('is shorter or longer than that of the client', async () => {
    await using fake = await fakeService(() => ANN, { timeoutMs: 400 });
    const slow: Fetch = (url, init) =>
      new Promise((resolve) => setTimeout(resolve, 600)).then(() => globalThis.fetch(url, init));
    const options = { baseUrl: `${fake.origin}/v3`, apiKey: KEY, fetch: slow };
    await using patient = chatService({ ...options, timeoutMs: HANG_MS });
    await using service = chatService({ ...options, timeoutMs: 300 });
    const text = { receiver: 'b', receiverType: 'user', data: { text: 'x' } } as const;
    expect(await rejection(patient.messages.send(text, { timeoutMs: 50 }))).toMatchObject({
      code: 'SERVICE.NO_ANSWER',
    });
    expect(await service.users.get('ann', { timeoutMs: HANG_MS })).toEqual({ uid: 'ann' });
  });

  test('must be one', async () => {
    await using fake = await fakeService(() => ANN);
    for (const timeoutMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number])
      expect(await rejection(fake.service.users.get('ann', { timeoutMs }))).toMatchObject({
        code: 'REQUEST.INVALID',
        message: expect.stringContaining('timeoutMs'),
      });
    expect(fake.arrived).toEqual([]);
  });
});
