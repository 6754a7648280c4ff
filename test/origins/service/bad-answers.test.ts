import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { contentOf } from './content.ts';
import { fillApp } from './filled-app.ts';
import { type Gateway, gatewayTo, type Instead } from './gateway.ts';
import { type AppHere, appHere, folderHere, movePipeline } from './two-apps.ts';

/** An app that all tests read. */
let stack: AsyncDisposableStack;
let old: AppHere;
beforeAll(async () => {
  stack = new AsyncDisposableStack();
  const here = stack.use(folderHere());
  old = stack.use(await appHere(here.folder, 'old'));
  await fillApp(old.service, { users: 24, groups: 6, messages: 150 });
});
afterAll(() => stack.disposeAsync());

type Place = { readonly next: AppHere; readonly gateway: Gateway; readonly pipeline: string };

/** Moves the app through a gateway into an empty one. */
async function moving(use: (place: Place) => Promise<void>, instead?: Instead): Promise<void> {
  using here = folderHere();
  await using next = await appHere(here.folder, 'next');
  await using gateway = await gatewayTo(old);
  gateway.instead = instead;
  await use({ next, gateway, pipeline: movePipeline(here.folder, gateway, next) });
}

const refusal = (code: string): string => JSON.stringify({ error: { code, message: 'no' } });
const isWritten = ({ requests }: AppHere): boolean => requests.some((request) => !request.startsWith('GET'));

