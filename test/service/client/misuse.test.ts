import { expect, test } from 'vitest';
import { ServiceError } from '../../../src/errors/service-error.ts';
import { fakeService, rejection } from './fake-service.ts';

/** Calls as plain JavaScript may make them. */
const misuses: readonly unknown[][] = [
  [{ method: 'GET\r\nX: y', path: '/users' }],
  [{ method: 'get', path: '/users' }],
  [{ method: 'HEAD', path: '/users' }],
  [{ method: ['GET'], path: '/users' }],
  [{ path: '/users' }],
  [{ method: 'GET', path: '/users', base: 'constructor' }],
  [{ method: 'GET', path: '/users', base: '__proto__' }],
  [{ method: 'GET', path: '/users', base: null }],
  [{ method: 'GET', path: '/users', rateClass: 'foo' }],
  [{ method: 'GET', path: '/users', rateClass: 'toString' }],
  [{ method: 'GET', path: '/users', query: null }],
  [{ method: 'GET', path: '/users', query: 'a=1' }],
  [{ method: 'GET', path: '/users\r\n' }],
  [{ method: 'GET', path: ['/users'] }],
  [{ method: 'GET' }],
  [{ method: 'POST', path: '/users', body: 1n }],
  [{ method: 'GET', path: '/users', params: {}, querry: {} }],
  [{ method: 'GET', path: '/users' }, { timeout: 5 }],
  [{ method: 'GET', path: '/users' }, { retries: '1' }],
  [{ method: 'GET', path: '/users' }, null],
  [{ method: 'GET', path: '/users' }, { signal: 'stop' }],
  [{ method: 'GET', path: '/users' }, { onBehalfOf: 'a\r\nX: y' }],
  [null],
  [],
];

test.each(misuses.map((misuse) => ({ misuse })))(
  'request($misuse) is refused with an error of our own, and nothing is sent',
  async ({ misuse }) => {
    await using fake = await fakeService(() => ({}));
    const request = fake.service.request as (...all: readonly unknown[]) => Promise<unknown>;
    const thrown = await rejection(request(...misuse));
    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject({ code: 'REQUEST.INVALID', maybeDone: false });
    expect(fake.arrived).toEqual([]);
  },
);

test('options that are none are refused of every call', async () => {
  await using fake = await fakeService(() => ({}));
  const { users } = fake.service as unknown as { users: { get: (...all: unknown[]) => Promise<unknown> } };
  for (const options of [null, 'ann', { signal: {} }])
    expect(await rejection(users.get('ann', options))).toMatchObject({ code: 'REQUEST.INVALID' });
  expect(fake.arrived).toEqual([]);
});
