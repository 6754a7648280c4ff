import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { RunError } from '../../../../src/errors/run-error.ts';
import type { FileResolver, ResolvedFile } from '../../../../src/pipeline/files/fetch/fetched-file.ts';
import { judgeAddress } from '../../../../src/pipeline/files/fetch/judge-address.ts';
import type { HostRule } from '../../../../src/pipeline/files/files-spec.ts';
import { needsHeader, redirect, status } from '../source-answers.ts';
import { sourceServer } from '../source-server.ts';
import { fetching, names } from './fetching.ts';

const AUTH = { Authorization: { env: 'AUTH' } };
const rule = (host: string, headers: HostRule['headers'] = {}, allowPrivate = false): HostRule => ({
  host,
  headers,
  allowPrivate,
});

describe('headers of a host', () => {
  const env = { AUTH: 'Bearer t-123', OTHER: 'o' };

  test('go to the host that they are for, and its port', async () => {
    await using source = await sourceServer();
    await using other = await sourceServer();
    for (const server of [source, other]) server.put('/a.txt', 'text');
    const from = [rule(source.host, AUTH, true), rule(other.host, {}, true)];
    await using at = await fetching(source, { spec: { from }, env });
    for (const server of [source, other]) await at.bytes(`${server.origin}/a.txt`);
    expect(source.requests[0]?.headers.authorization).toBe('Bearer t-123');
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('go to all hosts below a name', async () => {
    await using source = await sourceServer(['a.example.com', 'example.com', 'badexample.com']);
    source.put('/a.txt', 'text');
    await using at = await fetching(undefined, {
      network: { places: { '93.184.216.34': source.securePort }, ca: source.ca },
      resolveHost: () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]),
      spec: { from: [rule('*.example.com', AUTH)] },
      env,
    });
    for (const name of ['a.example.com', 'A.Example.com.', 'example.com', 'badexample.com'])
      await at.bytes(`https://${name}/a.txt`);
    expect(source.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer t-123',
      'Bearer t-123',
      undefined,
      undefined,
    ]);
  });

  test('do not go over a redirect to another host, not even to one that has its own, nor back', async () => {
    await using source = await sourceServer();
    await using other = await sourceServer();
    source.answer('/a.txt', redirect(`${other.origin}/b.txt`));
    other.answer('/b.txt', redirect(`${source.origin}/c.txt`));
    source.put('/c.txt', 'text');
    source.answer('/same.txt', redirect('/c.txt'));
    const from = [rule(source.host, AUTH, true), rule(other.host, { Other: { env: 'OTHER' } }, true)];
    await using at = await fetching(source, { spec: { from }, env });
    expect(await at.bytes(`${source.origin}/a.txt`)).toBe('text');
    expect(source.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer t-123', undefined]);
    expect(other.requests[0]?.headers).not.toHaveProperty('other');
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(await at.bytes(`${source.origin}/same.txt`)).toBe('text');
    expect(source.requests.at(-1)?.headers.authorization).toBe('Bearer t-123');
  });

  test('that are not there end it before anything is asked', async () => {
    const opened = fetching(undefined, { spec: { from: [rule('files.example.com', AUTH)] } });
    await expect(opened).rejects.toMatchObject({
      code: 'AUTH.KEY_MISSING',
      message: 'files.from[0].header.Authorization: no value of a header in the environment variable AUTH',
    });
    const broken = fetching(undefined, {
      spec: { from: [rule('files.example.com', AUTH)] },
      env: { AUTH: 'a\r\nX: b' },
    });
    await expect(broken).rejects.toMatchObject({ code: 'AUTH.KEY_MISSING' });
  });

  test('are in no text', async () => {
    await using source = await sourceServer();
    const address = source.answer('/a.txt', status(403));
    await using at = await fetching(source, { spec: { from: [rule(source.host, AUTH, true)] }, env });
    const found = await at.fetch(`${address}?sig=s3cr3t`);
    expect(inspect([found, at.fetcher, at.warned], { depth: 9 })).not.toMatch(/t-123|s3cr3t/);
  });
});

/** An API of an old system that knows the files of a host, and what it was asked. */
function resolverOf(
  host: string,
  answer: ResolvedFile | undefined | RunError,
): FileResolver & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    knows: (key) => URL.parse(key)?.host === host,
    async resolve(key) {
      asked.push(key);
      if (answer instanceof RunError) throw answer;
      return answer;
    },
    async [Symbol.asyncDispose]() {},
  };
}

