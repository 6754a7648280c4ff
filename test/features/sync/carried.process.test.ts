import { expect, test } from 'vitest';
import { afterRequests, expectInSync, stopWhen } from './scenario/killing.ts';
import { type Rows, syncScenario } from './scenario/syncs.ts';

/** Rows that go with a deleted group or user, although they are still in the sources. */

const users = (from: number, to: number, name = 'User'): Rows =>
  Array.from({ length: to - from }, (_, n) => ({ uid: `u-${from + n}`, name: `${name} ${from + n}` }));
const DELETE = { sync: '{ onMissing: delete, maxDelete: 90% }' };

const GROUPS: Rows = [
  { guid: 'team', name: 'Team', type: 'public' },
  { guid: 'room', name: 'Room', type: 'public' },
];
const ALL = {
  users: users(0, 3),
  groups: GROUPS,
  members: [
    { guid: 'team', uid: 'u-0', joinedAt: 1_600_000_000 },
    { guid: 'room', uid: 'u-1', joinedAt: 1_600_000_000 },
    { guid: 'room', uid: 'u-2', joinedAt: 1_600_000_000 },
  ],
  messages: [0, 1, 2].map((n) => ({
    muid: `m-${n}`,
    sender: 'u-1',
    receiver: 'room',
    receiverType: 'group',
    sentAt: 1_700_000_000 + n,
    text: `text ${n}`,
  })),
};
const NAMES = ['users', 'groups', 'members', 'messages'] as const;

test('a group is missing from one export while its members stay in it, and comes back', async () => {
  await using scenario = await syncScenario(NAMES, DELETE);
  await scenario.sync(ALL);
  scenario.put({ ...ALL, groups: GROUPS.slice(0, 1) });
  await scenario.run();
  await expectInSync(scenario, ALL);
});

test('a user is missing from one export while the memberships stay in it, and comes back', async () => {
  await using scenario = await syncScenario(NAMES, DELETE);
  await scenario.sync(ALL);
  scenario.put({ ...ALL, users: users(0, 2) });
  await scenario.run();
  await expectInSync(scenario, ALL);
});

test('a group is deleted while a member cannot be read, and comes back', async () => {
  await using scenario = await syncScenario(NAMES, DELETE);
  await scenario.sync(ALL);
  scenario.put({
    ...ALL,
    groups: GROUPS.slice(0, 1),
    members: [ALL.members[0] as never, { guid: '', uid: '' }],
    messages: [{ ...ALL.messages[0], receiver: 'team', muid: 'm-9' }],
  });
  await scenario.run();
  await expectInSync(scenario, ALL);
});

test('a group with its owner is deleted through the ordinary API and comes back', async () => {
  await using scenario = await syncScenario(NAMES, { api: 'rest', ...DELETE });
  const all = {
    users: users(0, 3),
    groups: GROUPS.map((row) => ({ ...row, owner: 'u-0' })),
    members: [
      { guid: 'team', uid: 'u-0', scope: 'admin' },
      { guid: 'room', uid: 'u-0', scope: 'participant' },
      { guid: 'room', uid: 'u-1', scope: 'moderator' },
    ],
    messages: [
      {
        muid: 'm-0',
        sender: 'u-0',
        receiver: 'room',
        receiverType: 'group',
        sentAt: 1_700_000_000,
        text: 'hi',
      },
    ],
  };
  await scenario.sync(all);
  expect(await scenario.differences()).toBe(0);
  await scenario.sync({
    ...all,
    groups: all.groups.slice(0, 1),
    members: all.members.slice(0, 1),
    messages: [{ ...all.messages[0], muid: 'm-1', receiver: 'team' }],
  });
  expect(await scenario.differences()).toBe(0);
  await scenario.sync(all);
  expect(await scenario.differences()).toBe(0);
  expect((await scenario.run()).writes).toBe(0);
});

test('a member added by others stays, though its group was about to be deleted', async () => {
  await using scenario = await syncScenario(NAMES, DELETE);
  await scenario.sync(ALL);
  await scenario.service.members.add('room', { participants: ['u-0'] });
  const talk = users(0, 60).map((_, n) => ({
    muid: `d-${n}`,
    sender: 'u-0',
    receiver: 'u-1',
    receiverType: 'user',
    sentAt: 1_700_000_100 + n,
    text: `text ${n}`,
  }));
  const both = {
    ...ALL,
    members: [...ALL.members, { guid: 'room', uid: 'u-0' }],
    messages: [...ALL.messages, ...talk],
  };
  await scenario.sync(both);
  scenario.put({
    ...both,
    groups: GROUPS.slice(0, 1),
    members: both.members.slice(0, 1),
    messages: talk.slice(30),
  });
  // All rows are marked as leaving before the first removal, and the group comes after the messages.
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^DELETE /, 1));
  expect(scenario.requests.filter((each) => /^DELETE .*groups/.test(each))).toEqual([]);
  await scenario.sync(both);
  await scenario.sync({ ...ALL, messages: both.messages });
  const members = await Array.fromAsync(scenario.service.members.list('room'));
  expect(members.map(({ uid }) => uid).sort()).toEqual(['u-0', 'u-1', 'u-2']);
});
