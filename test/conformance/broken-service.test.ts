import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conformanceChecks } from '../../src/conformance/checks.ts';
import { openPeer } from '../../src/conformance/open-service.ts';
import { type CheckResult, runConformance } from '../../src/conformance/run-conformance.ts';
import { openSandbox } from '../sandbox/sandbox-client.ts';
import { brokenService, type Fault } from './broken-service.ts';
import { populate } from './populate.ts';

describe('a service that is not as documented fails the check that says so', () => {
  const page = (body: { data: unknown[] }, data: unknown[]): object => ({ ...body, data });
  const faults: readonly (readonly [what: string, check: string, fault: Fault])[] = [
    [
      'a wrong code',
      'a uid that nobody has is refused',
      {
        path: /^\/users\/conf/,
        answer: ({ error }) => ({ error: { ...error, code: 'ERR_GUID_NOT_FOUND' } }),
      },
    ],
    ['a wrong status', 'a uid that nobody has is refused', { path: /^\/users\/conf/, status: 500 }],
    [
      'a refusal that is no JSON',
      'an unknown path is refused',
      { path: /no_such/, answer: () => '<html>Not found</html>' },
    ],
    [
      'a missing member',
      'users are listed with their fields, and each can be read by its uid',
      {
        path: /^\/users\?/,
        answer: (body) =>
          page(
            body,
            body.data.map(({ name: _, ...rest }: { name: string }) => rest),
          ),
      },
    ],
    [
      'times in milliseconds',
      'groups are listed with their fields, and each can be read by its guid',
      {
        path: /^\/groups\?/,
        answer: (body) =>
          page(
            body,
            body.data.map((row: { createdAt: number }) => ({ ...row, createdAt: row.createdAt * 1_000 })),
          ),
      },
    ],
    [
      'a repeated page',
      'users on tiny pages are the users of one page',
      { path: /^\/users\?.*page=2/, instead: (path) => path.replace('page=2', 'page=1') },
    ],
    [
      'a dropped row',
      'users on tiny pages are the users of one page',
      { path: /^\/users\?.*page=2/, answer: (body) => page(body, body.data.slice(1)) },
    ],
    [
      'a dropped message behind a cursor',
      'messages by small steps of the cursor are the messages of one step, both ways',
      { path: /^\/messages\?.*id=/, answer: (body) => page(body, body.data.slice(0, -1)) },
    ],
    [
      'a page without its meta',
      'an answer is JSON with data, and a page says which one it is',
      { path: /^\/roles/, answer: ({ data }) => ({ data }) },
    ],
    [
      'a wrong count',
      'a list of messages says how many it gives',
      {
        path: /^\/messages\?limit=2/,
        answer: (body) => ({ ...body, meta: { current: { limit: 2, count: 9 } } }),
      },
    ],
    [
      'a key that is let through',
      'a call without a key is refused',
      { path: /^\/users/, status: 200, answer: () => ({ data: [] }) },
    ],
    [
      'a write that is lost',
      'a user is created, read, changed and removed',
      { method: 'PUT', path: /^\/users\//, instead: () => '/users' },
    ],
    [
      'settings that a reset leaves as they are',
      'settings and providers of notifications are kept, changed and removed',
      { method: 'DELETE', path: /^\/notifications\/v1\/settings/, drop: { data: { success: true } } },
    ],
    [
      'a pin that is lost',
      'conversations are pinned and unpinned',
      { method: 'POST', path: /conversation\/pin$/, answer: () => ({ data: { conversationId: 'c' } }) },
    ],
    [
      'permissions that are not set',
      'permissions of a role are set and removed',
      { method: 'PUT', path: /permissions$/, answer: ({ data }) => ({ data: { ...data, permissions: {} } }) },
    ],
    [
      'a thread that nobody follows',
      'a thread is followed and no longer followed',
      { method: 'POST', path: /subscription$/, answer: () => ({ data: { success: false } }) },
    ],
    [
      'a conversation of a strange name',
      'a text between users arrives',
      {
        method: 'POST',
        path: /^\/messages$/,
        answer: ({ data }) => ({ data: { ...data, conversationId: 'user_somebody' } }),
      },
    ],
  ];

  test.each(faults)('%s', async (_what, name, fault) => {
    await using own = await openSandbox();
    const { baseUrl, files } = own.sandbox;
    const apiKey = readFileSync(files.apiKey, 'utf8').trim();
    const check = conformanceChecks.filter((one) => one.name === name);
    expect(check).toHaveLength(1);
    const run = async (address: string): Promise<readonly CheckResult[]> => {
      await using peer = openPeer({
        baseUrl: address,
        apiKey,
        outageMs: 300,
        requestsPerMinute: { import: 1e6 },
      });
      if (address === baseUrl) await populate(peer.service);
      // Awaited here: the peer is closed on return.
      return await runConformance(check, peer);
    };
    expect(await run(baseUrl)).toMatchObject([{ status: 'passed' }]);
    await using broken = await brokenService(baseUrl, fault);
    expect(await run(broken.baseUrl)).toMatchObject([{ name, status: 'failed' }]);
  });
});
