import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ServiceError } from '../../../src/errors/service-error.ts';
import { chatService } from '../../../src/service/client/chat-service.ts';
import { REAL_DATA, realData } from '../../support/real-data.ts';
import { httpServer } from '../transport/http-server.ts';
import { all, fakeService, KEY, type Reply, refused, rejection } from './fake-service.ts';

const error = (code: string, more: object = {}): Reply['body'] => ({
  error: { code, message: 'said', ...more },
});

const recorded = realData('recorded-responses');

describe.skipIf(recorded === undefined)(
  `recorded answers of the live service${recorded ? '' : ` (${REAL_DATA})`}`,
  () => {
    const body = (name: string): unknown => JSON.parse(readFileSync(join(recorded as string, name), 'utf8'));

    test.each(['createUser_200.json', 'getUser_200.json'])('%s is a user', async (name) => {
      const said = body(name) as { data: Record<string, unknown> };
      await using fake = await fakeService(() => ({ body: said }));
      expect(await fake.service.users.get('superhero6')).toEqual(said.data);
    });

    test.each([
      ['error_badRequest_400.json', 400, 'ERR_BAD_REQUEST', ['uid', 'name']],
      ['error_invalidApiKey_403.json', 403, 'AUTH_ERR_NO_ACCESS', []],
      ['error_notFound_404.json', 404, 'ERR_UID_NOT_FOUND', []],
    ])('%s is its error', async (name, status, code, fields) => {
      const said = body(name) as { error: { message: string; devMessage: string } };
      const thrown = await refused({ status, body: said });
      const { message, devMessage } = said.error;
      expect(thrown).toMatchObject({
        code,
        status,
        message,
        devMessage,
        source: 'chat-api',
        maybeDone: false,
      });
      expect(Object.keys(thrown.details)).toEqual(fields);
    });

    test('getUser_404.json, whatever it holds, is an error', async () => {
      expect(await refused({ status: 404, body: body('getUser_404.json') })).toMatchObject({ status: 404 });
    });
  },
);

describe('a refusal', () => {
  test.each([401, 403, 404, 409, 417])('of status %i is the service its own code', async (status) => {
    const thrown = await refused({ status, body: error('ERR_CANNOT_BLOCK_SELF', { source: 'chat-api' }) });
    expect(thrown).toMatchObject({
      code: 'ERR_CANNOT_BLOCK_SELF',
      status,
      message: 'said',
      source: 'chat-api',
      call: 'GET /users/{uid}',
    });
  });

  test('keeps the details of each field, in whatever form they come', async () => {
    const details = { uid: ['a', 'b'], name: 'c', tags: { x: 1 } };
    expect((await refused({ status: 400, body: error('ERR_BAD_REQUEST', { details }) })).details).toEqual({
      uid: ['a', 'b'],
      name: ['c'],
      tags: ['{"x":1}'],
    });
  });

  test('is told by its error also where the status says success', async () => {
    expect(await refused({ status: 200, body: error('ERR_UID_NOT_FOUND') })).toMatchObject({
      code: 'ERR_UID_NOT_FOUND',
      status: 200,
    });
  });

  test('names the time to wait, and is not waited for beyond the budget', async () => {
    const reply = {
      status: 429,
      headers: { 'retry-after': '30' },
      body: error('ERR_TOO_MANY_REQUESTS'),
    };
    await using fake = await fakeService(() => reply, { outageMs: 1_000 });
    for (const _ of [1, 2]) {
      const thrown = await rejection(fake.service.users.get('ann'));
      expect(thrown).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', status: 429 });
      expect((thrown as ServiceError).retryAfterMs).toBeGreaterThan(25_000);
    }
    expect(fake.arrived.length).toBe(1);
  });

  test('of a moment is waited out', async () => {
    await using fake = await fakeService((_, number) =>
      number === 1
        ? { status: 429, headers: { 'retry-after': '0' }, body: error('ERR_TOO_MANY_REQUESTS') }
        : { body: { data: { uid: 'ann' } } },
    );
    expect(await fake.service.users.get('ann')).toEqual({ uid: 'ann' });
  });
});

describe('a foreign answer', () => {
  test.each<[string, Reply]>([
    ['HTML', { text: '<html>hello</html>' }],
    ['an empty body', { text: '' }],
    ['null', { body: null }],
    ['a list', { body: [] }],
    ['no data', { body: { meta: {} } }],
    ['data of another form', { body: { data: 'x' } }],
    ['a user without a uid', { body: { data: { name: 'x' } } }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, text: '' }],
    ['a 404 of something else', { status: 404, text: 'not here' }],
    ['an error without a code', { status: 400, body: { error: {} } }],
    ['an error that is text', { status: 400, body: { error: 'x' } }],
  ])('%s is a ServiceError', async (_what, reply) => {
    const thrown = await refused(reply);
    expect(thrown.code).toBe('SERVICE.FOREIGN_ANSWER');
    expect(thrown.status).toBe(reply.status ?? 200);
  });

  test('names the row and the member at fault, not its value', async () => {
    await using fake = await fakeService(() => ({
      body: { data: [{ uid: 'a' }, { uid: 5, name: 'private' }] },
    }));
    const thrown = (await rejection(all(fake.service.users.list()))) as ServiceError;
    expect(thrown.message).toContain('data.1.uid');
    expect(thrown.message).not.toContain('private');
  });

  test('of one row among results fails the call', async () => {
    await using fake = await fakeService(() => ({ body: { data: { a: 'yes' } } }));
    expect(await rejection(fake.service.dataImport.users([{ uid: 'a', name: 'A' }]))).toMatchObject({
      code: 'SERVICE.FOREIGN_ANSWER',
      maybeDone: true,
    });
  });
});

