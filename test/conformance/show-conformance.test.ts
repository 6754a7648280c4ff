import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseLimits } from '../../src/sandbox/app/rate-limits.ts';
import { parseQuirks } from '../../src/sandbox/quirks/quirks.ts';
import { openSandbox, users } from '../sandbox/sandbox-client.ts';
import { mainHere } from '../support/main-here.ts';

const conformance = (...args: readonly string[]) => mainHere(['conformance', ...args]);

test('by default only reads; prints a line for each check, the open points and the counts', async () => {
  await using own = await openSandbox({ http: false, quirks: parseQuirks('keystatus=401,total0') });
  const { baseUrl, callsBaseUrl, managementUrl, files } = own.sandbox;
  await own.post('/data_import/users', { users: users('ann') });
  own.events.length = 0;
  const where = [baseUrl, '--ca', files.ca];
  const more = [
    '--auth-key-file',
    files.authKey,
    '--calls-base-url',
    callsBaseUrl,
    '--management-url',
    managementUrl,
    '--management-key-file',
    files.managementKey,
    '--management-secret-file',
    files.managementSecret,
  ];
  const read = await conformance(...where, '--key-file', files.apiKey, ...more);
  expect([read.code, read.err]).toEqual([0, '']);
  expect(read.out).toMatch(/^PASSED +\d+ ms {2}a call without a key is refused$/m);
  expect(read.out).toMatch(/^FORM +Which status has an unknown key\? {2}401 \(keystatus=401\)$/m);
  expect(read.out).toMatch(/^\d+ passed, 0 failed, \d+ skipped\n/m);
  expect(read.out).toContain('chatferry sandbox --quirks keystatus=401,total0\n');
  expect(own.events.filter(({ method }) => method !== 'GET')).toEqual([]);
  const wrongKey = await conformance(...where, '--key-file', files.authKey, '--only', 'roles are listed');
  expect([wrongKey.code, wrongKey.out]).toEqual([5, expect.stringMatching(/^FAILED .*AUTH_ERR_NO_ACCESS/)]);
});

test('with --write also asks for the forms of imports, and leaves nothing', async () => {
  await using own = await openSandbox({
    http: false,
    limits: parseLimits('60000/min'),
    quirks: parseQuirks('membersonly'),
  });
  const { baseUrl, files } = own.sandbox;
  const key = readFileSync(files.apiKey, 'utf8').trim();
  const { code, out } = await mainHere(
    ['conformance', baseUrl, '--ca', files.ca, '--write', '--only', 'author', '--json'],
    { CHATFERRY_API_KEY: key },
  );
  const { answers, ...found } = JSON.parse(out) as Record<string, unknown> & { answers: unknown[] };
  expect([code, found['exitCode'], found['quirks'], found['left']]).toEqual([0, 0, 'membersonly', []]);
  expect(answers).toEqual([
    {
      name: 'sender',
      asks: 'May an author be no member of the group?',
      step: 'canaries',
      form: 'no',
      says: 'no',
      quirk: 'membersonly',
    },
  ]);
  expect(out).not.toContain(key);
  for (const path of ['/users?withDeactivated=true', '/groups', '/messages'])
    expect([path, (await own.get(path)).json.data]).toEqual([path, []]);
});

test('rows of another probe stop --write', async () => {
  await using own = await openSandbox({ http: false });
  const { baseUrl, files } = own.sandbox;
  await own.post('/users', { uid: 'chatferry-probe-0a0b0c0d-ann', name: 'Other' });
  const where = [baseUrl, '--ca', files.ca, '--key-file', files.apiKey, '--write'];
  own.events.length = 0;
  const { code, err } = await conformance(...where);
  expect(own.events.filter(({ method }) => method !== 'GET')).toEqual([]);
  expect([code, err]).toEqual([3, expect.stringContaining('chatferry-probe-0a0b0c0d-ann')]);
  expect((await own.get('/users/chatferry-probe-0a0b0c0d-ann')).status).toBe(200);
});

test('where nobody answers, or no API, it says so once', async () => {
  await using own = await openSandbox({ http: true });
  const { baseUrl, files } = own.sandbox;
  const key = ['--key-file', files.apiKey];
  const dead = await conformance('http://127.0.0.1:49999/v3', ...key);
  expect([dead.code, dead.out]).toEqual([7, '']);
  expect(dead.err).toContain('SERVICE.UNREACHABLE');
  const elsewhere = await conformance(baseUrl.replace(/v3$/, ''), ...key);
  expect([elsewhere.code, elsewhere.out]).toEqual([2, '']);
  expect(elsewhere.err).toContain('ends in /v3');
}, 15_000);

const FAR = 'https://app.example.com/v3';
test.each([
  [['nowhere', '--key-file', 'none'], /nowhere is not a URL/],
  [[FAR, '--key-file', '/no/such/file'], /cannot be read.*ENOENT/],
  [[FAR, '--write'], /--yes-write-into app/],
  [[FAR, '--write', '--yes-write-into', 'other'], /--yes-write-into app/],
  [[FAR, '--management-url', FAR], /--management-key-file/],
  [['http://app.example.com/v3', '--key-file', import.meta.filename], /API key|https/],
  [[FAR, '--unknown'], /unknown/],
])('misused with %j it says what is wrong', async (args, said) => {
  const { code, out, err } = await conformance(...args);
  expect([[2, 10].includes(code), out]).toEqual([true, '']);
  expect(err).toMatch(said);
});
