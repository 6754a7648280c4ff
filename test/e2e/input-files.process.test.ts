import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, symlinkSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { cli } from '../support/cli-here.ts';
import { mainHere } from '../support/main-here.ts';
import { contentOf } from '../support/sandbox-process.ts';
import { startCli } from './cli-process.ts';
import { workspace } from './workspace.ts';

// Files that are not what they should be; their rows are planted in test/faults. docs/sources/csv.md and files.md say
// what is promised, test/docs/development/bad-input.tsv which test covers which fault.

const users = (path: string, more = ''): string => `  users: { path: ${JSON.stringify(path)}${more} }`;
const message = (said: string): string =>
  JSON.stringify({
    muid: 'm',
    sender: 'ann',
    receiver: 'team',
    receiverType: 'group',
    sentAt: 1_700_000_000,
    text: said,
  });
const isLinux = process.platform === 'linux';

describe('a file that is no file', () => {
  test.skipIf(process.platform === 'win32')(
    'a named pipe is refused with exit 2 and the reason (not on Windows)',
    async () => {
      using space = workspace(0);
      execFileSync('mkfifo', [join(space.folder, 'pipe.csv')]);
      const { code, err } = await cli(['validate', space.pipeline({ sources: users('pipe.csv') })]);
      expect([code, err]).toEqual([2, expect.stringMatching(/SOURCE\.UNREADABLE[\s\S]*named pipe/)]);
    },
  );

  test('standard input without a row is refused as such', async () => {
    using space = workspace(0);
    const { code, err } = await cli(['validate', space.pipeline({ sources: users('-', ', format: csv') })]);
    expect([code, err]).toEqual([2, expect.stringContaining('SOURCE.STDIN_MISSING')]);
  });

  test('a circle of links is refused as such', async () => {
    using space = workspace(0);
    symlinkSync(join(space.folder, 'circle.csv'), join(space.folder, 'circle.csv'));
    const { err } = await cli(['validate', space.pipeline({ sources: users('circle.csv') })]);
    expect(err).toMatch(/SOURCE\.UNREADABLE[\s\S]*circle/);
  });

  test('a zip archive is refused as one, whatever its name', async () => {
    using space = workspace(0);
    space.write('users.csv', Buffer.from('PK\u0003\u0004\u0014\0\0\0\u0008\0uid,name\na,\xff\n', 'latin1'));
    const { code, err } = await cli(['validate', space.pipeline({ sources: users('users.csv') })]);
    expect([code, err]).toEqual([2, expect.stringContaining('zip')]);
  });
});

describe('an archive', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `u-${index},User ${(index * 7_919) % 20_011}\n`);
  const packed = gzipSync(`uid,name\n${rows.join('')}`);

  test('that ends too early: what stands before the break lands, then exit 9', async () => {
    using space = workspace(0);
    space.write('users.csv.gz', packed.subarray(0, packed.length >> 1));
    const pipeline = space.pipeline({
      sources: users('users.csv.gz'),
      rest: 'limits: { requestsPerMinute: 1000000 }',
    });
    const checked = await mainHere(['validate', pipeline]);
    expect([checked.code, checked.err]).toEqual([9, expect.stringContaining('SOURCE.TRUNCATED')]);
    const { code, out } = await mainHere(['run', pipeline, '--json']);
    const { error, entities, balanced } = JSON.parse(out) as Report;
    expect([code, error?.code, balanced]).toEqual([9, 'SOURCE.TRUNCATED', true]);
    expect(entities.users.created).toBe(entities.users.read);
    expect(entities.users.read).toBeGreaterThan(1_000);
    expect(entities.users.read).toBeLessThan(20_000);
  });

  test('that unpacks to a thousand times its size is one row too large, at its place', async () => {
    using space = workspace(0);
    const bomb = gzipSync(
      Buffer.concat([Buffer.from('uid,name\na,A\n'), Buffer.alloc(40_000_000), Buffer.from('\nb,B\n')]),
    );
    expect(bomb.length).toBeLessThan(80_000);
    space.write('users.csv.gz', bomb);
    const { code, out } = await mainHere([
      'validate',
      space.pipeline({ sources: users('users.csv.gz') }),
      '--json',
    ]);
    const { entities, problems } = JSON.parse(out) as Report;
    expect([code, entities.users.pending, entities.users.rejected]).toEqual([4, 2, 1]);
    expect(problems[0]?.samples).toEqual([expect.objectContaining({ line: 3, byte: 13 })]);
    expect(problems[0]?.code).toBe('ROW.TOO_LARGE');
  });
});

describe.runIf(isLinux)('a file that changes while it is read (only on Linux)', () => {
  const row = (index: number): string => `u-${index},User,${'x'.repeat(2_000)}\n`;
  const content = `uid,name,statusMessage\n${Array.from({ length: 20_000 }, (_, index) => row(index)).join('')}`;

  /** Stops a validation in the middle of a file of 40 MB, changes the file, and lets it go on. */
  async function changedMidway(change: (path: string, space: ReturnType<typeof workspace>) => void) {
    for (;;) {
      using space = workspace(0);
      const path = space.write('users.csv', content);
      const { child, ended } = startCli(['validate', space.pipeline({ sources: users('users.csv') })]);
      const bytesRead = async (): Promise<number> =>
        Number(
          /rchar: (\d+)/.exec(
            await readFile(`/proc/${child.pid}/io`, 'utf8').catch(() => 'rchar: 99999999'),
          )?.[1],
        );
      while ((await bytesRead()) < 25_000_000) await delay(1);
      child.kill('SIGSTOP');
      const isMidway = (await bytesRead()) < 34_000_000;
      if (isMidway) change(path, space);
      child.kill('SIGCONT');
      const end = await ended;
      // Else it had read on before it stood still.
      if (isMidway) return end;
    }
  }

  test('and becomes shorter ends with exit 9', async () => {
    const { code, err } = await changedMidway((path) => truncateSync(path, 36_000_000));
    expect([code, err]).toEqual([9, expect.stringContaining('users.csv')]);
  });

  test('and is replaced ends with exit 9', async () => {
    const { code, err } = await changedMidway((path, space) => {
      renameSync(space.write('other.csv', 'uid,name,statusMessage\na,A,\n'), path);
    });
    expect([code, err]).toEqual([9, expect.stringContaining('users.csv')]);
  });
});

