import { expect, test } from 'vitest';
import type { ChatService } from '../../../src/service/client/chat-service.ts';
import { all, fakeService } from './fake-service.ts';

const by = { onBehalfOf: 'ann' };

type Call = (service: ChatService) => Promise<unknown> | AsyncIterable<unknown>;

/** What a call was named before, and what it is named now. */
const names: readonly (readonly [name: string, old: Call, now: Call])[] = [
  ['messages.edit', (s) => s.messages.edit('7', { tags: [] }), (s) => s.messages.update('7', { tags: [] })],
  ['messages.listOfUser', (s) => s.messages.listOfUser('b'), (s) => s.messages.listByUser('b')],
  ['messages.listOfGroup', (s) => s.messages.listOfGroup('g'), (s) => s.messages.listByGroup('g')],
  ['messageMarks.pin', (s) => s.messageMarks.pin('7', by), (s) => s.messages.pin('7', by)],
  ['messageMarks.unpin', (s) => s.messageMarks.unpin('7', by), (s) => s.messages.unpin('7', by)],
  ['messageMarks.save', (s) => s.messageMarks.save('7', by), (s) => s.messages.save('7', by)],
  ['messageMarks.unsave', (s) => s.messageMarks.unsave('7', by), (s) => s.messages.unsave('7', by)],
  [
    'messageMarks.interacted',
    (s) => s.messageMarks.interacted('7', {}, by),
    (s) => s.messages.markAsInteracted('7', {}, by),
  ],
  ['threads.listReplies', (s) => s.threads.listReplies('7'), (s) => s.threads.listMessages('7')],
  ['reactions.listOf', (s) => s.reactions.listOf('7', 'x'), (s) => s.reactions.listByReaction('7', 'x')],
  ['users.deactivateMany', (s) => s.users.deactivateMany(['a']), (s) => s.users.deactivate(['a'])],
  ['users.reactivateMany', (s) => s.users.reactivateMany(['a']), (s) => s.users.reactivate(['a'])],
  [
    'users.deletePermanently',
    (s) => s.users.deletePermanently('a'),
    (s) => s.users.delete('a', { permanent: true }),
  ],
  ['permissions.setOfRole', (s) => s.permissions.setOfRole('r', {}), (s) => s.permissions.setByRole('r', {})],
  [
    'permissions.removeOfRole',
    (s) => s.permissions.removeOfRole('r', 'p'),
    (s) => s.permissions.unsetByRole('r', 'p'),
  ],
  [
    'permissions.setOfScope',
    (s) => s.permissions.setOfScope('g', 'admin', {}),
    (s) => s.permissions.setByScope('g', 'admin', {}),
  ],
  [
    'permissions.removeOfScope',
    (s) => s.permissions.removeOfScope('g', 'admin', 'p'),
    (s) => s.permissions.unsetByScope('g', 'admin', 'p'),
  ],
  ...(['withUser', 'withGroup'] as const).flatMap((side) => [
    [
      `conversations.${side}.tag`,
      (s) => s.conversations[side].tag('b', ['t'], by),
      (s) => s.conversations[side].update('b', { tags: ['t'] }, by),
    ] as const satisfies readonly [string, Call, Call],
    [
      `conversations.${side}.markDelivered`,
      (s) => s.conversations[side].markDelivered('b', {}, by),
      (s) => s.conversations[side].markAsDelivered('b', {}, by),
    ] as const satisfies readonly [string, Call, Call],
    [
      `conversations.${side}.markRead`,
      (s) => s.conversations[side].markRead('b', {}, by),
      (s) => s.conversations[side].markAsRead('b', {}, by),
    ] as const satisfies readonly [string, Call, Call],
    [
      `conversations.${side}.markUnread`,
      (s) => s.conversations[side].markUnread('b', '7', by),
      (s) => s.conversations[side].markAsUnread('b', '7', by),
    ] as const satisfies readonly [string, Call, Call],
  ]),
];

test.each(names)('%s still makes the call that has another name now', async (_name, old, now) => {
  const data = { id: 7, conversationId: 'c', reaction: 'x' };
  await using fake = await fakeService(({ method }) => ({ body: { data: method === 'GET' ? [] : data } }));
  for (const call of [old, now]) {
    const made = call(fake.service);
    await (made instanceof Promise ? made : all(made));
  }
  const [first, second] = fake.arrived.map(({ headers, ...rest }) => ({
    ...rest,
    by: headers['onbehalfof'],
  }));
  expect(fake.arrived).toHaveLength(2);
  expect(first).toEqual(second);
});

test('permissions.ofRole and ofScope still are a promise of one page, where the new names are lists', async () => {
  const rows = [{ id: 'sendMessage' }];
  await using fake = await fakeService(() => ({
    body: { data: rows, meta: { pagination: { per_page: 100 } } },
  }));
  const { permissions } = fake.service;
  expect(await permissions.ofRole('r')).toEqual(rows);
  expect(await permissions.ofScope('g', 'admin')).toEqual(rows);
  expect(await all(permissions.listByRole('r'))).toEqual(rows);
  expect(await all(permissions.listByScope('g', 'admin'))).toEqual(rows);
  const asked = fake.arrived.map(({ path }) => path.replace('/v3', ''));
  expect(asked.slice(0, 2)).toEqual(asked.slice(2));
});
