import { X509Certificate } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connect as tlsConnect } from 'node:tls';
import { expect, test } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { SCHEMA_STEPS } from '../../src/sandbox/storage/schema.ts';
import {
  importRows,
  type Json,
  openPopulated,
  openSandbox,
  temporaryFolder,
  users,
} from './sandbox-client.ts';

function peerOf(port: number, host: string, ca: string, servername?: string) {
  return new Promise<{ names: string; validDays: number }>((resolve, reject) => {
    const socket = tlsConnect({ port, host, ca, ...(servername !== undefined && { servername }) }, () => {
      const cert = socket.getPeerCertificate();
      socket.destroy();
      const validDays = (Date.parse(cert.valid_to) - Date.parse(cert.valid_from)) / 86_400_000;
      resolve({ names: cert.subjectaltname ?? '', validDays });
    });
    socket.on('error', reject);
  });
}

test('serves https with a certificate that its authority file vouches for', async () => {
  await using opened = await openSandbox({ http: false });
  expect(opened.sandbox.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v3$/);
  const answer = await opened.get('/users');
  expect(answer.status).toBe(200);
  const { port } = new URL(opened.sandbox.baseUrl);
  const ca = readFileSync(opened.sandbox.files.ca, 'utf8');
  const { names, validDays } = await peerOf(Number(port), '127.0.0.1', ca, 'localhost');
  const hosts = ['us', 'eu', 'in'].flatMap((region) => [`*.api-${region}`, `*.call-${region}`]);
  expect(names).toBe(
    ['IP Address:127.0.0.1', 'IP Address:0:0:0:0:0:0:0:1', 'DNS:localhost']
      .concat(hosts.map((host) => `DNS:${host}.localhost`))
      .join(', '),
  );
  expect(validDays).toBeLessThanOrEqual(398);
  await expect(peerOf(Number(port), '127.0.0.1', ca, 'elsewhere.example')).rejects.toThrow(/does not match/);
});

test('a client that does not trust the authority is turned away by its own checks', async () => {
  await using opened = await openSandbox({ http: false });
  await expect(fetch(`${opened.sandbox.baseUrl}/users`)).rejects.toThrow();
});

test('plain http on the https port is closed and the sandbox goes on', async () => {
  await using opened = await openSandbox({ http: false });
  const { port } = new URL(opened.sandbox.baseUrl);
  const got = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET /v3/users HTTP/1.1\r\nHost: x\r\n\r\n'),
    );
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  expect(got).not.toContain('200 OK');
  expect((await opened.get('/users')).status).toBe(200);
});

test('bytes that are not HTTP are refused and the sandbox goes on', async () => {
  await using opened = await openSandbox();
  const { port } = new URL(opened.sandbox.baseUrl);
  const got = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('\u0000\u0001 nonsense\r\n\r\n'));
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
  });
  expect(got).toContain('400 Bad Request');
  expect(got).toContain('ERR_BAD_REQUEST');
  expect((await opened.get('/users')).status).toBe(200);
});

test('a restart keeps app id, keys, authority, data and the sequence of message ids', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'deep', 'data.sqlite');
  const seen: string[][] = [];
  for (const round of [1, 2]) {
    await using opened = await openSandbox({ dataFile, http: false });
    const { files, appId } = opened.sandbox;
    seen.push([
      appId,
      ...[files.apiKey, files.authKey, files.managementKey, files.managementSecret, files.ca].map(
        opened.secret,
      ),
    ]);
    if (round === 1) await importRows(opened, 'users', users('ann', 'bob'));
    const sent = await opened.post(
      '/messages',
      { receiver: 'bob', receiverType: 'user', data: { text: 'hi' } },
      { as: 'ann' },
    );
    expect(sent.json.data.id).toBe(String(round));
  }
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[0]?.[1]).toMatch(/^[0-9a-f]{40}$/);
  expect(new Set(seen[0]).size).toBe(6);
});

test('secrets and data are for their owner only', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'own', 'data.sqlite');
  await using opened = await openSandbox({ dataFile });
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect(mode(join(folder.path, 'own'))).toBe('700');
  const { files } = opened.sandbox;
  const all = [
    dataFile,
    `${dataFile}-wal`,
    ...Object.values(files),
    join(files.ca, '..', 'ca-key.pem'),
    join(files.ca, '..', 'server-key.pem'),
  ];
  expect(all.map(mode)).toEqual(all.map(() => '600'));
});

test('certificates are renewed before they expire; the authority outlives many of them', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const server = () => readFileSync(join(folder.path, 'data', 'server.pem'), 'utf8');
  const day = 86_400_000;
  const start = Date.now();
  const at = async (days: number) => {
    await using opened = await openSandbox({ dataFile, clock: () => start + days * day });
    return { ca: readFileSync(opened.sandbox.files.ca, 'utf8'), server: server() };
  };
  const first = await at(0);
  expect(await at(300)).toEqual(first);
  const renewed = await at(390);
  expect(renewed.ca).toBe(first.ca);
  expect(renewed.server).not.toBe(first.server);
  writeFileSync(join(folder.path, 'data', 'ca-key.pem'), 'damaged');
  expect((await at(391)).ca).not.toBe(first.ca);
});

test('a second sandbox on the same data file is refused while the first runs', async () => {
  await using opened = await openPopulated();
  await expect(startSandbox({ dataFile: opened.dataFile, http: true })).rejects.toMatchObject({
    code: 'DATA_IN_USE',
    message: expect.stringContaining('in use by another sandbox of this process'),
  });
  expect((await opened.get('/users/ann')).status).toBe(200);
});