const signed = (address: string, inMs: number): string =>
  `${address}?Expires=${Math.floor((Date.now() + inMs) / 1_000)}&Signature=s3cr3t&Key-Pair-Id=K`;

describe('an address that was signed for a time', () => {
  test('that is over is not asked', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    expect(await at.fetch(signed(source.put('/a.txt', 'text'), -1_000))).toMatchObject({ why: 'expired' });
    expect(source.connections).toBe(0);
    expect(await at.bytes(signed(`${source.origin}/a.txt`, 3_600_000))).toBe('text');
    expect(source.requests[0]?.path).toContain('Signature=s3cr3t');
  });

  test('that ends while it is asked has expired, also where the host says 403', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const address = signed(source.answer('/a.txt', status(500)), 30_000);
    source.answer('/a.txt', (_request, response, _file, count) =>
      response.writeHead(count < 4 ? 500 : 403).end(),
    );
    expect(await at.fetch(address)).toMatchObject({ why: 'expired' });
  });

  test.each([-1_000, 30_000])(
    'and ends %i ms from now is asked for anew where its system is known',
    async (ms) => {
      await using source = await sourceServer();
      await using store = await sourceServer();
      const address = source.put('/a.txt', 'old');
      const url = store.put('/new.txt', 'new', { answer: needsHeader('x-own', 'h') });
      const resolver = resolverOf(source.host, { url: `${url}?once=1`, headers: { 'x-own': 'h' } });
      await using at = await fetching(source, {
        resolvers: [resolver],
        spec: { from: [rule(store.host, {}, true)] },
      });
      expect(await at.bytes(signed(address, ms))).toBe('new');
      expect([resolver.asked, source.connections]).toEqual([[address], 0]);
      expect(await at.bytes(signed(address, 3_600_000))).toBe('old');
      expect(resolver.asked).toHaveLength(1);
    },
  );

  test('that ends again before it is asked is asked for once more', async () => {
    await using source = await sourceServer();
    const address = source.put('/a.txt', 'old');
    const url = signed(source.answer('/new.txt', status(403)), -1_000);
    const resolver = resolverOf(source.host, { url, headers: {} });
    await using at = await fetching(source, { resolvers: [resolver] });
    expect(await at.fetch(signed(address, -1_000))).toMatchObject({ why: 'expired' });
    expect(resolver.asked).toHaveLength(2);
  });

  test('its system may not know it any more, refuse it, or be silent', async () => {
    await using source = await sourceServer();
    const address = signed(source.put('/a.txt', 'old'), -1_000);
    const why = { why: 'denied', message: 'the key may not read it' } as const;
    for (const [answer, expected] of [
      [undefined, { why: 'gone' }],
      [why, why],
      [{ url: 'https://10.0.0.1/a', headers: {} }, { why: 'refused' }],
      [{ url: 'nothing', headers: {} }, { why: 'refused' }],
    ] as const) {
      await using at = await fetching(source, { resolvers: [resolverOf(source.host, answer)] });
      expect(await at.fetch(address)).toMatchObject(expected);
    }
    const failing = resolverOf(source.host, new RunError('PULL.SILENT', 'no answer'));
    await using at = await fetching(source, { resolvers: [failing] });
    await expect(at.fetch(address)).rejects.toMatchObject({ code: 'PULL.SILENT' });
  });
});

describe('an address that needs a login', () => {
  test('is asked for at its system, or with the header of its host', async () => {
    await using source = await sourceServer();
    const address = source.put('/a.txt', 'text', { answer: needsHeader('authorization', 'Bearer t-123') });
    const resolver = resolverOf(source.host, { url: address, headers: { authorization: 'Bearer t-123' } });
    await using by = await fetching(source, { resolvers: [resolver] });
    expect(await by.bytes(`private+${address}`)).toBe('text');
    expect(source.requests).toHaveLength(1);
    const from = [rule(source.host, AUTH, true)];
    await using at = await fetching(source, {
      resolvers: [resolver],
      spec: { from },
      env: { AUTH: 'Bearer t-123' },
    });
    expect(await at.bytes(`private+${address}`)).toBe('text');
    expect(resolver.asked).toHaveLength(1);
    await using without = await fetching(source);
    expect(await without.bytes(`private+${address}`)).toBe('(login)');
  });

  test('although nobody has said so is asked for there as well', async () => {
    await using source = await sourceServer();
    const address = source.put('/a.txt', 'text', { answer: needsHeader('authorization', 'right', 404) });
    const resolver = resolverOf(source.host, { url: address, headers: { authorization: 'right' } });
    await using at = await fetching(source, { resolvers: [resolver] });
    expect(await at.bytes(address)).toBe('text');
    expect(source.requests.map((each) => each.status)).toEqual([404, 200]);
  });
});