describe('an app that answers badly', () => {
  test.for([
    [
      'the key of another app',
      10,
      'PULL.AUTH',
      () => ({ status: 404, body: refusal('AUTH_ERR_APIKEY_NOT_FOUND') }),
    ],
    [
      'a key that may not list users',
      10,
      'PULL.AUTH',
      () => ({ status: 403, body: refusal('AUTH_ERR_NO_ACCESS') }),
    ],
    [
      'a list that is forbidden',
      7,
      'PULL.FORBIDDEN',
      () => ({ status: 403, body: refusal('ERR_PERMISSION_DENIED') }),
    ],
    [
      'a page of HTML',
      7,
      'PULL.FORM',
      () => ({ headers: { 'content-type': 'text/html' }, body: '<html>soon</html>' }),
    ],
    ['other JSON', 7, 'PULL.FORM', () => ({ body: '{"data":{"users":[]}}' })],
    ['a list of texts', 7, 'PULL.FORM', () => ({ body: '{"data":["u-1"]}' })],
    [
      'a redirect',
      2,
      'PULL.HOST',
      () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/v3/users' } }),
    ],
  ] as const)('%s ends the run', ([, exit, code, answer]) =>
    moving(
      async ({ next, pipeline, gateway }) => {
        const { exitCode, stderr } = await runHere(['run', pipeline, '--yes']);
        expect([exitCode, stderr]).toEqual([exit, expect.stringContaining(code)]);
        expect(stderr).toContain(gateway.baseUrl);
        expect(isWritten(next)).toBe(false);
      },
      (path) => (path.startsWith('/users') ? answer() : undefined),
    ),
  );

  test('a refusal in the middle keeps what was read, and the next run goes on', () =>
    moving(async ({ next, gateway, pipeline }) => {
      gateway.instead = (path) =>
        path.startsWith('/groups/g-3/')
          ? { status: 401, body: refusal('AUTH_ERR_AUTH_TOKEN_NOT_FOUND') }
          : undefined;
      const stopped = await runHere(['run', pipeline, '--yes']);
      expect([stopped.exitCode, stopped.stderr]).toEqual([10, expect.stringContaining('PULL.AUTH')]);
      expect(isWritten(next)).toBe(false);
      gateway.instead = undefined;
      const before = gateway.paths.length;
      expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
      expect(gateway.paths.slice(before).filter((path) => !path.startsWith('/groups/'))).toEqual([]);
      expect(await contentOf(next.service, 'old')).toEqual(await contentOf(old.service, 'old'));
    }));

  test('stops on the way lead to the same rows', async () => {
    const rows: unknown[] = [];
    for (const isStopped of [false, true])
      await moving(async ({ gateway, pipeline }) => {
        let stops = 0;
        for (let stopAt = 5; ; stopAt += 9) {
          const begin = gateway.paths.length;
          const isNow = (count: number): boolean => isStopped && count - begin === stopAt;
          gateway.instead = (_, count) =>
            isNow(count) ? { status: 401, body: refusal('AUTH_ERR_EMPTY_APIKEY') } : undefined;
          const { exitCode, stdout } = await runHere(['run', pipeline, '--yes', '--json']);
          if (exitCode === 10) stops++;
          else {
            expect(exitCode).toBe(0);
            rows.push((JSON.parse(stdout) as Report).inputs?.map(({ entity, sha256 }) => [entity, sha256]));
            break;
          }
        }
        expect(stops >= 5).toBe(isStopped);
      });
    expect(rows[1]).toEqual(rows[0]);
  });

  test('a busy app is asked again', () => {
    let refusals = 0;
    return moving(
      async ({ pipeline }) => {
        expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
        expect(refusals).toBe(2);
      },
      (path) =>
        path.startsWith('/roles') && refusals++ === 0
          ? { status: 429, headers: { 'retry-after': '1' }, body: refusal('ERR_TOO_MANY_REQUESTS') }
          : undefined,
    );
  });

  test('a group that is forbidden is said, and the others come along', () =>
    moving(
      async ({ next, pipeline }) => {
        const { result } = await jsonHere<Report>(['run', pipeline, '--yes', '--json']);
        expect(result.export?.pulled?.unread).toMatchObject({
          count: 1,
          samples: [{ conversation: 'g-2', code: 'PULL.FORBIDDEN' }],
        });
        const { groups, members } = await contentOf(next.service, 'old');
        expect(groups).toHaveLength(6);
        expect(members.filter((member) => member.startsWith('g-1 ')).length).toBeGreaterThan(0);
      },
      (path) =>
        path.startsWith('/groups/g-2/') ? { status: 403, body: refusal('ERR_PERMISSION_DENIED') } : undefined,
    ));

  test('a group that was deleted while it was listed is left out, with its messages', () =>
    moving(
      async ({ next, pipeline }) => {
        const { exitCode, result } = await jsonHere<Report>(['run', pipeline, '--yes', '--json']);
        expect(exitCode).toBe(0);
        expect(result.export?.kinds.messages?.dropped['groupGone']).toBeGreaterThan(5);
        expect((await contentOf(next.service, 'old')).groups.map(({ guid }) => guid)).not.toContain('g-4');
      },
      (path) =>
        /^\/groups\/g-4\b/.test(path) ? { status: 404, body: refusal('ERR_GUID_NOT_FOUND') } : undefined,
    ));

  test.for([
    ['bannedusers', JSON.stringify({ error: { code: 'ERR_NOT_FOUND', message: 'no route' } })],
    ['members', '<html>404</html>'],
    // The group itself is there.
    ['members', refusal('ERR_GUID_NOT_FOUND')],
  ] as const)('a 404 of the %s of all groups deletes no group: %s', ([list, body]) =>
    moving(
      async ({ next, pipeline }) => {
        const { exitCode, result } = await jsonHere<Report>(['run', pipeline, '--yes', '--json']);
        expect(exitCode).toBe(4);
        expect(result.export?.pulled?.unread).toMatchObject({
          count: 6,
          samples: expect.arrayContaining([expect.objectContaining({ code: 'PULL.FORM' })]),
        });
        expect((await contentOf(next.service, 'old')).groups).toHaveLength(6);
      },
      (path) => (path.includes(`/${list}`) ? { status: 404, body } : undefined),
    ),
  );

  test('a 404 of the reactions to a message that is there ends the run', () =>
    moving(
      async ({ next, pipeline, gateway }) => {
        const { exitCode, stderr } = await runHere(['run', pipeline, '--yes']);
        expect([exitCode, stderr]).toEqual([7, expect.stringContaining('PULL.FORM')]);
        expect(isWritten(next)).toBe(false);
        // One that was deleted meanwhile has none.
        gateway.instead = (path) =>
          /^\/messages\/\d+\b/.test(path)
            ? { status: 404, body: refusal('ERR_MESSAGE_ID_NOT_FOUND') }
            : undefined;
        const { result } = await jsonHere<Report>(['run', pipeline, '--yes', '--json']);
        expect(result.export?.pulled).toMatchObject({ conversations: 6 });
      },
      (path) =>
        path.includes('/reactions') ? { status: 404, body: refusal('ERR_MESSAGE_ID_NOT_FOUND') } : undefined,
    ));

  test('answers that quote the key leave it in no text and no file', () =>
    moving(async ({ pipeline, gateway }) => {
      const key = readFileSync(old.keyFile, 'utf8').trim();
      const message = `bad ${key}`;
      for (const [status, body] of [
        [400, { error: { code: 'ERR_X', message } }],
        [404, { error: { code: key, message } }],
        [403, { error: { code: `E_${key}`, message } }],
        [200, { data: { key } }],
        [200, { data: { long: `${'x'.repeat(170)}${key}` } }],
      ] as const) {
        gateway.instead = (path) =>
          path.includes('/members') ? { status, body: JSON.stringify(body) } : undefined;
        const { stdout, stderr } = await runHere(['run', pipeline, '--yes', '--fresh']);
        expect(stdout + stderr).toContain('PULL.');
        expect(stdout + stderr).not.toContain(key.slice(0, 16));
      }
      gateway.instead = (path) =>
        path.startsWith('/messages?')
          ? { body: JSON.stringify({ data: [{ id: key }], meta: {} }) }
          : undefined;
      const { exitCode, stderr } = await runHere(['run', pipeline, '--yes', '--fresh']);
      expect([exitCode, stderr]).toEqual([7, expect.stringContaining('no id or no time')]);
      expect(stderr).not.toContain(key.slice(0, 16));
      const state = join(dirname(pipeline), '.chatferry');
      for (const entry of readdirSync(state, { recursive: true, withFileTypes: true }))
        if (entry.isFile())
          expect(readFileSync(join(entry.parentPath, entry.name)).includes(key.slice(0, 16))).toBe(false);
    }));

  test('ids that are none are said, and lead nowhere else', () =>
    moving(
      async ({ pipeline, gateway }) => {
        const { exitCode, stdout } = await runHere(['validate', pipeline]);
        expect([exitCode, stdout]).toEqual([4, expect.stringMatching(/not read +4 conversations/)]);
        const asked = gateway.paths.filter((path) => /^\/groups\//.test(path) || path.includes('..'));
        expect(asked.filter((path) => !/^\/groups\/(__proto__|g-0)(\/|$)/.test(path))).toEqual([]);
      },
      (path) => {
        const guids = ['..', 'a/../../users', 'x'.repeat(5_000), '__proto__', '\ud800', 'g-0'];
        const rows = guids.map((guid) => ({ guid, name: 'x', type: 'private' }));
        return path.startsWith('/groups?')
          ? { body: JSON.stringify({ data: rows, meta: { pagination: { per_page: 1_000 } } }) }
          : undefined;
      },
    ));

  test('lists of messages that lead back end the run', async () => {
    let page: string | undefined;
    const body = await (
      await fetch(`${old.baseUrl}/messages?limit=1000`, {
        headers: { apikey: await realFiles.readFile(old.keyFile, 'utf8').then((text) => text.trim()) },
      })
    ).text();
    page = body.replace(/"meta":.*$/, '"meta":{"current":{"limit":10,"count":10}}}');
    await moving(
      async ({ next, pipeline }) => {
        const { exitCode, stderr } = await runHere(['run', pipeline, '--yes']);
        expect([exitCode, stderr]).toEqual([7, expect.stringContaining('PULL.FORM')]);
        expect(isWritten(next)).toBe(false);
      },
      (path) => (path.startsWith('/messages?') ? { body: page ?? '' } : undefined),
    );
  });

  test('an app that is suddenly empty is not believed', () =>
    moving(async ({ next, gateway, pipeline }) => {
      writeFileSync(
        pipeline,
        `${await realFiles.readFile(pipeline, 'utf8')}\nsync: { onMissing: delete, maxDelete: 100% }\n`,
      );
      expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
      const before = await contentOf(next.service, 'old');
      gateway.instead = (path) =>
        path.startsWith('/users?') ? { body: '{"data":[],"meta":{}}' } : undefined;
      const { exitCode, stderr } = await runHere(['run', pipeline, '--yes']);
      expect([exitCode, stderr]).toEqual([11, expect.stringContaining('PULL.EMPTY')]);
      expect(await contentOf(next.service, 'old')).toEqual(before);
    }));

  test('a full disk ends the run, and room lets it go on', () =>
    moving(async ({ next, pipeline }) => {
      const full = {
        ...realFiles,
        openSync(...given: Parameters<typeof realFiles.openSync>) {
          if (String(given[0]).includes(join('service-rows', 'messages')))
            throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
          return realFiles.openSync(...given);
        },
      };
      const stopped = await runHere(['run', pipeline, '--yes'], undefined, { ...realSystem, files: full });
      expect([stopped.exitCode, stopped.stderr]).toEqual([7, expect.stringMatching(/STATE\.|DISK/)]);
      expect(isWritten(next)).toBe(false);
      expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
    }));
});