test('a file that is no data file is refused and left as it is', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'letter.txt');
  writeFileSync(dataFile, 'Dear reader, this is not a database. '.repeat(100));
  await expect(startSandbox({ dataFile, http: true })).rejects.toMatchObject({ code: 'DATA_UNREADABLE' });
  expect(readFileSync(dataFile, 'utf8')).toContain('Dear reader');
});

test('hosts that other machines reach need to be allowed, and never over plain http', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  await expect(startSandbox({ dataFile, host: '0.0.0.0' })).rejects.toMatchObject({ code: 'HOST_REFUSED' });
  await expect(
    startSandbox({ dataFile, host: '0.0.0.0', http: true, allowRemote: true }),
  ).rejects.toMatchObject({
    code: 'HOST_REFUSED',
  });
  await using remote = await startSandbox({ dataFile, host: '0.0.0.0', allowRemote: true });
  expect(remote.baseUrl).toMatch(/^https:\/\/0\.0\.0\.0:/);
});

test('the host that it listens on stands in the certificate, also in that of an earlier start', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const namesOf = async (host?: string): Promise<string> => {
    await using _ = await startSandbox({
      dataFile,
      allowRemote: true,
      ...(host === undefined ? {} : { host }),
    });
    const pem = readFileSync(join(folder.path, 'data', 'server.pem'), 'utf8');
    return new X509Certificate(pem).subjectAltName ?? '';
  };
  const first = await namesOf();
  expect(await namesOf('localhost')).toBe(first);
  const other = await namesOf('127.8.8.8');
  expect(other).toBe(`${first}, IP Address:127.8.8.8`);
  // A name that leads to this machine.
  expect(await namesOf('0.0.0.0')).toBe(other);
});

test('a taken port is named, and the data file is free again afterwards', async () => {
  await using first = await openSandbox();
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  const port = Number(new URL(first.sandbox.baseUrl).port);
  await expect(startSandbox({ dataFile, port, http: true })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: expect.stringContaining(String(port)),
  });
  await using again = await openSandbox({ dataFile });
  expect((await again.get('/users')).status).toBe(200);
});

test('the app id and region can be chosen; an app id that differs from the data is refused', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'data.sqlite');
  {
    await using opened = await openSandbox({ dataFile, appId: '2abc9f', region: 'eu' });
    expect(opened.sandbox).toMatchObject({ appId: '2abc9f', region: 'eu' });
  }
  await expect(startSandbox({ dataFile, appId: '2zzz' })).rejects.toMatchObject({ code: 'APP_ID_MISMATCH' });
  await expect(startSandbox({ dataFile, appId: '../x' })).rejects.toMatchObject({ code: 'OPTION_INVALID' });
});

test('closing twice is fine and cuts open connections', async () => {
  const opened = await openSandbox();
  const { port } = new URL(opened.sandbox.baseUrl);
  const closed = new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', async () => {
      await opened.get('/users');
      await opened[Symbol.asyncDispose]();
    });
    socket.on('close', () => resolve());
  });
  await closed;
  await opened.sandbox[Symbol.asyncDispose]();
  await expect(opened.get('/users')).rejects.toThrow();
});

test('a data file of the first version is brought along with everything in it', async () => {
  using folder = temporaryFolder();
  const dataFile = join(folder.path, 'old.sqlite');
  const db = new DatabaseSync(dataFile);
  db.exec(SCHEMA_STEPS[0] ?? '');
  db.exec(`
    INSERT INTO users (uid, name, role, created_at) VALUES ('ann', 'Ann', 'default', 1), ('bob', 'Bob', 'default', 1);
    INSERT INTO auth_tokens (auth_token, uid, created_at) VALUES ('ann_1', 'ann', 1);
    INSERT INTO conversations (kind, peer_a, peer_b, created_at) VALUES ('user', 'ann', 'bob', 1);
    INSERT INTO messages (id, conversation, sent_at, sender, category, type, data, updated_at)
      VALUES (1, 1, 1700000000, 'ann', 'message', 'text', '{"text":"hi"}', 1700000000);
    PRAGMA user_version = 1;
  `);
  db.close();
  await using opened = await openSandbox({ dataFile });
  expect((await opened.get('/users')).json.data.map((user: Json) => user.uid)).toEqual(['ann', 'bob']);
  expect((await opened.get('/users/ann/auth_tokens')).json.data[0].authToken).toBe('ann_1');
  expect((await opened.get('/messages')).json.data[0].data.text).toBe('hi');
  expect((await opened.post('/messages/1/reactions/ok', {}, { as: 'bob' })).status).toBe(200);
});

const isRoot = process.getuid?.() === 0;
test.skipIf(!isRoot)(
  `a folder of keys that somebody else made is not used${isRoot ? '' : ' (only root can give a folder away)'}`,
  async () => {
    using folder = temporaryFolder();
    const keys = join(folder.path, 'data');
    mkdirSync(keys);
    writeFileSync(join(keys, 'api-key'), `${'a'.repeat(40)}\n`);
    chownSync(keys, 1, 1);
    const start = startSandbox({ dataFile: join(folder.path, 'data.sqlite'), http: true });
    await expect(start).rejects.toMatchObject({ code: 'DATA_UNREADABLE' });
    chownSync(keys, 0, 0);
    await using opened = await openSandbox({ dataFile: join(folder.path, 'data.sqlite') });
    expect(statSync(keys).mode & 0o777).toBe(0o700);
    expect((await opened.get('/users')).status).toBe(200);
  },
);
