import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { fileServers } from '../../../src/pipeline/remote/file-server.ts';
import { RemoteUrl } from '../../../src/pipeline/remote/remote-url.ts';
import { realClock } from '../../../src/system/clock.ts';
import { realSystem } from '../../../src/system/system.ts';
import { workspace } from '../../e2e/workspace.ts';
import { runHere } from '../../support/command-here.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import { type Answer, COUNT, checked, LARGE, otherwise, SMALL } from './checked.ts';
import { fileHost } from './file-host.ts';

const MIB = 1024 * 1024;

const status =
  (code: number, headers: Readonly<Record<string, string | number>> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

/** The first and the last byte that are asked for. */
const rangeOf = ({ headers: { range = '' } }: IncomingMessage): readonly number[] =>
  (/(\d+)-(\d+)/.exec(range) ?? []).slice(1).map(Number);

describe('a server that refuses', () => {
  test.each([
    [401, 'SOURCE.FETCH_REFUSED'],
    [403, 'SOURCE.FETCH_REFUSED'],
    [400, 'SOURCE.FETCH_REFUSED'],
    [404, 'SOURCE.MISSING'],
    [410, 'SOURCE.MISSING'],
  ])('%i is %s at once, with the address', async (code, expected) => {
    await using host = await fileHost();
    const url = host.put('/users.csv', SMALL);
    otherwise(host, status(code));
    const found = await checked(url);
    expect(found).toMatchObject({ exitCode: 2, code: expected, waits: [] });
    expect(found.message).toContain(`${url}`);
    expect(found.message).toContain(String(code));
    expect(found.hint).not.toBe('');
  });

  test('nothing is fetched as long as one of the files is refused', async () => {
    await using host = await fileHost();
    using space = workspace(1);
    const users = host.put('/users.csv', LARGE);
    const sources = `  users: { path: ${users} }\n  groups: { path: ${host.origin}/gone.csv }`;
    expect((await runHere(['validate', space.pipeline({ sources })])).exitCode).toBe(2);
    expect(host.fetched()).toEqual([]);
  });
});

describe('a server that fails', () => {
  test.each([500, 503, 429, 408])('%i for a while is waited for', async (code) => {
    await using host = await fileHost();
    const url = host.put('/users.csv', SMALL);
    otherwise(host, status(code, { 'retry-after': 7 }), 1, 3);
    const { exitCode, rows, waits } = await checked(url);
    expect([exitCode, rows, waits]).toEqual([0, 1, [7_000, 7_000, 7_000]]);
  });

  test('500 for good ends with exit code 7', async () => {
    await using host = await fileHost();
    const url = host.put('/users.csv', SMALL);
    otherwise(host, status(500));
    expect(await checked(url)).toMatchObject({
      exitCode: 7,
      code: 'SOURCE.FETCH_FAILED',
      message: expect.stringContaining('it answers 500 (6 tries)'),
    });
  });

  test('nobody there', async () => {
    const host = await fileHost();
    const url = host.put('/users.csv', SMALL);
    await host[Symbol.asyncDispose]();
    expect(await checked(url)).toMatchObject({ exitCode: 7, code: 'SOURCE.FETCH_FAILED' });
  });

  test('answers that are cut off are asked for again, each by itself', async () => {
    await using host = await fileHost();
    const url = host.put('/users.csv', LARGE);
    const cut: Answer = (request, response, body) => {
      const [from = 0, to = 0] = rangeOf(request);
      response.writeHead(206, {
        'content-range': `bytes ${from}-${to}/${body.length}`,
        'content-length': to - from + 1,
      });
      response.write(body.subarray(from, from + MIB), () => response.destroy());
    };
    otherwise(host, cut, 2, 3);
    const { exitCode, rows, waits } = await checked(url);
    expect([exitCode, rows, waits.length]).toEqual([0, COUNT, 2]);
  });

  test('a server that says nothing is not waited for without an end', async () => {
    await using host = await fileHost();
    const url = host.put('/users.csv', SMALL);
    host.behave(() => true);
    await using servers = fileServers({ ...realSystem, clock: skippingClock() }, 50);
    const asked = servers.ask(new RemoteUrl(url, 'shown'), {}, 1, new AbortController().signal);
    await expect(asked).rejects.toMatchObject({
      code: 'SOURCE.FETCH_FAILED',
      message: 'shown cannot be fetched: it does not answer (6 tries)',
    });
  });

  test('a command that is stopped waits for nothing', async () => {
    await using host = await fileHost();
    const url = host.put('/users.csv', SMALL);
    host.behave(() => true);
    await using servers = fileServers(realSystem);
    const stopped = servers.ask(new RemoteUrl(url, 'shown'), {}, 1, AbortSignal.timeout(20));
    await expect(stopped).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});

describe('a server without parts of files', () => {
  const whole: Answer = (_, response, body) =>
    void response.writeHead(200, { 'content-length': body.length }).end(body);

  test('a small file is taken as a whole', async () => {
    await using host = await fileHost();
    const url = host.put('/users.csv', SMALL);
    otherwise(host, whole);
    expect(await checked(url)).toMatchObject({ exitCode: 0, rows: 1 });
  });

  test.each<[string, Answer]>([
    ['whole files only', whole],
    ['no length', (_, response, body) => void response.writeHead(200).end(body)],
    [
      'no total',
      (_, response, body) =>
        void response.writeHead(206, { 'content-range': 'bytes 0-0/*' }).end(body.subarray(0, 1)),
    ],
    [
      'no version',
      (_, response, body) =>
        void response
          .writeHead(206, { 'content-range': `bytes 0-0/${body.length}` })
          .end(body.subarray(0, 1)),
    ],
    [
      'packed bytes',
      (_, response) =>
        void response.writeHead(206, { 'content-range': 'bytes 0-0/9', 'content-encoding': 'gzip' }).end('x'),
    ],
  ])('a large one is not: %s', async (_, answer) => {
    await using host = await fileHost();
    const url = host.put('/users.csv', LARGE);
    otherwise(host, answer);
    const found = await checked(url);
    expect(found).toMatchObject({ exitCode: 2, code: 'SOURCE.NO_RANGES' });
    expect(found.message).toContain(url);
  });

  test('another part than that which was asked for', async () => {
    await using host = await fileHost();
    const url = host.put('/users.csv', LARGE);
    const shifted: Answer = (request, response, body) => {
      const [from = 0, to = 0] = rangeOf(request);
      const headers = { 'content-range': `bytes ${from + 1}-${to + 1}/${body.length}` };
      response.writeHead(206, headers).end(body.subarray(from + 1, to + 2));
    };
    otherwise(host, shifted, 2);
    expect(await checked(url)).toMatchObject({ exitCode: 2, code: 'SOURCE.NO_RANGES' });
  });

  test('an empty file is an empty file', async () => {
    await using host = await fileHost();
    expect(await checked(host.put('/users.csv', ''))).toMatchObject({ exitCode: 2, code: 'SOURCE.EMPTY' });
  });
});

describe('a file that is changed while it is fetched', () => {
  const other = LARGE.replaceAll('The name', 'Another');

  test('is fetched again from its beginning', async () => {
    await using host = await fileHost();
    const url = host.put('/users.csv', LARGE);
    otherwise(
      host,
      (_, response) => {
        host.put('/users.csv', other);
        response.writeHead(503).end();
      },
      3,
      3,
    );
    expect(await checked(url)).toMatchObject({ exitCode: 0, rows: COUNT });
  });

  test('again and again is being written', async () => {
    await using host = await fileHost();
    const url = host.put('/users.csv', LARGE);
    let number = 0;
    host.behave((request) => {
      if (request.headers.range === 'bytes=0-0') host.put('/users.csv', `${LARGE}x${number++},X\n`);
      else host.put('/users.csv', `${LARGE}y${number++},Y\n`);
      return false;
    });
    expect(await checked(url)).toMatchObject({ exitCode: 9, code: 'SOURCE.CHANGED' });
  });
});

test('whoever waits for a large file is told how far it is, without what signs its address', async () => {
  await using host = await fileHost();
  using space = workspace(1);
  const url = host.put('/users.csv', LARGE);
  const file = space.pipeline({ sources: `  users: { path: "${url}?key=s3cr3t" }` });
  const hasty = { ...realClock, every: (_: number, work: () => void) => realClock.every(1, work) };
  const { exitCode, stderr } = await runHere(['validate', file], undefined, { ...realSystem, clock: hasty });
  expect(exitCode).toBe(0);
  expect(stderr).toMatch(/Z fetching http:\/\/127.0.0.1:\d+\/users.csv: \d[\d.]* MB of \d[\d.]* MB\n/);
  expect(stderr).not.toContain('s3cr3t');
});
