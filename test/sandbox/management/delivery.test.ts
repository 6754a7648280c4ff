import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEFAULT_QUIRKS } from '../../../src/sandbox/quirks/quirks.ts';
import type { Opened } from '../sandbox-client.ts';
import { openManaged, openReceiver, until } from './receiver.ts';

/** Further tries come at once, not after the documented 10 and 30 seconds. */
const HURRIED = { quirks: { ...DEFAULT_QUIRKS, webhookRetriesMs: [20, 40] as const } };

const say = (opened: Opened, text: string) =>
  opened.post('/messages', { receiver: 'bob', receiverType: 'user', type: 'text', data: { text } });

/** Waits until every delivery to a webhook has its outcome, and returns them, newest first. */
async function settled(managed: Awaited<ReturnType<typeof openManaged>>, id: string, count = 1) {
  await until(async () => {
    const all = await managed.deliveries(id);
    return all.length >= count && all.every(({ state }: { state: string }) => state !== 'waiting');
  });
  return managed.deliveries(id);
}

test('with a login, a delivery has Basic auth and a signature of its body', async () => {
  await using managed = await openManaged();
  await using receiver = await openReceiver();
  await managed.hook('signed', receiver.url, ['message_sent'], {
    useBasicAuth: true,
    username: 'user',
    password: 'p:ässword',
  });
  await managed.hook('plain', receiver.url, ['message_sent'], { username: 'user', password: 'unused' });
  await say(managed, 'Grüße');
  await until(() => receiver.received.length === 2);
  const [signed, plain] = ['signed', 'plain'].map((id) =>
    receiver.received.find(({ json }) => json.webhook === id),
  );
  expect(signed?.headers.authorization).toBe(`Basic ${Buffer.from('user:p:ässword').toString('base64')}`);
  const own = createHmac('sha256', 'p:ässword')
    .update(signed?.text ?? '')
    .digest('hex');
  expect(signed?.headers['x-sandbox-signature']).toBe(`sha256=${own}`);
  expect(plain?.headers).not.toHaveProperty('authorization');
  expect(plain?.headers).not.toHaveProperty('x-sandbox-signature');
});

test('events of a webhook come in the order in which they happened', async () => {
  await using managed = await openManaged();
  await using receiver = await openReceiver((_, response) => setTimeout(() => response.end(), 5));
  await managed.hook('a', receiver.url, ['message_sent']);
  const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
  for (const text of texts) await say(managed, text);
  await until(() => receiver.received.length === texts.length);
  expect(receiver.received.map(({ json }) => json.data.message.data.text)).toEqual(texts);
});

test('a failed delivery is tried twice more if the webhook wants that, and not at all otherwise', async () => {
  await using managed = await openManaged(HURRIED);
  let left = 2;
  await using twice = await openReceiver((_, response) => {
    response.statusCode = left-- > 0 ? 500 : 200;
    response.end();
  });
  await using never = await openReceiver((_, response) => response.writeHead(503).end());
  await managed.hook('twice', twice.url, ['message_sent'], { retryOnFailure: true });
  await managed.hook('never', never.url, ['message_sent'], { retryOnFailure: true });
  await managed.hook('once', never.url, ['message_sent']);
  await say(managed, 'x');
  expect(await settled(managed, 'twice')).toMatchObject([{ state: 'delivered', tries: 3, status: 200 }]);
  expect((await managed.deliveries('twice'))[0]).not.toHaveProperty('error');
  const error = 'the receiver answered 503';
  expect(await settled(managed, 'never')).toMatchObject([{ state: 'failed', tries: 3, status: 503, error }]);
  expect(await settled(managed, 'once')).toMatchObject([{ state: 'failed', tries: 1, status: 503, error }]);
  expect([twice.received.length, never.received.length]).toEqual([3, 4]);
  expect(new Set(twice.received.map(({ text }) => text)).size).toBe(1);
});