describe('an encoding', () => {
  const text = 'uid,name\nann,Ann\njoerg,“Jörg” – 5 €\nben,Ben\n';

  test('that is not declared: the rows that need it are refused with place, bytes and what to declare', async () => {
    using space = workspace(0);
    space.write('users.csv', iconv.encode(text, 'windows-1252'));
    const { code, out } = await mainHere([
      'validate',
      space.pipeline({ sources: users('users.csv') }),
      '--json',
    ]);
    const { entities, problems } = JSON.parse(out) as Report;
    expect([code, entities.users.pending, entities.users.rejected]).toEqual([4, 2, 1]);
    expect(problems[0]).toMatchObject({
      code: 'ROW.ENCODING_INVALID',
      hint: expect.stringContaining('encoding: windows-1252'),
      samples: [
        {
          file: 'users.csv',
          line: 3,
          byte: 17,
          message: 'invalid UTF-8 at byte 23: 93 4a f6 72; it looks like windows-1252 (guessed)',
        },
      ],
    });
  });

  test('that is declared lands as the same text, each entity in its own', async () => {
    using space = workspace(0);
    space.write('users.csv', iconv.encode(text, 'windows-1252'));
    space.write('groups.csv', iconv.encode('guid,name,owner\nteam,Grüße 😀,ann\n', 'utf-16be'));
    space.write('messages.ndjson', iconv.encode(`${message('はい')}\n`, 'shift_jis'));
    const sources = [
      users('users.csv', ', encoding: windows-1252'),
      '  groups: { path: groups.csv, encoding: utf-16be }',
      '  messages: { path: messages.ndjson, encoding: shift_jis }',
    ].join('\n');
    expect((await mainHere(['run', space.pipeline({ sources })])).code).toBe(0);
    const landed = await contentOf(join(space.folder, '.chatferry/e2e/sandbox.sqlite'));
    expect(landed.users.find(({ uid }) => uid === 'joerg')).toMatchObject({ name: '“Jörg” – 5 €' });
    expect(landed.groups).toEqual([expect.objectContaining({ name: 'Grüße 😀' })]);
    expect(landed.messages).toEqual([
      expect.objectContaining({ data: expect.objectContaining({ text: 'はい' }) }),
    ]);
  });
});

describe('JSON in a cell', () => {
  const cell = (json: string): string => `"${json.replaceAll('"', '""')}"`;

  test('lands with every digit of its numbers', async () => {
    using space = workspace(0);
    space.write('users.csv', `uid,name,metadata\nann,Ann,${cell('{"id":1154468745624535081}')}\n`);
    // A peer of our own: what reaches it is what counts, whatever it makes of such a number.
    const bodies: string[] = [];
    const peer = createServer(async (request, response) => {
      bodies.push(await text(request));
      response.setHeader('content-type', 'application/json');
      response.end('{"data":{"ann":{"success":true,"data":{}}}}');
    }).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    const { port } = peer.address() as AddressInfo;
    const target = `{ baseUrl: "http://127.0.0.1:${port}/v3", apiKey: { env: KEY } }`;
    const pipeline = space.pipeline({ target, sources: users('users.csv') });
    const { code } = await mainHere(['run', pipeline, '--yes'], { KEY: 'some-key' });
    peer.close();
    expect([code, bodies.join()]).toEqual([0, expect.stringContaining('{"id":1154468745624535081}')]);
  });

  test('that is nested deeper than any stack is one bad row', async () => {
    using space = workspace(0);
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    space.write('users.csv', `uid,name,metadata\nann,Ann,${cell(deep)}\nben,Ben,\n`);
    const { code, out } = await mainHere([
      'validate',
      space.pipeline({ sources: users('users.csv') }),
      '--json',
    ]);
    const { entities } = JSON.parse(out) as Report;
    expect([code, entities.users.pending, entities.users.rejected]).toEqual([4, 1, 1]);
  });
});

test('a file whose lines end with CR alone is read as any other', async () => {
  using space = workspace(0);
  space.write('users.csv', 'uid,name\rann,Ann\rb d,Bad\rben,Ben');
  const { code, out } = await mainHere([
    'validate',
    space.pipeline({ sources: users('users.csv') }),
    '--json',
  ]);
  const { entities, problems } = JSON.parse(out) as Report;
  expect([code, entities.users.pending]).toEqual([4, 2]);
  expect(problems[0]?.samples[0]).toMatchObject({ line: 3, byte: 17, field: 'uid', value: 'b d' });
});

test('a JSON array of objects is read as the rows that it holds', async () => {
  using space = workspace(0);
  space.write('users.ndjson', '[\n  {"uid":"ann","name":"Ann"},\n  {"uid":"b d","name":"Bad"}\n]\n');
  const { code, out } = await mainHere([
    'validate',
    space.pipeline({ sources: users('users.ndjson') }),
    '--json',
  ]);
  const { entities, problems } = JSON.parse(out) as Report;
  expect([code, entities.users.pending]).toEqual([4, 1]);
  expect(problems[0]?.samples[0]).toMatchObject({ line: 3, byte: 34, field: 'uid', value: 'b d' });
});
