import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox.ts';
import { temporaryFolder } from '../sandbox-client.ts';
import { callApi, controlCall, countUsers, sendText, startWithPeople } from './started.ts';

const T = Date.parse('2030-01-01T00:00:00Z');

test('the same calls give the same answers, with a fixed key, app id and clock', async () => {
  const answers: string[][] = [];
  for (const _ of [1, 2]) {
    await using sandbox = await startWithPeople({
      apiKey: 'test-key-1',
      appId: 'app1',
      clock: '2030-01-01T00:00:00Z',
    });
    expect(sandbox).toMatchObject({ apiKey: 'test-key-1', appId: 'app1' });
    const first = await callApi(sandbox, 'GET', '/users');
    sandbox.clock.advance(5_000);
    const id = await sendText(sandbox, 'hi');
    const { text, headers } = await callApi(sandbox, 'GET', `/messages/${id}`);
    answers.push([first.text, text, headers.get('date') ?? '']);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]?.[1]).toContain(`"sentAt":${T / 1000 + 5}`);
  expect(answers[0]?.[2]).toBe('Tue, 01 Jan 2030 00:00:05 GMT');
});

for (const place of ['in memory', 'in a file'])
  test(`reset, snapshot and restore ${place}: data, ids, further apps, keys and time`, async () => {
    using folder = temporaryFolder();
    const data = place === 'in memory' ? {} : { data: join(folder.path, 'data.sqlite') };
    await using sandbox = await startWithPeople({ ...data, apps: ['second'], clock: T });
    const keyOf = (app: string) =>
      readFileSync(join(sandbox.files.apiKey, '../apps', app, 'api-key'), 'utf8').trim();
    const second = keyOf('second');
    const inSecond = (method: string, path: string, body?: unknown) =>
      callApi(sandbox, method, path, { body, headers: { apikey: second } });
    await inSecond('POST', '/users', { uid: 'zoe', name: 'Zoe' });
    expect(await sendText(sandbox, 'one')).toBe('1');
    const name = await sandbox.snapshot();
    sandbox.clock.advance(60_000);
    expect(await sendText(sandbox, 'two')).toBe('2');
    await callApi(sandbox, 'DELETE', '/users/ann', { body: { permanent: true } });
    await inSecond('PUT', '/users/zoe', { name: 'Changed' });

    await sandbox.restore(name);
    expect(sandbox.clock.now()).toBe(T);
    expect(await countUsers(sandbox)).toBe(2);
    expect((await inSecond('GET', '/users/zoe')).json.data.name).toBe('Zoe');
    expect(await sendText(sandbox, 'two again')).toBe('2');

    await sandbox.reset();
    expect(await countUsers(sandbox)).toBe(0);
    expect((await inSecond('GET', '/users/zoe')).status).toBe(404);
    for (const uid of ['ann', 'bob']) await callApi(sandbox, 'POST', '/users', { body: { uid, name: uid } });
    expect(await sendText(sandbox, 'first again')).toBe('1');
    // Of an earlier state nothing is left over, in no cache either.
    await sandbox.restore(name);
    const list = await callApi(sandbox, 'GET', '/messages');
    expect(list.json.data.map(({ data }: { data: { text: string } }) => data.text)).toEqual(['one']);
  });

test('a reset brings back faults, budgets and keys as they were, and drops what only tests have added', async () => {
  await using sandbox = await startSandbox({ faults: '500x1@/groups', limits: '2/min', clock: T });
  const created = await callApi(sandbox, 'POST', '/apikeys', { body: { name: 'mine', scope: 'fullAccess' } });
  expect((await callApi(sandbox, 'GET', '/groups')).status).toBe(500);
  const importOne = () =>
    callApi(sandbox, 'POST', '/data_import/users', { body: { users: { a: { uid: 'a', name: 'A' } } } });
  for (const status of [200, 200, 429]) expect((await importOne()).status).toBe(status);
  sandbox.setFaults('');
  await sandbox.reset();
  expect((await callApi(sandbox, 'GET', '/groups')).status).toBe(500);
  expect((await callApi(sandbox, 'GET', '/groups')).status).toBe(200);
  expect((await importOne()).status).toBe(200);
  const mine = { headers: { apikey: created.json.data.apiKey } };
  expect((await callApi(sandbox, 'GET', '/groups', mine)).status).not.toBe(200);
});

