import { mkdtempDisposable } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { RunError } from '../../../src/errors/run-error.ts';
import { BODY_BYTES_MAX } from '../../../src/features/live/receive/body-room.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import { sized } from '../../support/long-form.ts';
import { seeded } from '../../support/random.ts';
import { FileOfEvents, hookServerHere, KEY, pathOf, signatureOf } from './hook-server-here.ts';

const folderHere = () => mkdtempDisposable(join(tmpdir(), 'receive-'));
const EVENT = '{"type":"message.new","text":"hello, wörld"}';
const signed = (body: Uint8Array | string, key = KEY) => ({ 'x-test-signature': signatureOf(body, key) });
/** Everything that a connection says until it ends. */
async function said(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

test('a signed event is stored as it came, then answered with 200 and no words', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const answer = await here.post(EVENT, {
    ...signed(EVENT),
    'content-type': 'application/json',
    'x-webhook-id': 'w1',
    authorization: 'Basic c2VjcmV0',
    cookie: 'a=b',
  });
  expect([answer.status, await answer.text()]).toEqual([200, '']);
  expect(inbox.events).toHaveLength(1);
  const [event] = inbox.events;
  expect(event?.body.toString()).toBe(EVENT);
  expect(event?.headers).toEqual({ 'content-type': 'application/json', 'x-webhook-id': 'w1' });
  expect(here.tally.of('old')).toMatchObject({ received: 1, badSignatures: 0 });
  expect(here.tally.of('old').lastAnswered).toBe(event?.receivedAt);
});

test('other paths are 404, other methods 405, both without words and before a signature is looked at', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const { path } = here.hook;
  const others = [
    '/',
    '/sendbird',
    path.slice(0, -1),
    `${path}/`,
    `${path}a`,
    path.toUpperCase(),
    pathOf(),
    `/x${path}`,
  ];
  for (const other of others) {
    const answer = await here.post(EVENT, signed(EVENT), other);
    expect([other, answer.status, await answer.text()]).toEqual([other, 404, '']);
  }
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
    const answer = await fetch(here.url, { method });
    expect([method, answer.status, await answer.text(), answer.headers.get('allow')]).toEqual([
      method,
      405,
      '',
      'POST',
    ]);
  }
  expect(inbox.events).toEqual([]);
  expect(here.tally.of('old')).toMatchObject({ received: 0, badSignatures: 0 });
});

test('a query and the path of the public address belong to what is signed', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  const urls: string[] = [];
  const path = pathOf();
  const origin = {
    isGenuine: ({ url }: { readonly url: string }) => {
      urls.push(url);
      return true;
    },
  };
  await using here = await hookServerHere(inbox, {
    publicUrl: 'https://relay.example.io/cf',
    hooks: [{ side: 'old', system: 'twilio', origin, secrets: { keys: [] }, path }],
  });
  for (const sent of [path, `/cf${path}`, `${path}?a=1&b=%20`])
    expect(
      (await here.post('a=1', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }, sent))
        .status,
    ).toBe(200);
  const base = `https://relay.example.io/cf${path}`;
  expect(urls).toEqual([base, base, `${base}?a=1&b=%20`]);
});

test('changed requests are all 401, counted and never stored; a person hears of it once, with the usual cause', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const random = seeded(7);
  const below = (most: number) => Math.floor(random() * most);
  const mutants = sized(300, 10_000);
  for (let count = 0; count < mutants; count += 1) {
    const body = Buffer.from(EVENT);
    let signature = signatureOf(body, KEY);
    const way = below(6);
    let sent: Buffer = body;
    if (way === 0)
      sent.writeUInt8((sent.readUInt8(below(sent.length)) ^ (1 << below(8))) & 0xff, below(sent.length));
    if (way === 1) sent = Buffer.concat([body, Buffer.from(' ')]);
    if (way === 2) sent = body.subarray(0, below(body.length));
    if (way === 3) signature = signature.slice(0, below(64));
    if (way === 4) signature = signature.replace(/./, (digit) => (digit === '0' ? '1' : '0'));
    if (way === 5) signature = signatureOf(body, `${KEY}${below(1_000)}`);
    if (signatureOf(sent, KEY) === signature) sent = Buffer.concat([sent, Buffer.from('x')]);
    const answer = await here.post(sent, { 'x-test-signature': signature });
    expect([way, answer.status]).toEqual([way, 401]);
    await answer.body?.cancel();
  }
  expect((await here.post(EVENT, {})).status).toBe(401);
  expect(inbox.events).toEqual([]);
  expect(here.tally.of('old')).toMatchObject({ received: 0, badSignatures: mutants + 1 });
  expect(here.news.map(({ kind, text }) => [kind, text])).toEqual([
    ['badSignatures', expect.stringContaining('master API token')],
  ]);
});

test('what throws while a signature is looked at is no genuine event', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  const origin = {
    isGenuine: () => {
      throw new Error('odd');
    },
  };
  await using here = await hookServerHere(inbox, {
    hooks: [{ side: 'new', system: 'service', origin, secrets: { keys: [] }, path: pathOf() }],
  });
  expect((await here.post(EVENT)).status).toBe(401);
  expect(here.tally.of('new').badSignatures).toBe(1);
});

