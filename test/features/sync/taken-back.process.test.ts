import { expect, test } from 'vitest';
import { sized } from '../../support/long-form.ts';
import { afterRequests, expectInSync, stopWhen, undoCommand } from './scenario/killing.ts';
import { type Export, type Rows, syncScenario } from './scenario/syncs.ts';

/** A killed sync run was doing something that the next export reverts. */

const NAMES = ['users', 'groups', 'members', 'messages'] as const;
const COUNT = 120;
const LIMITS = 'batch: 10';

/** Rows by number; `undefined` cells are absent. */
const some = (row: (n: number) => Rows[number], from = 0, to = COUNT): Rows =>
  Array.from({ length: to - from }, (_, index) => row(from + index));
/** A cell that is empty would leave a deactivated user as it is. */
const ACTIVE = { deactivatedAt: 'never' };
const users = (name: string, more: Rows[number] = ACTIVE): Rows =>
  some((n) => ({ uid: `u-${n}`, name: `${n < 50 ? name : 'User'} ${n}`, ...(n < 50 ? more : ACTIVE) }));
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
    muid: `m-${n}`,
    sender: `u-${n}`,
    text: `${n < 50 ? text : 'text'} ${n}`,
    sentAt: 1_700_000_000 + n,
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
    'groups are deleted with their members and messages',
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
    'users are deleted with their memberships and messages',
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
])(
  'killed while %s, then reverted: in the end the service equals the export',
  async (_, sync, other, kind, count) => {
    await using scenario = await syncScenario(NAMES, { sync, limits: LIMITS });
    await scenario.sync(BASE);
    scenario.put(other);
    await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, kind, count));
    await expectInSync(scenario, BASE);
    if (sized(true, false)) return;
    scenario.put(other);
    await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, kind, count));
    await scenario.sync(other);
    await expectInSync(scenario, BASE);
  },
);

test('killed while missing users are deactivated, then reverted: in the end the service equals the export', async () => {
  await using scenario = await syncScenario(['users'], { sync: '{ onMissing: deactivate, maxDelete: 90% }' });
  const all = { users: users('User') };
  await scenario.sync(all);
  scenario.put({ users: away(all.users, 50) });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^DELETE .*users/, 1));
  await expectInSync(scenario, all);
});

test.each([
  ['deactivated', { deactivatedAt: '2023-11-15T00:00:00Z' }, undefined],
  ['reactivated', ACTIVE, { deactivatedAt: '2023-11-15T00:00:00Z' }],
] as const)(
  'killed while users are %s, and then they are missing: all of them are deactivated',
  async (_, more, first) => {
    await using scenario = await syncScenario(['users'], {
      sync: '{ onMissing: deactivate, maxDelete: 90% }',
    });
    await scenario.sync({ users: users('User', first) });
    scenario.put({ users: users('User', more) });
    await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^(DELETE|PUT) .*users/, 20));
    const { report } = await scenario.sync({ users: away(users('User'), 50) });
    expect(report.missing?.users?.failed).toBe(0);
    const active = await Array.fromAsync(scenario.service.users.list({ perPage: 1_000 }));
    expect(active.length).toBe(COUNT - 50);
  },
);

test('killed while rows are created, then while they are changed, then reverted: in the end the service equals the export', async () => {
  await using scenario = await syncScenario(['users'], { limits: LIMITS });
  const before = { users: users('User') };
  scenario.put(before);
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /data_import/, 8));
  scenario.put({ users: users('Person', { deactivatedAt: '2023-11-15T00:00:00Z' }) });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^PUT .*users.u/, 8));
  await expectInSync(scenario, before);
});

test('a killed undo, then a sync: all rows exist again', async () => {
  await using scenario = await syncScenario(NAMES, { limits: LIMITS });
  await scenario.sync(BASE);
  for (const count of [10, 60]) {
    await stopWhen(
      scenario,
      'SIGKILL',
      afterRequests(scenario, /^DELETE /, count),
      await undoCommand(scenario),
    );
    await expectInSync(scenario, BASE);
  }
});
