import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { provideCertificates } from '../../../src/sandbox/server/certificates.ts';
import { workspace } from '../../e2e/workspace.ts';
import { type Answer, COUNT, checked, LARGE, otherwise, SMALL } from './checked.ts';
import { fileHost } from './file-host.ts';

describe('where a server sends us', () => {
  const to =
    (location: string): Answer =>
    (_, response) =>
      void response.writeHead(302, { location }).end();

  test('another server is followed', async () => {
    await using host = await fileHost();
    await using store = await fileHost();
    const url = host.put('/users.csv', SMALL);
    otherwise(host, to(store.put('/kept/users.csv', LARGE)));
    expect(await checked(url)).toMatchObject({ exitCode: 0, rows: COUNT });
  });

  test.each([
    [
      'http://files.example.com/users.csv?s=s3cr3t',
      /leads to http:\/\/files.example.com\/users.csv, which is not https/,
    ],
    ['ftp://files.example.com/users.csv', /which is not https/],
    ['http://[', /invalid address/],
    ['/users.csv', /more than 5 others/],
  ])('%s is not', async (location, message) => {
    await using host = await fileHost();
    const url = host.put('/users.csv', SMALL);
    otherwise(host, to(location));
    const found = await checked(url);
    expect(found).toMatchObject({ exitCode: 2, code: 'SOURCE.FETCH_UNTRUSTED' });
    expect(found.message).toMatch(message);
  });

  test('a password is for the server that the pipeline names', async () => {
    await using host = await fileHost();
    await using store = await fileHost();
    const heard: (string | undefined)[] = [];
    const kept = store.put('/users.csv', SMALL);
    store.behave(({ headers }) => {
      heard.push(headers.authorization);
      return false;
    });
    otherwise(host, ({ headers }, response) => {
      heard.push(headers.authorization);
      response.writeHead(307, { location: kept }).end();
    });
    const { exitCode } = await checked(`${host.origin.replace('//', '//ann:s3cr3t@')}/users.csv`);
    const basic = `Basic ${Buffer.from('ann:s3cr3t').toString('base64')}`;
    expect([exitCode, heard]).toEqual([0, [basic, undefined, basic, undefined]]);
  });
});

test('a certificate that nobody vouches for', async () => {
  using space = workspace(1);
  const { cert, key } = provideCertificates(space.folder, Date.now());
  const server = createTlsServer({ cert, key }, (_, response) => response.end('uid\nann\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const found = await checked(`https://127.0.0.1:${port}/users.csv`);
  expect(found).toMatchObject({ exitCode: 2, code: 'SOURCE.FETCH_UNTRUSTED', waits: [] });
  expect(found.hint).toContain('NODE_EXTRA_CA_CERTS');
  await new Promise((resolve) => server.close(resolve));
});
