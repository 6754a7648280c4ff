import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { workspace } from '../../e2e/workspace.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { examine, named, target } from './examine.ts';

/** A server of files; `/x` answers with what a name says. */
async function fileServer() {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const isHead = request.method === 'HEAD';
    const [status, location] = {
      '/moved': [302, '/ok'],
      '/private': [302, '/login?next=private'],
      '/circle': [302, '/circle'],
      '/expired': [403],
      '/gone': [404],
      '/key': [401],
      '/broken': [500],
      '/no-head': [isHead ? 405 : 206],
    }[pathname] ?? [200];
    response.writeHead(Number(status), location === undefined ? {} : { location: String(location) }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const dispose = (): Promise<void> => new Promise((resolve) => server.close(() => resolve()));
  return { base, requests, [Symbol.asyncDispose]: dispose };
}

function messages(addresses: readonly string[]): string {
  return addresses
    .map((url, n) => {
      const attachments = [{ url, name: 'a.png', mimeType: 'image/png', extension: 'png' }];
      const row = {
        muid: `m-${n}`,
        sender: 'ann',
        receiver: 'ben',
        receiverType: 'user',
        sentAt: 1_700_000_000,
      };
      return `${JSON.stringify({ ...row, text: 'a file', attachments })}\n`;
    })
    .join('');
}

const SOURCES = '  users: { path: users.csv }\n  messages: { path: messages.ndjson }';

test('doctor --files says which files are gone, need a login or do not answer, without the key', async () => {
  await using server = await fileServer();
  await using own = await openSandbox({ http: false });
  using space = workspace(0);
  const paths = [
    'ok',
    'moved',
    'no-head',
    'gone?token=secret',
    'expired',
    'private',
    'key',
    'broken',
    'circle',
  ];
  const outside = 'http://files.example.com/a.png';
  space.write('messages.ndjson', messages([...paths.map((path) => `${server.base}/${path}`), outside]));
  const file = space.pipeline({ target: target(own), sources: SOURCES });
  expect(named(await examine(file), 'files')).toBeUndefined();
  expect(server.requests).toEqual([]);

  const { findings, exitCode } = await examine(file, { files: true });
  const found = named({ findings, exitCode }, 'files');
  expect(found).toMatchObject({ status: 'warn', next: expect.stringContaining('filesBase') });
  expect(found?.message).toMatch(
    /^10 addresses of files: 2 are gone or have expired \(.*\); 2 need a login \(.*\); 1 are not checked: only https is \(http:\/\/files\.example\.com\/a\.png\); 2 do not answer/,
  );
  expect(found?.message).not.toContain('secret');
  expect(server.requests.filter(({ method }) => method !== 'HEAD').map(({ url }) => url)).toEqual([
    '/no-head',
  ]);
  for (const { headers } of server.requests)
    expect(Object.keys(headers)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/key|auth|cookie/i)]),
    );
});

test('doctor --files asks some of very many addresses, and passes where all answer', async () => {
  await using server = await fileServer();
  await using own = await openSandbox({ http: false });
  using space = workspace(0);
  const all = Array.from({ length: 2_500 }, (_, n) => `${server.base}/ok/${n}`);
  space.write('messages.ndjson', messages(all));
  const { findings, exitCode } = await examine(space.pipeline({ target: target(own), sources: SOURCES }), {
    files: true,
  });
  const found = named({ findings, exitCode }, 'files');
  expect(found).toMatchObject({
    status: 'pass',
    message: expect.stringMatching(/^625 of 2500 addresses of files: all/),
  });
  expect(server.requests).toHaveLength(625);
});
