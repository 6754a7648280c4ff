import { expect, test } from 'vitest';
import { endpoints } from '../../../src/service/api/endpoints.ts';
import { management } from '../../../src/service/client/management.ts';
import { accountCases } from './call-cases/account-cases.ts';
import type { CallCase } from './call-cases/call-case.ts';
import { managementCases } from './call-cases/management-cases.ts';
import { messageCases } from './call-cases/message-cases.ts';
import { moderationCases } from './call-cases/moderation-cases.ts';
import { notificationCases } from './call-cases/notification-cases.ts';
import { userAndGroupCases } from './call-cases/user-and-group-cases.ts';
import { all, fakeService, KEY } from './fake-service.ts';

const cases: readonly CallCase[] = [
  ...userAndGroupCases,
  ...accountCases,
  ...messageCases,
  ...moderationCases,
  ...notificationCases,
];

/** An object with every identifier, so that it passes for any resource; lists are empty. */
const anything = {
  uid: 'a',
  guid: 'g',
  role: 'r',
  apiKey: 'k',
  authToken: 't',
  id: 7,
  conversationId: 'c',
  sessionId: 's',
  reaction: 'x',
  key: 'f',
  timezone: 'UTC',
  mutedConversations: [],
  pushTokens: [],
  pushProviders: [],
  agent: { uid: 'a' },
};

/** What the service would say to this call, near enough for it to be read. */
function reply(name: string): { body: unknown } {
  if (/^list|^getReaction|^get\w+Permissions|^setPinned/.test(name)) return { body: { data: [] } };
  return { body: { data: /^(?:import|restrict|block|unblock|addTriggers)/.test(name) ? {} : anything } };
}

test.each<CallCase>(cases)('%s is made as the table says', async (name, call, path, body, behalf) => {
  await using fake = await fakeService(() => reply(name), { onDeprecated: () => {} });
  const made = call(fake.service);
  await (made instanceof Promise ? made : all(made));
  const { method, base, onBehalfOf } = endpoints[name];
  const [request] = fake.arrived;
  expect(fake.arrived.length).toBe(1);
  expect([request?.method, request?.path]).toEqual([method, (base === 'calls' ? '/calls/v3' : '/v3') + path]);
  expect(request?.body).toEqual(body);
  expect(request?.headers['apikey']).toBe(KEY);
  expect(request?.headers['onbehalfof']).toBe(behalf);
  if (onBehalfOf === 'required') expect(behalf).toBe('ann');
});

test('every call of the table can be made', () => {
  const made = new Set<string>([...cases, ...managementCases].map(([name]) => name));
  expect(Object.keys(endpoints).filter((name) => !made.has(name))).toEqual([]);
});

test.each(managementCases)('%s of the account is made as the table says', async (name, call, path, body) => {
  await using fake = await fakeService(() => reply(name));
  await using account = management({ managementUrl: fake.origin, key: 'mk', secret: 'ms' });
  const made = call(account);
  await (made instanceof Promise ? made : all(made));
  const [request] = fake.arrived;
  expect([fake.arrived.length, request?.method, request?.path, request?.body]).toEqual([
    1,
    endpoints[name].method,
    path,
    body,
  ]);
});

test('management calls go to their own address with their own two headers', async () => {
  await using fake = await fakeService(() => ({
    body: { data: [{ appId: 12, name: 'One', plan: 'free' }] },
  }));
  await using account = management({ managementUrl: fake.origin, key: 'mk', secret: 'ms' });
  expect(await all(account.apps.list())).toEqual([{ id: '12', appId: '12', name: 'One', plan: 'free' }]);
  const { data } = await account.request({ method: 'GET', path: '/apps/{id}', params: { id: '12' } });
  expect(data).toHaveLength(1);
  expect(fake.arrived.map(({ path }) => path)).toEqual(['/apps', '/apps', '/apps/12']);
  for (const { headers } of fake.arrived)
    expect([headers['key'], headers['secret'], headers['apikey']]).toEqual(['mk', 'ms', undefined]);
});

test('request() of an account is a function of its own', async () => {
  await using fake = await fakeService(() => ({ body: { data: {} } }));
  await using account = management({ managementUrl: fake.origin, key: 'mk', secret: 'ms' });
  const { request } = account;
  expect(await request({ method: 'GET', path: '/apps' })).toMatchObject({ data: {} });
  expect(fake.arrived.map(({ path, headers }) => [path, headers['key']])).toEqual([['/apps', 'mk']]);
});

test('request() makes calls that the table does not have', async () => {
  await using fake = await fakeService(() => ({ body: { data: { a: 1 }, meta: { b: 2 } } }));
  const answer = await fake.service.request(
    {
      method: 'PATCH',
      path: '/users/{uid}/notes/{note}',
      params: { uid: 'ANN', note: 'a b' },
      query: { tags: ['x,y', 'z'], none: undefined, yes: true },
      body: { c: 3 },
    },
    { onBehalfOf: 'bob' },
  );
  expect(answer).toEqual({ data: { a: 1 }, meta: { b: 2 }, ambiguous: false });
  const [request] = fake.arrived;
  expect(request).toMatchObject({ method: 'PATCH', path: '/v3/users/ann/notes/a%20b', body: { c: 3 } });
  expect(request?.query).toEqual({ tags: 'x,y,z', yes: 'true' });
  expect(request?.headers['onbehalfof']).toBe('bob');
});
