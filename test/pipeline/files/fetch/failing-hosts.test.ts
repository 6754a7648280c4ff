import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  atFirst,
  cutAfter,
  endless,
  gzipBomb,
  loginPage,
  needsHeader,
  otherLength,
  silent,
  slow,
  stalls,
  status,
  throttled,
} from '../source-answers.ts';
import { type SourceAnswer, sourceServer } from '../source-server.ts';
import { fetching, QUICK } from './fetching.ts';

const MIB = 1024 * 1024;
/** Sends nothing to the first and the last of four tries: each such try takes a second. */
const silentAtEnds: SourceAnswer = (request, response, file, count) =>
  (count === 1 || count === 4 ? silent : status(503))(request, response, file, count);

describe('what a host answers', () => {
  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [400, 'gone'],
    [451, 'gone'],
    [300, 'gone'],
    [401, 'login'],
    [403, 'login'],
    [204, 'empty'],
    [304, 'silent'],
    [416, 'silent'],
    [206, 'silent'],
    [500, 'silent'],
    [502, 'silent'],
    [408, 'silent'],
  ])('%i is %s', async (code, why) => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const found = await at.fetch(source.answer('/a.png', status(code)));
    expect(found).toMatchObject({
      why,
      message: expect.stringMatching(why === 'empty' ? /no bytes/ : String(code)),
    });
    const requests = why === 'silent' ? 4 : 1;
    expect([source.requests.length, at.fetcher.requests.get, at.waits]).toEqual([
      requests,
      requests,
      [1_000, 10_000, 60_000].slice(0, requests - 1),
    ]);
  });

  test('asking to wait is heard, for all files of the host', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    source.put('/a.txt', 'a', { answer: throttled(2, 7) });
    source.put('/b.txt', 'b', { answer: throttled(1, 9, 503) });
    expect(await at.bytes(`${source.origin}/a.txt`)).toBe('a');
    expect(await at.bytes(`${source.origin}/b.txt`)).toBe('b');
    expect(at.waits.map((ms) => Math.ceil(ms / 1_000))).toEqual([7, 7, 9]);
  });

  test('asking to wait without an end is silence', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const busy = source.put('/a.txt', 'a', { answer: throttled(1_000, 1) });
    expect(await at.bytes(busy)).toBe('(silent)');
    expect(source.requests.length).toBeLessThan(20);
    const day = source.put('/b.txt', 'b', { answer: throttled(1_000, 86_400) });
    expect(await at.fetch(day)).toMatchObject({
      why: 'silent',
      message: expect.stringMatching(/asks to wait 1440 minutes/),
    });
    expect(await at.bytes(source.put('/c.txt', 'c'))).toBe('(silent)');
  });

  test.each([
    ['resets', atFirst(3, (_, response) => response.destroy())],
    ['errors', atFirst(3, status(500))],
    ['cut answers', cutAfter(1, 3)],
    ['an answer that stalls', atFirst(2, stalls(1))],
    ['a length that is too long', atFirst(1, otherLength(5))],
  ])('after %s it is asked again', async (_, answer) => {
    await using source = await sourceServer();
    await using at = await fetching(source, { times: QUICK });
    expect(await at.bytes(source.put('/a.txt', 'the text', { answer }))).toBe('the text');
  });

  test.each([
    ['nothing', silentAtEnds, /does not answer/],
    ['the beginning alone', stalls(3), /stops sending|sends too slowly/],
    ['a byte now and then', slow(20), /sends too slowly/],
    ['fewer bytes than it says', otherLength(5), /ends early/],
    [
      'no HTTP',
      (_: unknown, { socket }: { socket: { end(text: string): void } | null }) => socket?.end('hello'),
      /failed/,
    ],
  ] as const)('a host that sends %s is silent', async (_, answer, message) => {
    await using source = await sourceServer();
    await using at = await fetching(source, { times: QUICK });
    const found = await at.fetch(source.put('/a.txt', 'x'.repeat(300), { answer: answer as never }));
    expect(found).toMatchObject({ why: 'silent', message: expect.stringMatching(message) });
    expect(source.requests).toHaveLength(4);
  });

  test('an answer ends where it says, whatever follows', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source, { times: QUICK });
    const found = await at.bytes(source.put('/a.txt', 'the text', { answer: otherLength(-5) }));
    expect(['the', '(silent)']).toContain(found);
  });

  test('nobody there is silence, and after twenty failures in a row the host is left alone', async () => {
    const source = await sourceServer();
    await using at = await fetching(source);
    await source[Symbol.asyncDispose]();
    for (let number = 1; number <= 5; number++)
      expect(await at.bytes(`${source.origin}/${number}`)).toBe('(silent)');
    expect(at.fetcher.requests.get).toBe(20);
    expect(await at.fetch(`${source.origin}/6`)).toMatchObject({
      why: 'silent',
      message: expect.stringMatching(/not asked again/),
    });
    expect(at.fetcher.requests.get).toBe(20);
  });

  test('a name that nobody knows is asked for twice', async () => {
    await using at = await fetching(undefined, {
      resolveHost: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
    });
    expect(await at.fetch('https://gone.example.com/a')).toMatchObject({
      why: 'silent',
      message: expect.stringMatching(/no such host/),
    });
    expect(at.waits).toEqual([1_000]);
  });

  test('four requests at once, whatever the number of files', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    let [now, most] = [0, 0];
    const addresses = Array.from({ length: 12 }, (_, number) =>
      source.put(`/${number}.txt`, 'text', {
        answer(_request, response) {
          most = Math.max(most, ++now);
          setTimeout(() => {
            now--;
            response.end('text');
          }, 10);
        },
      }),
    );
    await Promise.all(addresses.map((address) => at.bytes(address)));
    expect(most).toBe(4);
  });

  test('a signal ends it', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const wanted = { key: 'k', address: source.answer('/a', silent), type: undefined, name: undefined };
    await expect(at.fetcher.fetch(wanted, AbortSignal.timeout(20))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const half = { ...wanted, address: source.put('/b', 'text', { answer: stalls(1) }) };
    await expect(at.fetcher.fetch(half, AbortSignal.timeout(20))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });
});