describe('no answer', () => {
  test('a call that must not be made twice is not, and may have been carried out', async () => {
    await using fake = await fakeService(() => ({ cut: true }));
    const message = { receiver: 'bob', receiverType: 'user', data: { text: 'x' } } as const;
    expect(await rejection(fake.service.messages.send(message))).toMatchObject({
      code: 'SERVICE.NO_ANSWER',
      maybeDone: true,
      call: 'POST /messages',
    });
    expect(fake.arrived.length).toBe(1);
  });

  test('an edit is not made twice: each leaves an action message', async () => {
    await using fake = await fakeService(() => ({ cut: true }));
    expect(await rejection(fake.service.messages.update('1', { data: { text: 'x' } }))).toMatchObject({
      code: 'SERVICE.NO_ANSWER',
      maybeDone: true,
    });
    expect(fake.arrived.length).toBe(1);
  });

  test('a call that may be made twice is repeated', async () => {
    await using fake = await fakeService((_, number) =>
      number === 1 ? { cut: true } : { body: { data: { uid: 'ann' } } },
    );
    expect(await fake.service.users.create({ uid: 'ann', name: 'A' })).toEqual({ uid: 'ann' });
    expect(fake.arrived.length).toBe(2);
  });

  test('"already there" after a lost answer says that it may be ours', async () => {
    await using fake = await fakeService((_, number) =>
      number === 1 ? { cut: true } : { status: 400, body: error('ERR_UID_ALREADY_EXISTS') },
    );
    expect(await rejection(fake.service.users.create({ uid: 'ann', name: 'A' }))).toMatchObject({
      code: 'ERR_UID_ALREADY_EXISTS',
      maybeDone: true,
    });
  });

  test('a wait that is too long after a lost answer says that the call may have been carried out', async () => {
    const wait: Reply = {
      status: 429,
      headers: { 'retry-after': '90' },
      body: error('ERR_TOO_MANY_REQUESTS'),
    };
    await using fake = await fakeService((_, number) => (number === 1 ? { cut: true } : wait));
    expect(await rejection(fake.service.users.delete('ann', { permanent: true }))).toMatchObject({
      code: 'ERR_TOO_MANY_REQUESTS',
      maybeDone: true,
    });
  });

  test('a service that stays down is given up with what it said last', async () => {
    const thrown = await refused({ status: 503, body: error('ERR_MISSION_FAILED') }, { outageMs: 300 });
    expect(thrown).toMatchObject({ code: 'ERR_MISSION_FAILED', status: 503 });
    const mute = await refused({ status: 503, text: 'down' }, { outageMs: 300 });
    expect(mute).toMatchObject({ code: 'SERVICE.OUTAGE', status: 503, maybeDone: true });
  });

  test('nobody there is given up', async () => {
    const server = await httpServer(() => {});
    await server[Symbol.asyncDispose]();
    await using service = chatService({ baseUrl: server.origin, apiKey: KEY, outageMs: 300 });
    expect(await rejection(service.users.get('a'))).toMatchObject({
      code: 'SERVICE.UNREACHABLE',
      maybeDone: false,
    });
  });

  test('an untrusted certificate is not insisted on', async () => {
    await using server = await httpServer(() => {});
    await using service = chatService({ baseUrl: server.origin.replace('http', 'https'), apiKey: KEY });
    expect(await rejection(service.users.get('a'))).toMatchObject({ code: 'SERVICE.TLS' });
  });
});

describe('a signal', () => {
  test('ends a call at once, with its reason', async () => {
    await using server = await httpServer(() => {});
    await using service = chatService({ baseUrl: server.origin, apiKey: KEY });
    const stop = new AbortController();
    const call = rejection(service.users.get('a', { signal: stop.signal }));
    setTimeout(() => stop.abort(new Error('enough')), 50);
    expect(await call).toMatchObject({ message: 'enough' });
    expect(await rejection(service.users.get('a', { signal: stop.signal }))).toMatchObject({
      message: 'enough',
    });
  });

  test('ends a list between its pages', async () => {
    await using fake = await fakeService(({ query }) => ({ body: { data: [{ uid: `u${query['page']}` }] } }));
    const stop = new AbortController();
    const seen: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { uid } of fake.service.users.list({ perPage: 1 }, { signal: stop.signal })) {
        seen.push(uid);
        if (seen.length === 3) stop.abort(new Error('enough'));
      }
    };
    expect(await rejection(reading())).toMatchObject({ message: 'enough' });
    expect(seen).toEqual(['u1', 'u2', 'u3']);
  });
});

describe('a client that is closed', () => {
  test('ends what is under way and takes no more calls, at once', async () => {
    await using server = await httpServer(() => {});
    const service = chatService({ baseUrl: server.origin, apiKey: KEY });
    const underWay = rejection(service.users.get('a'));
    setTimeout(() => void service[Symbol.asyncDispose](), 50);
    expect(await underWay).toMatchObject({ code: 'CLIENT.CLOSED' });
    expect(await rejection(service.users.get('a'))).toMatchObject({ code: 'CLIENT.CLOSED' });
    await service[Symbol.asyncDispose]();
  });
});
