import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { Deprecation } from '../../../src/service/client/deprecation.ts';
import { fakeService } from './fake-service.ts';

const by = { onBehalfOf: 'ann' };

test('a deprecated call is told of once, with what to call instead', async () => {
  const told: Deprecation[] = [];
  await using fake = await fakeService(() => ({}), { onDeprecated: (one) => told.push(one) });
  const { conversations } = fake.service;
  await conversations.delete('group_g', by);
  await conversations.delete('group_h', by);
  await conversations.withGroup.reset('g', by);
  expect(told).toEqual([
    {
      call: 'DELETE /conversations/{conversationId}',
      replacements: ['DELETE /users/{uid}/conversation', 'DELETE /groups/{guid}/conversation'],
    },
  ]);
});

test('so is a call whose answer says that it is deprecated', async () => {
  const told: Deprecation[] = [];
  const headers = { deprecation: '@1688169599' };
  await using fake = await fakeService(() => ({ headers, body: { data: { uid: 'ann' } } }), {
    onDeprecated: (one) => told.push(one),
  });
  await fake.service.users.get('ann');
  await fake.service.users.get('bob');
  expect(told).toEqual([{ call: 'GET /users/{uid}', replacements: [], header: '@1688169599' }]);
});

test('where nobody listens the process warns, once over all clients', async () => {
  // Modules that have warned of nothing yet, as in a process that has just begun.
  vi.resetModules();
  const { fakeService } = await import('./fake-service.ts');
  const warned: Error[] = [];
  const listen = (warning: Error): unknown => warned.push(warning);
  process.on('warning', listen);
  const first = once(process, 'warning');
  for (const _ of [1, 2]) {
    await using fake = await fakeService(() => ({}));
    await fake.service.conversations.delete('group_g', by);
  }
  await first;
  process.off('warning', listen);
  const own = warned.filter(({ name }) => name === 'DeprecationWarning');
  expect(own.map(({ message }) => message)).toEqual([
    'DELETE /conversations/{conversationId} is deprecated and will be removed from the service; use DELETE /users/{uid}/conversation or DELETE /groups/{guid}/conversation',
  ]);
});
