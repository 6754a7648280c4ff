import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeSpace, nodeVersion } from '../../../src/features/doctor/examine.ts';
import { app, clock, keyScope } from '../../../src/features/doctor/examine-target.ts';
import { doctorExitCode, fail, pass, warn } from '../../../src/features/doctor/finding.ts';
import type { ApiResponse } from '../../../src/service/transport/transport.ts';
import { realFiles } from '../../../src/system/files.ts';

const answer = (status: number, body: unknown, headers: ApiResponse['headers'] = {}): ApiResponse => ({
  status,
  body,
  headers,
  attempts: 1,
  ambiguous: false,
});
const refusal = (code: string, status = 400): ApiResponse =>
  answer(status, { error: { code, message: 'no' } });

test.each([
  ['22.19.0', 'fail'],
  ['22.20.0', 'pass'],
  ['24.0.0', 'pass'],
  ['26.1.0', 'pass'],
])('Node.js %s: %s', (version, status) => expect(nodeVersion(version).status).toBe(status));

test('free space is compared with three times the size of the sources, also for a folder that does not exist yet', async () => {
  const folder = join(tmpdir(), 'no-such-folder', 'below');
  expect(freeSpace(realFiles, folder, 1)).toMatchObject({ status: 'pass' });
  const short = freeSpace(realFiles, folder, 1e18);
  expect(short).toMatchObject({ status: 'warn', next: expect.stringMatching(/^free \d+(?: \d{3})+ MB/) });
  expect(short.message).toMatch(/the sources are 1 000 000 000 000 MB/);
});

test.each([
  ['a key that reads and writes', answer(200, { data: [] }), refusal('ERR_BAD_REQUEST'), 'pass'],
  ['a key that only reads', answer(200, { data: [] }), refusal('AUTH_ERR_NO_ACCESS', 403), 'fail'],
  ['a key that only makes users', refusal('AUTH_ERR_NO_ACCESS', 403), undefined, 'fail'],
  ['an unknown key', refusal('AUTH_ERR_APIKEY_NOT_FOUND', 404), undefined, 'fail'],
  ['a plan that has ended', refusal('ERR_SUBSCRIPTION_EXPIRED', 402), undefined, 'fail'],
  ['an empty write that is accepted', answer(200, { data: [] }), answer(200, { data: {} }), 'warn'],
  ['a service that is busy', refusal('ERR_EXCEPTION', 500), undefined, 'skip'],
] as const)('%s', async (_what, read, write, status) => {
  const refusedWrite = async (): Promise<ApiResponse> => write ?? expect.fail('it must not be tried');
  const finding = await keyScope({ read, refusedWrite });
  expect(finding.status).toBe(status);
  expect(finding.exit).toBe(status === 'fail' ? 'auth' : undefined);
});

test.each([
  [0, 'pass'],
  [59_000, 'pass'],
  [-61_000, 'warn'],
  [61_000, 'warn'],
])('a clock that is off by %d ms: %s', (skewMs, status) => {
  const date = 'Sat, 21 Nov 2026 12:00:00 GMT';
  expect(clock(answer(200, {}, { date }), Date.parse(date) + skewMs).status).toBe(status);
});

test('an answer without a date skips the clock check', () =>
  expect(clock(answer(200, {}), 0).status).toBe('skip'));

test('an app that the service does not know is named', () => {
  expect(app(refusal('AUTH_ERR_INVALID_APPID', 401), 'a1', 'eu')).toMatchObject({ status: 'fail' });
  expect(app(answer(200, { data: [] }), 'a1', 'eu')).toMatchObject({
    status: 'pass',
    message: 'app a1, region eu',
  });
});

test('the exit code is that of the worst failure', () => {
  const here = [pass('a', ''), warn('b', '', '')];
  expect(doctorExitCode(here)).toBe(0);
  const unreachable = fail('c', '', '', 'temporary');
  const wrong = fail('d', '', '');
  const refused = fail('e', '', '', 'auth');
  expect(doctorExitCode([...here, unreachable])).toBe(7);
  expect(doctorExitCode([...here, unreachable, wrong])).toBe(2);
  expect(doctorExitCode([unreachable, wrong, refused])).toBe(10);
});
