import { writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect, type DetailedPeerCertificate } from 'node:tls';
import { expect, test } from 'vitest';
import { newAuthority, newServerCertificate } from '../../../src/sandbox/server/certificate-writer.ts';
import { ENV, livePlace, login, pipelineText } from './live-pipeline-here.ts';

const text = pipelineText('  listen: { host: 0.0.0.0, port: 0, tls: { cert: ./c.pem, key: ./k.pem } }');

test('with a certificate it listens for other machines; at a sign, another certificate is shown, unless that is none', async () => {
  await using place = await livePlace(text);
  const now = Date.now();
  const validity = { from: now - 60_000, until: now + 3_600_000 };
  const authority = newAuthority('receiver', validity);
  const issuer = { name: 'receiver', key: authority.key };
  const write = (): void => {
    const { cert, key } = newServerCertificate(issuer, validity, ['localhost', '127.0.0.1']);
    writeFileSync(join(place.folder, 'c.pem'), cert);
    writeFileSync(join(place.folder, 'k.pem'), key.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  };
  write();
  await using receiver = await place.start();
  const port = Number(new URL(receiver.address).port);
  expect(receiver.address).toBe(`https://0.0.0.0:${port}`);
  const send = (): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port,
        path: receiver.paths.old,
        method: 'POST',
        ca: authority.cert,
        headers: { authorization: login(ENV.OLD_PASSWORD) },
        agent: false as const,
      };
      request(options, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end('{}');
    });
  const shown = (): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, ca: authority.cert }, () => {
        const { serialNumber }: DetailedPeerCertificate = socket.getPeerCertificate(true);
        socket.destroy();
        resolve(serialNumber);
      }).on('error', reject);
    });
  expect(await send()).toBe(200);
  const first = await shown();
  write();
  await receiver.reload();
  const second = await shown();
  expect(second).not.toBe(first);
  writeFileSync(join(place.folder, 'c.pem'), 'no certificate');
  await receiver.reload();
  expect([await shown(), await send()]).toEqual([second, 200]);
  expect(place.news.map(({ text: said }) => said)).toEqual([
    'secrets and certificate were read again',
    expect.stringMatching(/^secrets and certificate stay as they were: /),
  ]);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('a certificate that is not there, or is none, is said at the start', async () => {
  await using place = await livePlace(text);
  await expect(place.start()).rejects.toMatchObject({
    code: 'LIVE.LISTEN',
    message: expect.stringContaining('c.pem'),
  });
  for (const name of ['c.pem', 'k.pem']) writeFileSync(join(place.folder, name), 'no certificate');
  await expect(place.start()).rejects.toMatchObject({ code: 'LIVE.LISTEN' });
});
