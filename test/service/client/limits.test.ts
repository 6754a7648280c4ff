import { once } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { chatService } from '../../../src/service/client/chat-service.ts';
import type { Fetch } from '../../../src/service/transport/exchange/fetch.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { httpServer } from '../transport/http-server.ts';
import { fakeService, KEY, rejection } from './fake-service.ts';

const ANN = { body: { data: { uid: 'ann' } } };
const DOWN = { status: 503, body: { error: { code: 'ERR_MAINTENANCE', message: 'later' } } };
const TEXT = { receiver: 'b', receiverType: 'user', data: { text: 'x' } } as const;
/** A call that is bounded by some tenths of a second ends within this time on a busy machine. */
const SOON_MS = 2_500;

async function timed<T>(call: Promise<T>): Promise<{ readonly error: unknown; readonly ms: number }> {
  const startedAt = performance.now();
  const error = await rejection(call);
  return { error, ms: performance.now() - startedAt };
}

/** A server that takes requests and never answers. */
const hung = () => httpServer(() => {});

afterEach(() => vi.unstubAllGlobals());

describe('timeoutMs bounds a whole call', () => {
  const deaf: Fetch = () => new Promise(() => {});
  test.each([
    ['the fetch of the platform', {}],
    ['connections of our own', { proxy: false }],
    ['a fetch that listens to no signal', { fetch: deaf }],
  ] as const)('to a service that hangs, by %s', async (_name, options) => {
    await using server = await hung();
    await using service = chatService({ baseUrl: `${server.origin}/v3`, apiKey: KEY, ...options });
    const read = await timed(service.users.get('ann', { timeoutMs: 300 }));
    expect(read.error).toMatchObject({ code: 'SERVICE.NO_ANSWER', call: 'GET /users/{uid}' });
    expect(read.ms).toBeLessThan(SOON_MS);
    const sent = await timed(service.messages.send(TEXT, { timeoutMs: 300 }));
    expect(sent.error).toMatchObject({ code: 'SERVICE.NO_ANSWER', maybeDone: true });
    expect(sent.ms).toBeLessThan(SOON_MS);
  });

  test('that is repeated: the last answer is the error', async () => {
    await using fake = await fakeService(() => DOWN, { timeoutMs: 700 });
    const { error, ms } = await timed(fake.service.users.get('ann'));
    expect(error).toMatchObject({ code: 'ERR_MAINTENANCE', status: 503, maybeDone: true });
    expect(ms).toBeLessThan(SOON_MS);
    expect(fake.arrived.length).toBeGreaterThan(0);
  });

  test('each attempt has its own time within that of the call', async () => {
    let asked = 0;
    await using server = await httpServer((_request, response) => {
      // The first request is never answered.
      if (++asked > 1) response.end(JSON.stringify(ANN.body));
    });
    await using service = chatService({ baseUrl: `${server.origin}/v3`, apiKey: KEY, attemptMs: 200 });
    expect(await service.users.get('ann', { timeoutMs: 20_000 })).toEqual({ uid: 'ann' });
    expect(asked).toBe(2);
  });

  test('a wait that the service asks for, and that is longer, is not begun', async () => {
    const wait = { status: 429, headers: { 'retry-after': '30' }, body: DOWN.body };
    await using fake = await fakeService(() => wait);
    const { error, ms } = await timed(fake.service.users.get('ann', { timeoutMs: 5_000 }));
    expect(error).toMatchObject({ status: 429, retryAfterMs: 30_000, maybeDone: false });
    expect(ms).toBeLessThan(SOON_MS);
    // Others wait for it as well, no longer than they have time.
    const next = await timed(fake.service.users.get('bob', { timeoutMs: 200 }));
    expect(next.error).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', status: 429, maybeDone: false });
    expect(next.ms).toBeLessThan(SOON_MS);
    expect(fake.arrived).toHaveLength(1);
  });

  test('a call that is never sent, because of the own rate, says so', async () => {
    await using fake = await fakeService(() => ANN, { requestsPerMinute: { standard: 1 } });
    await fake.service.request({ method: 'GET', path: '/groups' });
    const { error, ms } = await timed(fake.service.messages.send(TEXT, { timeoutMs: 200 }));
    expect(error).toMatchObject({ code: 'CLIENT.TIMEOUT', maybeDone: false, call: 'POST /messages' });
    expect(ms).toBeLessThan(SOON_MS);
    expect(fake.arrived).toHaveLength(1);
  });
});

