import { expect, test } from 'vitest';
import { agrees, endedWhen, requestsOf, undoing } from './scenario/killing.ts';
import { type Export, nights, type Rows } from './scenario/syncs.ts';

/** What a night was about to do when it was killed is not what the next one is asked to do. */

const NAMES = ['users', 'groups', 'members', 'messages'] as const;
const COUNT = 120;
const LIMITS = 'batch: 10';

/** Rows by number; `undefined` cells are absent. */
const some = (row: (n: number) => Rows[number], from = 0, to = COUNT): Rows =>
  Array.from({ length: to - from }, (_, index) => row(from + index));
const users = (name: string, more: Rows[number] = {}): Rows =>
  some((n) => ({ uid: `u-${n}`, name: `${n < 50 ? name : 'User'} ${n}`, ...(n < 50 ? more : {}) }));
const groups = (name: string): Rows =>
  some((n) => ({ guid: `g-${n}`, name: `${n < 15 ? name : 'Group'} ${n}`, type: 'public' }), 0, 40);
const members = (scope: string, isBanned = false): Rows =>
  some((n) => ({
    guid: `g-${n % 40}`,
    uid: `u-${n}`,
    joinedAt: 1_600_000_000,
    scope: n < 50 ? scope : 'participant',
    isBanned: n < 50 && isBanned,
  }));
const messages = (text: string): Rows =>
  some((n) => ({
    ...{
      muid: `m-${n}`,
      sender: `u-${n}`,
      text: `${n < 50 ? text : 'text'} ${n}`,
      sentAt: 1_700_000_000 + n,
    },
    ...(n % 2 === 0
      ? { receiver: `g-${n % 40}`, receiverType: 'group' }
      : { receiver: `u-${n - 1}`, receiverType: 'user' }),
  }));
const BASE: Export = {
  users: users('User'),
  groups: groups('Group'),
  members: members('participant'),
  messages: messages('text'),
};
const away = (rows: Rows, from: number): Rows => rows.slice(from);

test.each<readonly [string, string, Export, RegExp, number]>([
  ['users are changed', '{}', { ...BASE, users: users('Person') }, /^PUT .*users/, 20],
  ['groups are changed', '{}', { ...BASE, groups: groups('Room') }, /^PUT .*groups/, 10],
  ['scopes are changed', '{}', { ...BASE, members: members('moderator') }, /^PUT .*members/, 20],
  ['messages are edited', '{}', { ...BASE, messages: messages('edited') }, /^PUT .*messages/, 20],
  [
    'users are deactivated',
    '{}',
    { ...BASE, users: users('User', { deactivatedAt: '2023-11-15T00:00:00Z' }) },
    /^DELETE .*users/,
    20,
  ],
  ['members are banned', '{}', { ...BASE, members: members('moderator', true) }, /banned/, 20],
  [
    'missing messages are deleted',
    '{ onMissing: delete, maxDelete: 90% }',
    { ...BASE, messages: away(BASE.messages as Rows, 100) },
    /^DELETE .*messages/,
    30,
  ],
  [
    'missing members are removed',
    '{ onMissing: delete, maxDelete: 90% }',
    { ...BASE, members: away(BASE.members as Rows, 100) },
    /^DELETE .*members/,
    30,
  ],
  [
    'groups are deleted with all that is in them',
    '{ onMissing: delete, maxDelete: 90% }',
    {
      ...BASE,
      groups: away(BASE.groups as Rows, 30),
      members: (BASE.members as Rows).filter((_, n) => n % 40 >= 30),
      messages: (BASE.messages as Rows).filter((_, n) => n % 2 === 1 || n % 40 >= 30),
    },
    /^DELETE .*groups/,
    8,
  ],
  [
    'users are deleted with all that is theirs',
    '{ onMissing: delete, maxDelete: 90% }',
    {
      users: away(BASE.users as Rows, 80),
      groups: BASE.groups as Rows,
      members: away(BASE.members as Rows, 80),
      messages: away(BASE.messages as Rows, 81),
    },
    /^DELETE .*users/,
    15,
  ],
])('killed while %s, and taken back: in the end it agrees', async (_, sync, other, kind, count) => {
  await using own = await nights(NAMES, { sync, limits: LIMITS });
  await own.night(BASE);
  own.put(other);
  await endedWhen(own, 'SIGKILL', requestsOf(own, kind, count));
  await agrees(own, BASE);
  own.put(other);
  await endedWhen(own, 'SIGKILL', requestsOf(own, kind, count));
  await own.night(other);
  await agrees(own, BASE);
});

test('killed while missing users are deactivated, and taken back: in the end it agrees', async () => {
  await using own = await nights(['users'], { sync: '{ onMissing: deactivate, maxDelete: 90% }' });
  const all = { users: users('User') };
  await own.night(all);
  own.put({ users: away(all.users, 50) });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE .*users/, 1));
  await agrees(own, all);
});

test.each([
  ['deactivated', { deactivatedAt: '2023-11-15T00:00:00Z' }, undefined],
  ['taken into use', {}, { deactivatedAt: '2023-11-15T00:00:00Z' }],
] as const)(
  'killed while users are %s, and then they are missing: all of them end deactivated',
  async (_, more, first) => {
    await using own = await nights(['users'], { sync: '{ onMissing: deactivate, maxDelete: 90% }' });
    await own.night({ users: users('User', first) });
    own.put({ users: users('User', more) });
    await endedWhen(own, 'SIGKILL', requestsOf(own, /^(DELETE|PUT) .*users/, 20));
    const { report } = await own.night({ users: away(users('User'), 50) });
    expect(report.missing?.users?.failed).toBe(0);
    const active = await Array.fromAsync(own.service.users.list({ perPage: 1_000 }));
    expect(active.length).toBe(COUNT - 50);
  },
);

test('killed while rows are created, then while they are changed, and taken back: in the end it agrees', async () => {
  await using own = await nights(['users'], { limits: LIMITS });
  const before = { users: users('User') };
  own.put(before);
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 8));
  own.put({ users: users('Person', { deactivatedAt: '2023-11-15T00:00:00Z' }) });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^PUT .*users.u/, 8));
  await agrees(own, before);
});

test('an undo that is killed, and a night after it: all is there again', async () => {
  await using own = await nights(NAMES, { limits: LIMITS });
  await own.night(BASE);
  for (const count of [10, 60]) {
    await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE /, count), await undoing(own));
    await agrees(own, BASE);
  }
});
