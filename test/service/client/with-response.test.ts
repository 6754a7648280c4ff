import { describe, expect, test } from 'vitest';
import { parseLimits } from '../../../src/sandbox/sandbox.ts';
import { ChatService, chatService } from '../../../src/service/client/chat-service.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { fakeService, rejection } from './fake-service.ts';

describe('withResponse()', () => {
  test('gives what the call gives, with status, headers and the rest of the rate limit', async () => {
    await using own = await openSandbox({ limits: parseLimits('documented') });
    await using service = new ChatService({
      baseUrl: own.sandbox.baseUrl,
      apiKey: own.secret(own.sandbox.files.apiKey),
    });
    const { data, status, headers, budget, attempts } = await service.users
      .create({ uid: 'ann', name: 'Ann' })
      .withResponse();
    expect(data).toMatchObject({ uid: 'ann', name: 'Ann' });
    expect([status, attempts]).toEqual([200, 1]);
    expect(headers['content-type']).toContain('application/json');
    expect(budget).toMatchObject({ perMinute: 10_000, remaining: 9_999 });
  });

  test('sends nothing more, and a call without it sends as much', async () => {
    await using fake = await fakeService(() => ({ body: { data: { uid: 'ann' } } }));
    const call = fake.service.users.get('ann');
    expect([await call, (await call.withResponse()).data, await call]).toEqual(
      Array.from({ length: 3 }, () => ({ uid: 'ann' })),
    );
    expect(fake.arrived).toHaveLength(1);
    // Nobody waits for it: the call is on its way all the same.
    void fake.service.users.get('bob');
    await expect.poll(() => fake.arrived.length).toBe(2);
  });

  test.each([
    [
      { 'X-Rate-Limit': '20000', 'X-Rate-Limit-Remaining': '19999' },
      { perMinute: 20000, remaining: 19999 },
    ],
    [
      { 'X-RateLimit-Limit': '500', 'X-RateLimit-Remaining': '7' },
      { perMinute: 500, remaining: 7 },
    ],
    [{}, {}],
  ])('the headers %j say %j', async (headers, budget) => {
    await using fake = await fakeService(() => ({ headers, body: { data: [{ uid: 'ann' }] } }));
    for await (const page of fake.service.users.list({ perPage: 1 }).withResponse()) {
      expect(page).toMatchObject({ data: [{ uid: 'ann' }], status: 200 });
      expect(page.budget).toEqual(budget);
    }
  });

  test('counts the attempts of a call that had to be repeated', async () => {
    const throttled = {
      status: 429,
      headers: { 'retry-after': '0' },
      body: { error: { code: 'ERR_TOO_MANY_REQUESTS' } },
    };
    await using fake = await fakeService((_, number) =>
      number === 1 ? throttled : { headers: { 'x-a': 'b' }, body: { data: { uid: 'ann' } } },
    );
    const { attempts, headers } = await fake.service.users.get('ann').withResponse();
    expect([attempts, headers['x-a']]).toEqual([2, 'b']);
  });

  test('a refused call rejects once, whichever way it is waited for', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      await using fake = await fakeService(() => ({
        status: 404,
        body: { error: { code: 'ERR_UID_NOT_FOUND' } },
      }));
      const code = { code: 'ERR_UID_NOT_FOUND', status: 404 };
      const { users, dataImport } = fake.service;
      expect(await rejection(users.get('ann').withResponse())).toMatchObject(code);
      expect(await users.get('ann').catch((error: { code?: string }) => error.code)).toBe(code.code);
      let ended = false;
      expect(
        await rejection(
          users.get('ann').finally(() => {
            ended = true;
          }),
        ),
      ).toMatchObject(code);
      expect(ended).toBe(true);
      expect(await rejection(dataImport.users([]).withResponse())).toMatchObject({ code: 'REQUEST.INVALID' });
      await new Promise((resolve) => setImmediate(resolve));
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });

  test('what follows a call is an ordinary promise', async () => {
    await using fake = await fakeService(() => ({ body: { data: { uid: 'ann' } } }));
    const call = fake.service.users.get('ann');
    const name = call.then(({ uid }) => uid.toUpperCase());
    expect(name.constructor).toBe(Promise);
    expect(await Promise.all([name, call, Promise.race([call])])).toEqual([
      'ANN',
      { uid: 'ann' },
      { uid: 'ann' },
    ]);
  });
});

test('the client is a class, and the function without `new` makes the same', () => {
  const options = { baseUrl: 'https://example.io/v3', apiKey: 'k' };
  for (const service of [new ChatService(options), chatService(options)]) {
    expect(service).toBeInstanceOf(ChatService);
    expect(Object.keys(service)).toContain('users');
    expect(JSON.stringify(service)).not.toContain('example');
  }
});
