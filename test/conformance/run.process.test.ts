import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openSandbox } from '../sandbox/sandbox-client.ts';

const script = fileURLToPath(new URL('run.ts', import.meta.url));

async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await closed) as [number | null];
  return { code, out, err };
}

test('by default only reads; prints a line for each check and the counts', async () => {
  await using own = await openSandbox({ http: false });
  const { baseUrl, callsBaseUrl, managementUrl, files } = own.sandbox;
  const where = ['--base-url', baseUrl, '--ca', files.ca, '--key-file', files.apiKey];
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
  const read = await run(...where, ...more);
  expect(read.err).toBe('');
  expect(read.code).toBe(0);
  expect(read.out).toMatch(/^PASSED +\d+ ms {2}a call without a key is refused$/m);
  expect(read.out).toMatch(/^\d+ passed, 0 failed, \d+ skipped\n$/m);
  expect(own.events.filter(({ method }) => method !== 'GET')).toEqual([]);
  const written = await run(...where, ...more, '--write', '--only', 'group');
  expect(written.code).toBe(0);
  expect(own.events.some(({ method }) => method === 'POST')).toBe(true);
  const wrongKey = await run(
    '--base-url',
    baseUrl,
    '--ca',
    files.ca,
    '--key-file',
    files.authKey,
    '--only',
    'roles are listed',
  );
  expect([wrongKey.code, wrongKey.out]).toEqual([5, expect.stringMatching(/^FAILED .*AUTH_ERR_NO_ACCESS/)]);
});

test.each([
  [[], /--base-url is missing/],
  [['--base-url', 'nowhere', '--key-file', 'none'], /nowhere is not a URL/],
  [['--base-url', 'https://app.example.com/v3', '--key-file', '/no/such/file'], /cannot be read: ENOENT/],
  [
    ['--base-url', 'https://app.example.com/v3', '--key-file', script, '--write'],
    /say --yes-write-into app too/,
  ],
  [
    ['--base-url', 'https://app.example.com/v3', '--write', '--yes-write-into', 'other'],
    /say --yes-write-into app too/,
  ],
  [['--unknown'], /unknown/],
])('misused with %j it says how it is used', async (args, said) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(said);
  expect(err).toContain('usage: npm run conformance');
});