describe('retries', () => {
  test.each([
    [{ retries: 0 }, {}, 1],
    [{ retries: 2 }, {}, 3],
    [{ retries: 5 }, { retries: 1 }, 2],
  ] as const)('of the client %j and of the call %j: %i attempts', async (ofClient, ofCall, attempts) => {
    await using fake = await fakeService(() => DOWN, ofClient);
    expect(await rejection(fake.service.users.get('ann', ofCall))).toMatchObject({ code: 'ERR_MAINTENANCE' });
    expect(fake.arrived).toHaveLength(attempts);
  });

  test('are none after an answer that is lost: the call may have been carried out', async () => {
    await using fake = await fakeService(() => ({ cut: true }));
    const error = await rejection(fake.service.users.create({ uid: 'ann', name: 'A' }, { retries: 0 }));
    expect(error).toMatchObject({ code: 'SERVICE.NO_ANSWER', maybeDone: true });
    expect(fake.arrived).toHaveLength(1);
  });

  test('a later attempt without a connection leaves open what an earlier one did', async () => {
    let asked = 0;
    const fetch: Fetch = () => {
      const code = ++asked === 1 ? 'ECONNRESET' : 'ECONNREFUSED';
      return Promise.reject(
        new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }),
      );
    };
    await using service = chatService({ baseUrl: 'https://example.io', apiKey: KEY, fetch, retries: 1 });
    const error = await rejection(service.users.create({ uid: 'ann', name: 'A' }));
    expect(error).toMatchObject({ code: 'SERVICE.NO_ANSWER', maybeDone: true });
    expect(asked).toBe(2);
  });
});

describe('a signal', () => {
  test.each([{}, { proxy: false }] as const)('ends a request under way: %j', async (options) => {
    const closed = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    await using server = await httpServer((request, response) => {
      arrived.resolve();
      once(response, 'close').then(() => closed.resolve());
      request.resume();
    });
    await using service = chatService({ baseUrl: `${server.origin}/v3`, apiKey: KEY, ...options });
    const stop = new AbortController();
    const call = rejection(service.messages.send(TEXT, { signal: stop.signal }));
    await arrived.promise;
    const reason = new Error('enough');
    stop.abort(reason);
    expect(await call).toBe(reason);
    await closed.promise;
  });

  test('ends the wait between two attempts, also of a call with a time of its own', async () => {
    await using fake = await fakeService(() => DOWN);
    const signal = AbortSignal.timeout(300);
    const { error } = await timed(fake.service.users.get('ann', { signal, timeoutMs: 60_000 }));
    expect(error).toBe(signal.reason);
  });
});

describe('the fetch of the platform', () => {
  test('is the one that the program has at the time of a call', async () => {
    await using fake = await fakeService(() => ANN);
    const urls: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      urls.push(url);
      return Promise.resolve(Response.json({ data: { uid: 'bob' } }));
    });
    expect(await fake.service.users.get('ann')).toEqual({ uid: 'bob' });
    expect(urls).toEqual([`${fake.origin}/v3/users/ann`]);
    expect(fake.arrived).toEqual([]);
  });

  test('reads no more than 16 MiB of an answer', async () => {
    let written = 0;
    await using server = await httpServer((_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 32);
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) written++;
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    await using service = chatService({ baseUrl: `${server.origin}/v3`, apiKey: KEY });
    expect(await rejection(service.users.get('ann', { retries: 0 }))).toMatchObject({
      message: 'the answer is larger than 16 MiB',
    });
    expect(written).toBeLessThan(100);
  });

  test('opens no connection to some ports: nothing was sent', async () => {
    await using service = chatService({ baseUrl: 'http://127.0.0.1:9/v3', apiKey: KEY, retries: 0 });
    expect(await rejection(service.messages.send(TEXT))).toMatchObject({
      code: 'SERVICE.UNREACHABLE',
      maybeDone: false,
    });
  });
});

describe('over https', () => {
  test('a sandbox is trusted by its authority, by any of its names, and by no switch of the environment', async () => {
    await using own = await openSandbox({ http: false, appId: 'first' });
    const { baseUrl, files } = own.sandbox;
    const apiKey = own.secret(files.apiKey);
    await using service = chatService({ baseUrl, apiKey, caFile: files.ca });
    await service.users.create({ uid: 'ann', name: 'Ännie', tags: ['ß'] });
    expect(await service.users.get('ann')).toMatchObject({ name: 'Ännie' });
    const { port } = new URL(baseUrl);
    const serviceHost = `localhost:${port}`;
    await using named = chatService({ appId: 'first', region: 'us', serviceHost, apiKey, caFile: files.ca });
    expect(await named.users.delete('ann', { permanent: true })).toMatchObject({ success: true });
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await using unchecked = chatService({ baseUrl, apiKey });
    expect(await rejection(unchecked.users.get('ann'))).toMatchObject({
      code: 'SERVICE.TLS',
      maybeDone: false,
    });
    vi.unstubAllEnvs();
    await using stranger = chatService({ baseUrl, apiKey });
    expect(await rejection(stranger.users.get('ann'))).toMatchObject({
      code: 'SERVICE.TLS',
      maybeDone: false,
    });
  });
});