test('a budget needs no real minute: the clock is advanced', async () => {
  await using sandbox = await startSandbox({ limits: '1/min', clock: T });
  const body = { users: { a: { uid: 'a', name: 'A' } } };
  const importOne = async () => (await callApi(sandbox, 'POST', '/data_import/users', { body })).status;
  expect([await importOne(), await importOne()]).toEqual([200, 429]);
  sandbox.clock.advance(60_000);
  expect(await importOne()).toBe(200);
});

test('a data file keeps everything over a restart: snapshots, the fixed key and the time', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data.sqlite');
  {
    await using sandbox = await startWithPeople({ data, apiKey: 'test-key-1', clock: T });
    sandbox.clock.advance(1_000);
    await sandbox.snapshot('two-people');
    await callApi(sandbox, 'DELETE', '/users/ann', { body: { permanent: true } });
  }
  await expect(startSandbox({ data, clock: T })).rejects.toMatchObject({
    code: 'CLOCK_BACK',
    message: expect.stringContaining(
      'start with a clock from 2030-01-01T00:00:01.000Z on, or with a new data file',
    ),
  });
  await using sandbox = await startSandbox({ data, clock: T + 5_000 });
  expect(sandbox.apiKey).toBe('test-key-1');
  expect(await countUsers(sandbox)).toBe(1);
  await sandbox.restore('two-people');
  expect(await countUsers(sandbox)).toBe(2);
});

test('a snapshot of another version changes nothing, and neither does one that is not there', async () => {
  using folder = temporaryFolder();
  await using sandbox = await startWithPeople({ data: join(folder.path, 'data.sqlite') });
  await sandbox.snapshot('old');
  const image = join(folder.path, 'data/snapshots/old/main.sqlite');
  const db = new DatabaseSync(image);
  db.exec('PRAGMA user_version = 3');
  db.close();
  await expect(sandbox.restore('old')).rejects.toMatchObject({
    code: 'SNAPSHOT_VERSION',
    message: expect.stringMatching(/has version 3 of the tables, this sandbox has \d+: .*make it again$/),
  });
  expect(await controlCall(sandbox, 'POST', '/snapshots/old/restore')).toMatchObject({ status: 409 });
  writeFileSync(image, 'no database');
  await expect(sandbox.restore('old')).rejects.toMatchObject({ code: 'DATA_UNREADABLE' });
  await expect(sandbox.restore('none')).rejects.toMatchObject({
    code: 'SNAPSHOT_UNKNOWN',
    message: 'there is no snapshot none: there are old',
  });
  await expect(sandbox.snapshot('../x')).rejects.toMatchObject({ code: 'OPTION_INVALID' });
  expect(await countUsers(sandbox)).toBe(2);
});

test('webhooks of what was there before are told nothing more', async () => {
  const told: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (chunk) => told.push(String(chunk)));
    request.on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  try {
    await using sandbox = await startWithPeople();
    const { port } = receiver.address() as { port: number };
    const secret = (file: string) => readFileSync(file, 'utf8').trim();
    const manage = (path: string, body: unknown) =>
      fetch(`${sandbox.managementUrl}/apps/${sandbox.appId}${path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          key: secret(sandbox.files.managementKey),
          secret: secret(sandbox.files.managementSecret),
          'content-type': 'application/json',
        },
      });
    await manage('/webhooks', { id: 'mine', name: 'mine', webhookURL: `http://127.0.0.1:${port}/` });
    await manage('/webhooks/mine/triggers', { triggerIds: ['message_sent'] });
    await sendText(sandbox, 'before');
    await expect.poll(() => told.length).toBe(1);
    await sandbox.reset();
    for (const uid of ['ann', 'bob']) await callApi(sandbox, 'POST', '/users', { body: { uid, name: uid } });
    await sendText(sandbox, 'after');
    await new Promise((done) => setTimeout(done, 50));
    expect(told.join()).not.toContain('after');
  } finally {
    receiver.close();
  }
});

test('what was in memory leaves no file', async () => {
  const sandbox = await startSandbox();
  await sandbox.snapshot();
  expect(existsSync(sandbox.files.apiKey)).toBe(true);
  await sandbox.close();
  expect(existsSync(join(sandbox.files.apiKey, '..'))).toBe(false);
  await expect(sandbox.reset()).rejects.toMatchObject({ code: 'CLOSED' });
  await sandbox.close();
});