test('two secrets hold at once, and others from one moment to the next', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const status = async (key: string) => (await here.post(EVENT, signed(EVENT, key))).status;
  const keys = (...texts: string[]) => [
    { ...here.hook, secrets: { keys: texts.map((text) => new Secret(text)) } },
  ];
  expect([await status(KEY), await status('new-key-1')]).toEqual([200, 401]);
  here.server.renew(keys(KEY, 'new-key-1'), undefined);
  expect([await status(KEY), await status('new-key-1')]).toEqual([200, 200]);
  here.server.renew(keys('new-key-1'), undefined);
  expect([await status(KEY), await status('new-key-1')]).toEqual([401, 200]);
});

test('a replayed event is an event: what it says is compared later', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  for (let count = 0; count < 3; count += 1) expect((await here.post(EVENT)).status).toBe(200);
  expect(inbox.events).toHaveLength(3);
});

test('a body of 1 MiB is taken, with one byte more it is 413, with its length said before and without', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const whole = Buffer.alloc(BODY_BYTES_MAX, 'a');
  const more = Buffer.alloc(BODY_BYTES_MAX + 1, 'a');
  const chunked = (body: Buffer): RequestInit & { duplex: 'half' } => ({
    method: 'POST',
    headers: signed(body),
    body: new Blob([new Uint8Array(body)]).stream(),
    duplex: 'half',
  });
  expect((await here.post(whole)).status).toBe(200);
  expect((await fetch(here.url, chunked(whole))).status).toBe(200);
  expect((await here.post(more)).status).toBe(413);
  expect([(await fetch(here.url, chunked(more))).status, here.missed()]).toEqual([413, 2]);
  expect(inbox.events.map(({ body }) => body.length)).toEqual([BODY_BYTES_MAX, BODY_BYTES_MAX]);
  expect(here.tally.of('old')).toMatchObject({ received: 2, refused: { tooLarge: 2 } });
});

test('a packed body is checked and stored unpacked; more than 8 MiB, what is no gzip, and other packings are refused', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const status = async (packed: Uint8Array, body: Uint8Array | string, encoding = 'gzip') =>
    (await here.post(packed, { ...signed(body), 'content-encoding': encoding })).status;
  const most = Buffer.alloc(8 * 1_048_576, 'b');
  const bomb = gzipSync(Buffer.alloc(200 * 1_048_576), { level: 9 });
  expect(bomb.length).toBeLessThan(BODY_BYTES_MAX);
  expect(await status(gzipSync(EVENT), EVENT)).toBe(200);
  expect(await status(gzipSync(most), most)).toBe(200);
  const { rss } = process.memoryUsage();
  for (const _ of 'four') expect(await status(bomb, EVENT)).toBe(413);
  expect(process.memoryUsage().rss - rss).toBeLessThan(100 * 1_048_576);
  expect(await status(gzipSync(Buffer.concat([most, Buffer.from('b')])), EVENT)).toBe(413);
  expect(await status(gzipSync(EVENT).subarray(0, 20), EVENT)).toBe(400);
  expect(await status(Buffer.from(EVENT), EVENT)).toBe(400);
  expect(await status(Buffer.from(EVENT), EVENT, 'br')).toBe(415);
  expect(await status(gzipSync(gzipSync(EVENT)), EVENT, 'gzip, gzip')).toBe(415);
  expect(inbox.events.map(({ body }) => body.length)).toEqual([Buffer.byteLength(EVENT), most.length]);
  expect(here.missed()).toBe(9);
});

test('headers of more than 16 KiB, and what is no HTTP, end their connection alone', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const long = connect(here.port, '127.0.0.1');
  long.write(`POST ${here.hook.path} HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`);
  expect(await said(long)).toMatch(/^HTTP\/1\.1 431 /);
  for (const text of ['\x16\x03\x01\x02\x00\x01', 'nothing at all\r\n\r\n', 'POST / HTTP/1.1\r\n\r\n']) {
    const socket = connect(here.port, '127.0.0.1');
    socket.write(text);
    expect(await said(socket)).toMatch(/^(?:HTTP\/1\.1 400 |$)/);
  }
  expect((await here.post(EVENT)).status).toBe(200);
});