describe('a file that is known', () => {
  test('is not sent again while it is the same', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const address = source.put('/a.txt', 'text');
    const found = await at.fetch(address);
    const etag = 'file' in found ? found.file.etag : undefined;
    expect(etag).toMatch(/^"/);
    expect(await at.bytes(address, { known: { etag } })).toBe('(unchanged)');
    expect(source.requests.at(-1)?.status).toBe(304);
    source.put('/a.txt', 'other');
    expect(await at.bytes(address, { known: { etag } })).toBe('other');
    source.answer('/b.txt', ({ headers }, response) =>
      headers['if-modified-since'] === 'Mon, 02 Mar 2026 10:00:00 GMT'
        ? response.writeHead(304).end()
        : response.writeHead(200, { 'last-modified': 'Mon, 02 Mar 2026 10:00:00 GMT' }).end('text'),
    );
    const dated = await at.fetch(`${source.origin}/b.txt`);
    const modified = 'file' in dated ? dated.file.modified : undefined;
    expect(await at.bytes(`${source.origin}/b.txt`, { known: { modified } })).toBe('(unchanged)');
  });
});

test('marks that cannot be sent back are not kept', async () => {
  await using source = await sourceServer();
  await using at = await fetching(source);
  const address = source.answer('/a.txt', (_, { socket }) =>
    socket?.end('HTTP/1.1 200 OK\r\netag: "\u00fc\u0080"\r\ncontent-length: 4\r\n\r\ntext'),
  );
  const found = await at.fetch(address);
  expect(found).toMatchObject({ file: { etag: undefined } });
  if ('file' in found) await found.file[Symbol.asyncDispose]();
});

test('odd names go out as they were written', async () => {
  await using source = await sourceServer();
  await using at = await fetching(source);
  const paths = [
    '/a/..%2f..%2fetc/passwd',
    '/%00',
    '/a%0d%0ab',
    `/${'x'.repeat(300)}.txt`,
    '/ü/百?a=1&b=%20',
    '/a//b',
  ];
  for (const path of paths) {
    const { pathname, search } = new URL(path, source.origin);
    source.put(pathname + search, 'text');
    expect(await at.bytes(source.origin + path)).toBe('text');
    expect(source.requests.at(-1)?.path).toBe(pathname + search);
  }
});

test('an address is judged offline by its text', () => {
  const spec = {
    from: [rule('files.slack.com', AUTH), rule('10.0.0.7:8080', {}, true), rule('*.cdn.com:8443')],
  };
  const now = Date.UTC(2026, 10, 30);
  const judged = (address: string) => judgeAddress(address, spec, now);
  expect(judged('https://files.example.com/a.png')).toEqual({ host: 'files.example.com' });
  expect(judged('private+https://files.slack.com/a.png')).toEqual({ host: 'files.slack.com' });
  expect(judged('private+https://files.example.com/a')).toEqual({
    host: 'files.example.com',
    needsHeader: true,
  });
  expect(judged('https://10.0.0.7:8080/a')).toEqual({ host: '10.0.0.7:8080' });
  expect(judged('https://10.0.0.7/a')).toEqual({ host: '10.0.0.7', why: 'refused' });
  expect(judged('https://a.cdn.com:8443/a')).toEqual({ host: 'a.cdn.com:8443' });
  expect(judged('https://a.cdn.com:8444/a')).toEqual({ host: 'a.cdn.com:8444', why: 'refused' });
  expect(judged('http://files.example.com/a')).toEqual({ host: 'files.example.com', why: 'refused' });
  expect(judged('https://cdn.discordapp.com/a.png?ex=65a00000&is=65900000&hm=abcdef')).toEqual({
    host: 'cdn.discordapp.com',
    why: 'expired',
    isExpired: true,
  });
  expect(judged('data:,a')).toEqual({ host: 'data:' });
  expect(judged('export:///a/b')).toEqual({ host: 'export:' });
  expect(judged('no address')).toEqual({ host: 'no address', why: 'refused' });
  expect(judged('file:///etc/passwd')).toEqual({ host: 'file:', why: 'refused' });
});

test('names of hosts that the resolver knows are never asked of the machine', async () => {
  const resolveHost = names({});
  await using at = await fetching(undefined, { resolveHost });
  expect(await at.bytes('https://unknown.example.com/a')).toBe('(silent)');
});
