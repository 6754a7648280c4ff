import { describe, expect, test } from 'vitest';
import { fakeService, rejection } from './fake-service.ts';

const control = String.fromCharCode(7);
const lone = '\ud83d';

describe('ids', () => {
  test.each([
    '',
    '.',
    '..',
    'a/b',
    'a b',
    'é',
    `a${control}`,
    'a\r\nx: y',
    'x'.repeat(101),
    7,
    null,
    undefined,
  ])('the uid %j reaches neither path nor header', async (id) => {
    await using fake = await fakeService(() => ({}));
    const uid = id as string;
    const { users, groups, roles, messages } = fake.service;
    const calls = [
      () => users.get(uid),
      () => groups.get(uid),
      () => roles.get(uid),
      () => messages.listByUser(uid)[Symbol.asyncIterator]().next(),
      ...(uid === undefined ? [] : [() => users.get('a', { onBehalfOf: uid })]),
    ];
    for (const call of calls) expect(await rejection(call())).toMatchObject({ code: 'REQUEST.INVALID' });
    expect(fake.arrived).toEqual([]);
  });

  test('are taken in upper case and sent in lower case, as the service keeps them', async () => {
    await using fake = await fakeService(() => ({ body: { data: { uid: 'ann_1-b' } } }));
    await fake.service.users.get('ANN_1-b', { onBehalfOf: 'BOB' });
    expect(fake.arrived[0]).toMatchObject({ path: '/v3/users/ann_1-b', headers: { onbehalfof: 'bob' } });
  });

  test.each(['', '1a', '-1', '1.5', '..', '1/2', '9'.repeat(20), 7])('%j is no message id', async (id) => {
    await using fake = await fakeService(() => ({}));
    expect(await rejection(fake.service.messages.get(id as string))).toMatchObject({
      code: 'REQUEST.INVALID',
    });
    expect(fake.arrived).toEqual([]);
  });

  test.each(['', '.', '..', `a${control}`, 'a\n', lone, 'x'.repeat(501)])(
    '%j is no reaction, token, key or session',
    async (value) => {
      await using fake = await fakeService(() => ({}));
      const { reactions, authTokens, apiKeys, calls, conversations } = fake.service;
      const by = { onBehalfOf: 'ann' };
      for (const call of [
        () => reactions.add('1', value, by),
        () => authTokens.get('ann', value),
        () => apiKeys.get(value),
        () => calls.get(value),
        () => conversations.get(value, by),
      ])
        expect(await rejection(call())).toMatchObject({ code: 'REQUEST.INVALID', maybeDone: false });
      expect(fake.arrived).toEqual([]);
    },
  );

  test.each(['%2e%2e', 'a/b', '?x=1', '#', '👨‍👩‍👧', 'a;b', '...'])(
    'the reaction %j is one segment',
    async (value) => {
      await using fake = await fakeService(() => ({ body: { data: { id: '1' } } }));
      await fake.service.reactions.add('1', value, { onBehalfOf: 'ann' });
      const segment = fake.arrived[0]?.path.split('/')[5] ?? '';
      expect(fake.arrived[0]?.path.split('/')).toHaveLength(6);
      expect(decodeURIComponent(segment)).toBe(value);
    },
  );

  test.each(['users', '/users/../apps', '/users//x', '/users?x=1', '/users/%2e%2e', '/us ers', '/{uid'])(
    'request() does not take the path %j',
    async (path) => {
      await using fake = await fakeService(() => ({}));
      expect(await rejection(fake.service.request({ method: 'GET', path }))).toMatchObject({
        code: 'REQUEST.INVALID',
      });
      expect(fake.arrived).toEqual([]);
    },
  );

  test('an import that would lose a row is refused before it is sent', async () => {
    await using fake = await fakeService(() => ({}));
    const user = { uid: 'a', name: 'A' };
    const { dataImport } = fake.service;
    for (const rows of [[], [user, user], Array.from({ length: 51 }, (_, n) => ({ ...user, uid: `u${n}` }))])
      expect(await rejection(dataImport.users(rows))).toMatchObject({ code: 'REQUEST.INVALID' });
    expect(fake.arrived).toEqual([]);
  });
});
