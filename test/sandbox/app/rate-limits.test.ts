import { expect, test } from 'vitest';
import { parseLimits } from '../../../src/sandbox/sandbox.ts';
import { importRows, openPopulated, openSandbox, users } from '../sandbox-client.ts';

test('the 61st import of a minute is refused with both families of headers', async () => {
  let now = 1_800_000_002_000;
  await using opened = await openSandbox({ limits: parseLimits('documented'), clock: () => now });
  const statuses: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    const answer = await importRows(opened, 'users', users(`u${index}`));
    statuses.push(answer.status);
    expect(answer.headers['x-rate-limit']).toBe('60');
    expect(answer.headers['x-rate-limit-remaining']).toBe(String(59 - index));
    expect(answer.headers).not.toHaveProperty('retry-after');
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await importRows(opened, 'groups', { g: { guid: 'g', name: 'G', type: 'public' } });
  expect([refused.status, refused.json.error.code]).toEqual([429, 'ERR_TOO_MANY_REQUESTS']);
  expect(refused.headers).toMatchObject({
    'x-rate-limit': '60',
    'x-rate-limit-remaining': '0',
    'x-rate-limit-reset': '1800000060',
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1800000060',
    'retry-after': '58',
  });
  expect((await opened.get('/groups/g')).status).toBe(404);
  now += 58_000;
  expect((await importRows(opened, 'users', users('later'))).status).toBe(200);
});

test('each class has its own budget', async () => {
  await using opened = await openSandbox({
    limits: parseLimits('documented'),
    clock: () => 1_800_000_000_000,
  });
  expect((await opened.get('/users')).headers['x-rate-limit']).toBe('20000');
  expect((await opened.post('/users', { uid: 'a', name: 'A' })).headers['x-rate-limit']).toBe('10000');
  expect((await importRows(opened, 'users', users('b'))).headers['x-rate-limit-remaining']).toBe('59');
});

test('N/min sets the import class and keeps the proportion of the others', async () => {
  expect(parseLimits('6/min')).toEqual({ import: 6, core: 1000, standard: 2000, sender: undefined });
  await using opened = await openSandbox({ limits: parseLimits('2/min'), clock: () => 1_800_000_000_000 });
  const statuses: number[] = [];
  for (const uid of ['a', 'b', 'c']) statuses.push((await importRows(opened, 'users', users(uid))).status);
  expect(statuses).toEqual([200, 200, 429]);
});

test('none sends no rate headers', async () => {
  await using opened = await openSandbox({ limits: parseLimits('none') });
  expect((await opened.get('/users')).headers).not.toHaveProperty('x-rate-limit');
});

test('30 messages a minute and sender, only with the documented limits', async () => {
  const clock = () => 1_800_000_000_000;
  const body = { receiver: 'bob', receiverType: 'user', data: { text: 'hi' } };
  await using opened = await openPopulated({ limits: parseLimits('documented'), clock });
  const statuses: number[] = [];
  for (let index = 0; index < 31; index += 1)
    statuses.push((await opened.post('/messages', body, { as: 'ann' })).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  expect((await opened.post('/messages', body, { as: 'bob' })).status).toBe(200);
  await using scaled = await openPopulated({ limits: parseLimits('1000/min'), clock });
  for (let index = 0; index < 31; index += 1) {
    expect((await scaled.post('/messages', body, { as: 'ann' })).status).toBe(200);
  }
});

test('a request that is refused for its key costs nothing', async () => {
  await using opened = await openSandbox({ limits: parseLimits('1/min'), clock: () => 1_800_000_000_000 });
  await opened.post('/data_import/users', {}, { key: 'wrong' });
  expect((await importRows(opened, 'users', users('a'))).status).toBe(200);
});

test.each(['', '60', '0/min', '-1/min', '60/hour', 'Documented', '1.5/min'])(
  'the limits "%s" are refused',
  (text) => {
    expect(() => parseLimits(text)).toThrow(/expected documented, build, none or N\/min/);
  },
);