test('the documented waits before further tries are 10 and 30 seconds', () => {
  expect(DEFAULT_QUIRKS.webhookRetriesMs).toEqual([10_000, 30_000]);
});

test('no answer within two seconds is a failure, and holds up neither calls nor other webhooks', async () => {
  await using managed = await openManaged();
  await using slow = await openReceiver(() => {});
  await using quick = await openReceiver();
  await managed.hook('slow', slow.url, ['message_sent']);
  await managed.hook('quick', quick.url, ['message_sent']);
  const start = performance.now();
  for (let at = 0; at < 5; at++) await say(managed, 'x');
  await until(() => quick.received.length === 5);
  // One after the other, they would take ten.
  expect(performance.now() - start).toBeLessThan(8_000);
  await until(async () => (await managed.deliveries('slow')).at(-1).state === 'failed');
  const first = (await managed.deliveries('slow')).at(-1);
  expect(first).toMatchObject({ tries: 1, error: 'no answer in time' });
  expect(first.durationMs).toBeGreaterThan(1900);
  expect(first.durationMs).toBeLessThan(4000);
});

test('an answer that switches protocols is a failure, and the next event is still sent', async () => {
  await using managed = await openManaged();
  const switched = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n';
  const requests: string[] = [];
  const upgrading = createTcp((socket) => {
    socket.on('error', () => {});
    socket.once('data', (bytes) => {
      requests.push(bytes.toString());
      socket.write(requests.length === 1 ? switched : 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  upgrading.listen(0, '127.0.0.1');
  await once(upgrading, 'listening');
  const { port } = upgrading.address() as { port: number };
  await managed.hook('switch', `http://127.0.0.1:${port}/`, ['message_sent']);
  await say(managed, 'x');
  await say(managed, 'y');
  const [second, first] = await settled(managed, 'switch', 2);
  expect(first).toMatchObject({ state: 'failed', tries: 1, error: 'closed without an answer' });
  expect(second).toMatchObject({ state: 'delivered', status: 200 });
  upgrading.close();
});

test('a dead receiver and one that is no HTTP are failures', async () => {
  await using managed = await openManaged();
  const dead = await openReceiver();
  await dead[Symbol.asyncDispose]();
  const babble = createTcp((socket) => socket.end('what do you want?\r\n\r\n')).listen(0, '127.0.0.1');
  await once(babble, 'listening');
  const { port } = babble.address() as { port: number };
  await managed.hook('dead', dead.url, ['message_sent']);
  await managed.hook('babble', `http://127.0.0.1:${port}/`, ['message_sent']);
  await say(managed, 'x');
  expect(await settled(managed, 'dead')).toMatchObject([
    { state: 'failed', tries: 1, error: 'ECONNREFUSED' },
  ]);
  expect(await settled(managed, 'babble')).toMatchObject([
    { state: 'failed', error: 'HPE_INVALID_CONSTANT' },
  ]);
  babble.close();
});

test('a redirect is a failure and is not followed', async () => {
  await using managed = await openManaged();
  await using target = await openReceiver();
  await using receiver = await openReceiver((_, response) => {
    response.writeHead(307, { Location: target.url }).end();
  });
  await managed.hook('a', receiver.url, ['message_sent']);
  await say(managed, 'x');
  const error = 'the receiver answered 307';
  expect(await settled(managed, 'a')).toMatchObject([{ state: 'failed', status: 307, error }]);
  expect(target.received).toEqual([]);
});

test('an answer without end counts by its status and is not read to its end', async () => {
  await using managed = await openManaged();
  let written = 0;
  const closed = Promise.withResolvers<void>();
  await using receiver = await openReceiver((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(16_384))) written += 16_384;
    };
    response.on('drain', more);
    response.on('close', () => closed.resolve());
    more();
  });
  await managed.hook('a', receiver.url, ['message_sent']);
  await say(managed, 'x');
  expect(await settled(managed, 'a')).toMatchObject([{ state: 'delivered', status: 200 }]);
  await closed.promise;
  expect(written).toBeLessThan(16 * 1024 * 1024);
});

test('an https receiver on this machine may have a certificate of its own', async () => {
  await using managed = await openManaged({ http: false });
  const folder = dirname(managed.sandbox.files.ca);
  const [cert, key] = ['server.pem', 'server-key.pem'].map((name) => readFileSync(join(folder, name)));
  await using receiver = await openReceiver(undefined, (listener) => createHttps({ cert, key }, listener));
  await managed.hook('a', receiver.url.replace('http', 'https'), ['message_sent']);
  await say(managed, 'x');
  expect(await settled(managed, 'a')).toMatchObject([{ state: 'delivered', status: 200 }]);
});

test('a webhook that is disabled or removed gets nothing more, also of what already waits', async () => {
  await using managed = await openManaged();
  const { manage, webhooks } = managed;
  const held: (() => void)[] = [];
  await using receiver = await openReceiver((_, response) => held.push(() => response.end()));
  await managed.hook('a', receiver.url, ['message_sent']);
  for (let at = 0; at < 3; at++) await say(managed, 'x');
  await until(() => held.length === 1);
  await manage('PUT', `${webhooks}/a`, { enabled: false });
  held[0]?.();
  const error = 'the webhook is disabled or removed';
  expect(await settled(managed, 'a', 3)).toMatchObject([
    { state: 'dropped', tries: 0, error },
    { state: 'dropped', tries: 0, error },
    { state: 'delivered', tries: 1 },
  ]);
  await say(managed, 'x');
  await manage('PUT', `${webhooks}/a`, { enabled: true });
  await say(managed, 'wanted again');
  await until(() => held.length === 2);
  expect(receiver.received.at(-1)?.json.data.message.data.text).toBe('wanted again');
});

test('at most 1,000 events wait for a webhook; the last 500 deliveries are listed, page by page', async () => {
  await using managed = await openManaged();
  await using receiver = await openReceiver(() => {});
  await managed.hook('a', receiver.url, ['message_sent']);
  for (let at = 0; at < 1010; at += 10) {
    await Promise.all(Array.from({ length: 10 }, () => say(managed, 'x')));
  }
  const { manage, webhooks } = managed;
  const { data, meta } = (await manage('GET', `${webhooks}/a/deliveries?perPage=5&page=2`)).json;
  expect([data.length, meta.pagination.total]).toEqual([5, 500]);
  expect(data[0]).toMatchObject({ state: 'dropped', tries: 0, error: '1000 events are waiting already' });
});

test('a sandbox that is closed waits for no receiver', async () => {
  const managed = await openManaged();
  await using receiver = await openReceiver(() => {});
  await managed.hook('a', receiver.url, ['message_sent'], { retryOnFailure: true });
  await say(managed, 'x');
  await until(() => receiver.received.length === 1);
  const start = performance.now();
  await managed[Symbol.asyncDispose]();
  expect(performance.now() - start).toBeLessThan(1_900);
  await sleep(50);
  expect(receiver.received.length).toBe(1);
});

test('the web view shows the deliveries to its token only, and of an address no more than its origin', async () => {
  await using managed = await openManaged();
  await using receiver = await openReceiver();
  await managed.hook('a', `${receiver.url}/secret`, ['message_sent'], { enabled: true });
  await say(managed, 'x');
  await settled(managed, 'a');
  const { origin, hash } = new URL(managed.sandbox.viewUrl);
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const look = (headers: Record<string, string>) =>
    managed.call('GET', `${origin}/view/webhooks`, { key: null, headers });
  const { json } = await look({ 'x-view-token': token });
  expect(json.webhooks).toEqual([
    { id: 'a', name: 'a', to: `http://127.0.0.1:${receiver.port}`, enabled: true, triggers: 1 },
  ]);
  expect(json.deliveries).toMatchObject([{ trigger: 'message_sent', webhook: 'a', state: 'delivered' }]);
  expect((await look({})).status).toBe(401);
});
