import { expect, test } from 'vitest';
import { parseFaults } from '../../../src/sandbox/sandbox.ts';
import { type Got, importRows, type Opened, openSandbox, users } from '../sandbox-client.ts';

const uids = async (opened: Opened) =>
  (await opened.get('/users')).json.data.map((one: { uid: string }) => one.uid);

/** A sandbox whose imports go wrong once in the given way. */
const openFaulty = (fault: string) => openSandbox({ faults: parseFaults(`${fault}x1@/data_import`) });

test.each([
  ['429', 429, 'application/json'],
  ['500', 500, 'application/json'],
  ['500=html', 500, 'text/html; charset=utf-8'],
  ['502', 502, 'text/html; charset=utf-8'],
  ['503', 503, 'text/html; charset=utf-8'],
  ['503=json', 503, 'application/json'],
  ['html', 200, 'text/html; charset=utf-8'],
])('%s answers instead of the import', async (fault, status, type) => {
  await using opened = await openFaulty(fault);
  const answer = await importRows(opened, 'users', users('ann'));
  expect([answer.status, answer.headers['content-type']]).toEqual([status, type]);
  expect(await uids(opened)).toEqual([]);
  expect((await importRows(opened, 'users', users('ann'))).json.data.ann.success).toBe(true);
});

test('429 says how long to wait, by default one second, in every header', async () => {
  await using opened = await openFaulty('429');
  expect((await importRows(opened, 'users', users('ann'))).headers['retry-after']).toBe('1');
  await using slow = await openFaulty('429=7');
  const { headers, json } = await importRows(slow, 'users', users('ann'));
  expect(headers).toMatchObject({
    'retry-after': '7',
    'x-ratelimit-remaining': '0',
    'x-rate-limit-remaining': '0',
  });
  expect(headers).not.toHaveProperty('x-ratelimit-limit');
  expect(headers).not.toHaveProperty('x-rate-limit');
  expect(json.error.code).toBe('ERR_TOO_MANY_REQUESTS');
});

test('500-after answers 500 and keeps the rows', async () => {
  await using opened = await openFaulty('500-after');
  const answer = await importRows(opened, 'users', users('ann'));
  expect([answer.status, answer.json.error.code]).toEqual([500, 'ERR_EXCEPTION']);
  expect(await uids(opened)).toEqual(['ann']);
});

test.each([
  ['reset', []],
  ['reset-after', ['ann']],
  ['truncate', ['ann']],
])('%s breaks the answer; kept: %j', async (fault, kept) => {
  await using opened = await openFaulty(fault);
  await expect(importRows(opened, 'users', users('ann'))).rejects.toThrow();
  expect(await uids(opened)).toEqual(kept);
});

test('lost keeps the rows and never answers', async () => {
  await using opened = await openFaulty('lost');
  let answered = false;
  const waiting = importRows(opened, 'users', users('ann')).then(
    () => {
      answered = true;
    },
    () => 'cut by the end of the test',
  );
  while (!opened.events.some((event) => event.fault === 'lost'))
    await new Promise((resolve) => setImmediate(resolve));
  expect(await uids(opened)).toEqual(['ann']);
  expect(answered).toBe(false);
  expect(opened.events[0]).toMatchObject({ status: 0, fault: 'lost' });
  await opened.sandbox[Symbol.asyncDispose]();
  expect(await waiting).toBe('cut by the end of the test');
});

test('delay answers later, alone or before another fault', async () => {
  await using opened = await openSandbox({
    faults: parseFaults('delay=60@/users,delay=60@/groups,500@/groups'),
  });
  const answers = [await opened.get('/users'), await opened.get('/groups')];
  expect(answers.map((answer) => answer.status)).toEqual([200, 500]);
  expect(opened.events.map((event) => [event.fault, event.ms >= 55])).toEqual([
    ['delay', true],
    ['500', true],
  ]);
});

test('faults hit only their path, and as often as they say', async () => {
  await using opened = await openSandbox({ faults: parseFaults('503x2@/users, 502@/users/ann') });
  const statuses: number[] = [];
  for (const path of ['/groups', '/users', '/users/ann', '/users', '/users/ann', '/roles']) {
    statuses.push((await opened.get(path)).status);
  }
  expect(statuses).toEqual([200, 503, 503, 200, 502, 200]);
});

test('the same seed gives the same faults, another seed others, near the share asked for', async () => {
  const faults = parseFaults('429:20%,503:20%');
  const statuses = async (seed: number) => {
    await using opened = await openSandbox({ faults, seed });
    const got: Got[] = [];
    for (let index = 0; index < 200; index += 1) got.push(await opened.get('/roles'));
    return got.map((answer) => answer.status);
  };
  const first = await statuses(7);
  expect(await statuses(7)).toEqual(first);
  expect(await statuses(8)).not.toEqual(first);
  const share = first.filter((status) => status === 429).length / 200;
  expect(share).toBeGreaterThan(0.1);
  expect(share).toBeLessThan(0.3);
});

test('a plan reads as it was written', () => {
  expect(parseFaults('429=3:5%x2@/data_import, lost:1.5%')).toEqual([
    { kind: '429', share: 0.05, times: 2, prefix: '/data_import', value: '3' },
    { kind: 'lost', share: 0.015, times: undefined, prefix: '', value: '' },
  ]);
  expect(parseFaults('')).toEqual([]);
});

test.each([
  '504',
  '429:5',
  '429:101%',
  '503=xml',
  'delay',
  'delay=fast',
  'lost=1',
  '500x',
  'reset@users',
  '500:5%:6%',
])('the fault "%s" is refused', (text) => {
  expect(() => parseFaults(text)).toThrow(/expected kind\[=value\]/);
});