describe('what a host sends', () => {
  test('what is packed is refused, before it is read', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const found = await at.fetch(source.answer('/a.png', gzipBomb));
    expect(found).toEqual({ why: 'encoded', message: 'its host sends it packed: gzip' });
    expect(source.requests[0]?.headers['accept-encoding']).toBe('identity');
  });

  test('what is said to be packed a second time is refused as well', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const address = source.answer('/a.png', (_, response) =>
      response
        .writeHead(
          200,
          [
            ['content-encoding', 'identity'],
            ['content-encoding', 'br'],
          ].flat(),
        )
        .end('text'),
    );
    expect(await at.fetch(address)).toMatchObject({ why: 'encoded' });
  });

  test.each(['gzip, chunked', 'gzip', 'deflate,chunked'])(
    'what is packed on the way as %s is refused',
    async (how) => {
      await using source = await sourceServer();
      await using at = await fetching(source);
      const address = source.answer('/a.png', (_, { socket }) =>
        socket?.end(
          `HTTP/1.1 200 OK\r\ntransfer-encoding: ${how}\r\nconnection: close\r\n\r\n4\r\ntext\r\n0\r\n\r\n`,
        ),
      );
      expect(['(encoded)', '(silent)']).toContain(await at.bytes(address));
    },
  );

  test('a length beyond the limit ends it at once, a body at the byte', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source, { spec: { maxBytes: 1_000 } });
    expect(await at.bytes(source.put('/1000', 'x'.repeat(1_000)))).toHaveLength(1_000);
    expect(await at.bytes(source.put('/1001', 'x'.repeat(1_001)))).toBe('(tooLarge)');
    expect(await at.fetch(source.answer('/endless', endless))).toMatchObject({ why: 'tooLarge' });
  });

  test('an endless body ends beyond the limit also where it is on the disk', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source, { spec: { maxBytes: 9 * MIB } });
    expect(await at.bytes(source.answer('/endless', endless))).toBe('(tooLarge)');
    expect(readdirSync(at.folder)).toEqual([]);
  });

  test('nothing is nothing', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    expect(await at.fetch(source.put('/a.txt', ''))).toMatchObject({ why: 'empty' });
  });

  test('a web page in the place of a file is a login', async () => {
    await using source = await sourceServer();
    const address = source.put('/a.png', 'PNG', { answer: loginPage('authorization', 'Bearer t-123') });
    await using without = await fetching(source);
    expect(await without.fetch(address, { type: 'image/png' })).toMatchObject({ why: 'login' });
    const rule = { host: source.host, headers: { Authorization: { env: 'AUTH' } }, allowPrivate: true };
    await using at = await fetching(source, { spec: { from: [rule] }, env: { AUTH: 'Bearer t-123' } });
    expect(await at.bytes(address)).toBe('PNG');
  });

  test('a header that is refused is another thing than none', async () => {
    await using source = await sourceServer();
    const address = source.put('/a.png', 'PNG', {
      answer: needsHeader('authorization', 'Bearer right', 403),
    });
    const rule = { host: source.host, headers: { Authorization: { env: 'AUTH' } }, allowPrivate: true };
    await using at = await fetching(source, { spec: { from: [rule] }, env: { AUTH: 'Bearer wrong' } });
    const found = await at.fetch(address);
    expect(found).toMatchObject({ why: 'denied' });
    expect(JSON.stringify(found)).not.toContain('wrong');
  });
});