/** Opens connections that send a part of a request, or nothing; returns the numbers of those that have ended. */
function crowd(port: number, path: string, count: number): { readonly ended: number[] } & Disposable {
  const ended: number[] = [];
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.once('close', () => ended.push(index)).resume();
    if (index % 2 === 0) socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{`);
    return socket;
  });
  return {
    ended,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('connections that say nothing keep nobody out: new ones take their places', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  using silent = crowd(here.port, here.hook.path, 400);
  for (let count = 0; count < 20; count += 1) expect((await here.post(EVENT)).status).toBe(200);
  expect(silent.ended.length).toBeGreaterThanOrEqual(400 - 256);
  expect(inbox.events).toHaveLength(20);
});

test.runIf(sized(false, true))(
  'who sends slowly is cut off after ten seconds',
  { timeout: 120_000 },
  async () => {
    await using folder = await folderHere();
    await using inbox = await FileOfEvents.in(folder.path);
    await using here = await hookServerHere(inbox);
    const start = performance.now();
    using slow = crowd(here.port, here.hook.path, 50);
    while (slow.ended.length < 50) await sleep(100);
    expect(performance.now() - start).toBeGreaterThan(9_000);
    expect(inbox.events).toHaveLength(0);
  },
);

test('a disk that refuses gives 503 and a time to come again, no event; then it is as before', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  let isFull = true;
  await using here = await hookServerHere({
    waiting: () => inbox.waiting(),
    add: async (events) => {
      if (isFull)
        throw new RunError('STATE.UNWRITABLE', 'the inbox cannot be written: no space is left (ENOSPC)');
      await inbox.add(events);
    },
  });
  for (let count = 0; count < 3; count += 1) {
    const answer = await here.post(EVENT);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  }
  isFull = false;
  expect((await here.post(EVENT)).status).toBe(200);
  expect(inbox.events).toHaveLength(1);
  expect(here.tally.of('old')).toMatchObject({ received: 1, refused: { unavailable: 3 } });
  expect(here.missed()).toBe(3);
  expect(here.news.map(({ kind }) => kind)).toEqual(['disk']);
});

test('a sync that takes longer than the systems wait gives 503, also if the event is stored after it', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  const gate = Promise.withResolvers<void>();
  await using here = await hookServerHere({
    waiting: () => inbox.waiting(),
    add: async (events) => {
      await gate.promise;
      await inbox.add(events);
    },
  });
  const start = performance.now();
  const answer = await here.post(EVENT);
  expect(answer.status).toBe(503);
  expect(performance.now() - start).toBeGreaterThanOrEqual(1_400);
  gate.resolve();
  expect((await here.post(EVENT)).status).toBe(200);
  expect(inbox.events).toHaveLength(2);
});

test('bodies that wait for a disk have a bound together', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  const gate = Promise.withResolvers<void>();
  let taken = 0;
  await using here = await hookServerHere({
    waiting: () => inbox.waiting(),
    add: async (events) => {
      taken += events.length;
      await gate.promise;
    },
  });
  const body = Buffer.alloc(BODY_BYTES_MAX, 'c');
  const answers = await Promise.all(Array.from({ length: 80 }, () => here.post(body)));
  expect(answers.every(({ status }) => status === 503)).toBe(true);
  // One MiB less than 64, for what an event costs beside its body.
  expect(taken).toBe(63);
  gate.resolve();
  expect((await here.post(EVENT)).status).toBe(200);
}, 60_000);

test('a full backlog is 503; a person hears at 80 % and when it is full, once each', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const at = async (events: number) => {
    inbox.waits(events);
    return (await here.post(EVENT)).status;
  };
  expect([await at(799), await at(800), await at(850), await at(1_000), await at(1_001)]).toEqual([
    200, 200, 200, 503, 503,
  ]);
  expect(here.news.map(({ text }) => text)).toEqual([
    '800 events wait, 80 % of what live.backlog allows',
    '1000 events wait, all that live.backlog allows: new ones are refused',
  ]);
  expect([await at(900), await at(750), await at(820), await at(100), await at(820)]).toEqual([
    200, 200, 200, 200, 200,
  ]);
  expect(here.news).toHaveLength(3);
});

test('at its end, what is under way is stored and answered, and everything new is 503', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  const gate = Promise.withResolvers<void>();
  const here = await hookServerHere({
    waiting: () => inbox.waiting(),
    add: async (events) => {
      await gate.promise;
      await inbox.add(events);
    },
  });
  const underWay = here.post(EVENT);
  await sleep(100);
  const stopped = here.server.stop();
  expect(await here.post(EVENT)).toMatchObject({ status: 503 });
  gate.resolve();
  expect((await underWay).status).toBe(200);
  await stopped;
  await expect(here.post(EVENT)).rejects.toThrow();
  expect(inbox.events).toHaveLength(1);
});
test('a client that leaves, and one that waits to be told to send, harm nobody', async () => {
  await using folder = await folderHere();
  await using inbox = await FileOfEvents.in(folder.path);
  await using here = await hookServerHere(inbox);
  const head = `POST ${here.hook.path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(EVENT)}\r\n`;
  for (const text of [`${head}\r\n{"ty`, head]) {
    const leaving = connect(here.port, '127.0.0.1');
    leaving.write(text, () => leaving.destroy());
    await said(leaving);
  }
  const patient = connect(here.port, '127.0.0.1');
  patient.once('data', () => patient.write(EVENT));
  patient.write(
    `${head}Expect: 100-continue\r\nConnection: close\r\nX-Test-Signature: ${signatureOf(EVENT, KEY)}\r\n\r\n`,
  );
  expect(await said(patient)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  expect([inbox.events.length, here.missed()]).toEqual([1, 1]);
});
