import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SandboxError, type StartSandboxOptions, startSandbox } from '../../../src/sandbox.ts';
import { repository } from '../../support/repository.ts';
import { temporaryFolder } from '../sandbox-client.ts';
import { callApi, countUsers, sendText, startWithPeople } from './started.ts';

const sample = (name: string): string => join(repository, 'samples/small', name);

/** What a start with these options is refused with. */
async function refusalOf(options: unknown): Promise<SandboxError> {
  const error: unknown = await startSandbox(options as StartSandboxOptions).then(
    async (started) => started.close(),
    (thrown: unknown) => thrown,
  );
  if (error instanceof SandboxError) return error;
  throw new Error('it started');
}

test.each([
  [{ prot: 1 }, 'there is no option prot: use port, https, data'],
  [{ port: '7700' }, 'the option port must be number'],
  [{ port: 70_000 }, 'port 70000: expected a whole number from 0 to 65535'],
  [null, 'the options must be an object'],
  ['7700', 'the options must be an object'],
  [{ retention: '183' }, 'retention "183": expected days such as 183d'],
  [{ apps: ['a', 1] }, 'the option apps must be list'],
  [{ seedFrom: null }, 'the option seedFrom must be string or object'],
  [{ apiKey: 'short' }, 'the API key must be 8 to 128 letters'],
  [{ appId: 'My App' }, 'app id "My App": expected lower-case letters and digits'],
  [{ clock: '2030-01-01' }, 'clock "2030-01-01": expected a time such as 2030-01-01T00:00:00Z'],
  [{ clock: -1 }, 'clock "-1": expected'],
  [{ quirks: 'none-such' }, 'unknown quirk "none-such"'],
  [{ faults: '4xx' }, 'fault "4xx": expected'],
  [{ limits: 'some' }, 'limits "some": expected'],
  [{ cors: ['*'] }, 'origin "*": expected one such as http://localhost:5173, without a path'],
  [{ cors: ['http://localhost:5173/'] }, 'origin "http://localhost:5173/": expected'],
])('an option that is wrong is refused: %j', async (options, message) => {
  const { code, message: text } = await refusalOf(options);
  expect(code).toBe('OPTION_INVALID');
  expect(text).toContain(message);
});

test('without types, what would fit no request and what is no text of faults is refused', async () => {
  await using sandbox = await startSandbox();
  const { requests, setFaults } = sandbox as unknown as Record<string, (given: unknown) => unknown>;
  expect(() => requests?.({ status: '200' })).toThrow('the filter status must be number');
  expect(() => requests?.({ path: /users/ })).toThrow('the filter path must be string');
  expect(() => setFaults?.(429)).toThrow('faults must be a text');
  const bad = await fetch(`${sandbox.controlUrl}/requests?status=2xx`, {
    headers: { 'x-sandbox-token': sandbox.controlToken },
  });
  expect(bad.status).toBe(400);
});

test('two sandboxes on one data file, and two on one port: the second one is refused at once', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data.sqlite');
  await using first = await startSandbox({ data });
  const { code, message } = await refusalOf({ data });
  expect(code).toBe('DATA_IN_USE');
  expect(message).toContain('dispose that one first, or take another file');
  expect((await refusalOf({ port: Number(new URL(first.baseUrl).port) })).code).toBe('PORT_IN_USE');
  await first.close();
  await using again = await startSandbox({ data });
  expect(again.appId).toBe(first.appId);
});

test('rows of files are there from the start, and after each reset; a data file is filled once', async () => {
  using folder = temporaryFolder();
  const data = join(folder.path, 'data.sqlite');
  const seedFrom = {
    users: sample('users.csv'),
    groups: sample('groups.csv'),
    members: sample('members.csv'),
    messages: [sample('messages-1.csv'), sample('messages-2.csv')],
  };
  const options = {
    data,
    seedFrom,
    limits: '1/min',
    faults: '503@/data_import',
    clock: '2030-01-01T00:00:00Z',
  };
  for (const round of [1, 2]) {
    await using sandbox = await startSandbox(options);
    expect(sandbox.requests()).toEqual([]);
    expect(await countUsers(sandbox), `round ${round}`).toBe(round === 1 ? 19 : 20);
    await callApi(sandbox, 'POST', '/users', { body: { uid: `new${round}`, name: 'New' } });
    if (round === 1) continue;
    await sandbox.reset();
    expect(await countUsers(sandbox)).toBe(19);
    const list = await callApi(sandbox, 'GET', '/messages?limit=1');
    expect(list.json.data).toHaveLength(1);
  }
});

test('a pipeline fills it, whatever its target, state and sync are', async () => {
  using folder = temporaryFolder();
  mkdirSync(join(folder.path, 'in'));
  copyFileSync(sample('users.csv'), join(folder.path, 'in/users.csv'));
  const pipeline = join(folder.path, 'pipeline.yaml');
  const lines = [
    'version: 1',
    'name: people',
    'target: { appId: hosted, region: eu, serviceHost: api.example.com, apiKey: { env: NEVER_SET } }',
    'sync: { onMissing: delete }',
    'sources: { users: { path: in/users.csv } }',
  ];
  writeFileSync(pipeline, lines.join('\n'));
  await using sandbox = await startSandbox({ seedFrom: pipeline });
  expect(await countUsers(sandbox)).toBe(19);
});

test('seeds that are not accepted, or not there, end the start with a reason, and data of its own is not replaced', async () => {
  using folder = temporaryFolder();
  const users = join(folder.path, 'users.csv');
  writeFileSync(users, 'uid,name\nann,Ann\nnot allowed!,Bad\n');
  const data = join(folder.path, 'data.sqlite');
  const refusal = await refusalOf({ data, seedFrom: { users } });
  expect(refusal.code).toBe('SEED_FAILED');
  expect(refusal.message).toMatch(/^seed: not accepted: 1 users, such as [A-Z]+\.[A-Z_]+ /);
  expect((await refusalOf({ data, seedFrom: 'none.yaml' })).message).toContain(
    'the pipeline file none.yaml does not exist',
  );
  {
    await using sandbox = await startWithPeople({ data });
    await sendText(sandbox, 'mine');
  }
  const kept = await refusalOf({ data, seedFrom: { users: sample('users.csv') } });
  expect(kept.message).toBe(
    'the data file has data of its own: start without seeds, or take a new data file',
  );
  await using sandbox = await startSandbox({ data });
  expect(await countUsers(sandbox)).toBe(2);
});
