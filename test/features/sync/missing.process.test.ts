import { expect, test } from 'vitest';
import { type Rows, syncScenario } from './scenario/syncs.ts';

const users = (...uids: string[]): Rows => uids.map((uid) => ({ uid, name: uid.toUpperCase() }));
const GROUPS: Rows = [
  { guid: 'team', name: 'Team', type: 'public' },
  { guid: 'room', name: 'Room', type: 'public' },
];
const members = (...keys: string[]): Rows =>
  keys.map((key) => ({ guid: key.split(' ')[0], uid: key.split(' ')[1], joinedAt: 1_600_000_000 }));
const messages = (...muids: string[]): Rows =>
  muids.map((muid, index) => ({
    muid,
    sender: 'ann',
    receiver: 'team',
    receiverType: 'group',
    sentAt: 1_700_000_000 + index,
    text: `text ${muid}`,
  }));
const ALL = {
  users: users('ann', 'bob', 'cid', 'dot'),
  groups: GROUPS,
  members: members('team ann', 'team bob', 'room cid'),
  messages: messages('M-1', 'M-2', 'M-3'),
};
const LESS = {
  users: users('ann', 'bob', 'cid'),
  groups: GROUPS.slice(0, 1),
  members: members('team ann'),
  messages: messages('M-1', 'M-2'),
};
const NAMES = ['users', 'groups', 'members', 'messages'] as const;

test('missing rows are kept by default', async () => {
  await using scenario = await syncScenario(NAMES);
  await scenario.sync(ALL);
  const { report, writes } = await scenario.sync(LESS);
  expect(writes).toBe(0);
  expect(report.missing).toMatchObject({
    users: { kept: 1, deleted: 0 },
    groups: { kept: 1 },
    members: { kept: 2 },
    messages: { kept: 1 },
  });
  expect((await scenario.service.users.get('dot')).name).toBe('DOT');
  expect((await scenario.sync(ALL)).writes).toBe(0);
});

test.each(['deactivate', 'delete'] as const)(
  '%s: never a user that existed before, even if the answer that said so was lost',
  async (onMissing) => {
    await using scenario = await syncScenario(
      ['users'],
      { sync: `{ onMissing: ${onMissing} }` },
      'reset-afterx1@/data_import/users',
    );
    // Only an import says when a user was created, and the fault waits for the first one of users.
    await scenario.service.dataImport.messages([
      {
        muid: 'X-1',
        sender: 'old',
        receiver: 'far',
        receiverType: 'user',
        type: 'text',
        sentAt: 1_600_000_000,
        data: { text: 'before' },
        senderUserDetails: { uid: 'old', name: 'OLD', createdAt: 1_500_000_000 },
        receiverUserDetails: { uid: 'far', name: 'FAR' },
      },
    ]);
    await scenario.sync({ users: users('ann', 'dot', 'old') });
    const { report } = await scenario.sync({ users: users('ann') });
    const gone = onMissing === 'delete' ? { deleted: 1 } : { deactivated: 1 };
    expect(report.missing).toMatchObject({ users: { kept: 1, ...gone } });
    expect((await scenario.service.users.get('old')).deactivatedAt).toBeUndefined();
  },
);

test('deactivated: only users, in one sync after the other, each within its limit', async () => {
  await using scenario = await syncScenario(NAMES, { sync: '{ onMissing: deactivate, maxDelete: 1 }' });
  await scenario.sync(ALL);
  const { report, writes } = await scenario.sync({ ...LESS, members: ALL.members });
  expect(report.missing).toMatchObject({
    users: { deactivated: 1 },
    groups: { kept: 1 },
    messages: { kept: 1 },
  });
  expect(writes).toBe(1);
  expect((await scenario.run()).writes).toBe(0);
  expect((await scenario.plan()).cost).toMatchObject({ batches: 0, single: 0 });
  // One more user is the limit, and one is deactivated.
  const second = await scenario.sync({ ...LESS, users: users('ann', 'cid'), members: ALL.members });
  expect(second.writes).toBe(1);
  expect((await scenario.run()).writes).toBe(0);
  const back = await scenario.sync(ALL);
  expect(back.report.entities.users).toMatchObject({ updated: 2, unchanged: 2 });
  expect(await scenario.service.users.get('dot')).toMatchObject({ name: 'DOT' });
  expect(await scenario.differences()).toBe(0);
});

test('deleted in an order that leaves no reference to a deleted row, and created again when they come back', async () => {
  await using scenario = await syncScenario(NAMES, { sync: '{ onMissing: delete }' });
  await scenario.sync(ALL);
  const { report } = await scenario.sync(LESS);
  expect(report.missing).toMatchObject({
    users: { deleted: 1, kept: 0, failed: 0 },
    groups: { deleted: 1 },
    members: { deleted: 2 },
    messages: { deleted: 1 },
  });
  expect((await Array.fromAsync(scenario.service.users.list())).map(({ uid }) => uid).sort()).toEqual([
    'ann',
    'bob',
    'cid',
  ]);
  expect((await Array.fromAsync(scenario.service.groups.list())).map(({ guid }) => guid)).toEqual(['team']);
  expect(await scenario.differences()).toBe(0);
  expect((await scenario.run()).writes).toBe(0);
  const back = await scenario.sync(ALL);
  expect(back.report.entities.users).toMatchObject({ created: 1, unchanged: 3 });
  expect(back.report.entities.members).toMatchObject({ created: 2, unchanged: 1 });
  expect(back.report.entities.messages).toMatchObject({ created: 1, unchanged: 2 });
  expect(await scenario.differences()).toBe(0);
  expect((await scenario.run()).writes).toBe(0);
});

test('rows that existed before are updated and never removed', async () => {
  await using scenario = await syncScenario(NAMES, { sync: '{ onMissing: delete }' });
  await scenario.service.users.create({ uid: 'dot', name: 'Somebody' });
  await scenario.service.groups.create({ guid: 'room', name: 'Old room', type: 'public' });
  const first = await scenario.sync(ALL);
  expect(first.report.entities.users).toMatchObject({ created: 3, updated: 1 });
  expect(await scenario.service.users.get('dot')).toMatchObject({ name: 'DOT' });
  const { report } = await scenario.sync(LESS);
  expect(report.missing?.users).toMatchObject({ deleted: 0 });
  expect(await scenario.service.users.get('dot')).toMatchObject({ name: 'DOT' });
  expect(await scenario.service.groups.get('room')).toMatchObject({ name: 'Room' });
  expect((await scenario.run()).writes).toBe(0);
});

test('a row without a readable key stops removals; a row that is invalid otherwise is not missing', async () => {
  await using scenario = await syncScenario(NAMES, { sync: '{ onMissing: delete }' });
  await scenario.sync(ALL);
  scenario.put({ ...LESS, users: [...LESS.users, { uid: '', name: 'Nobody knows' }] });
  const unknown = await scenario.run();
  expect(unknown.exitCode).toBe(4);
  expect(unknown.report.missing?.users).toMatchObject({ kept: 1, deleted: 0 });
  expect(unknown.report.warnings.join()).toContain('1 missing users are kept, because 1 rows cannot be read');
  expect(await scenario.service.users.get('dot')).toMatchObject({ name: 'DOT' });

  scenario.put({
    ...ALL,
    messages: ALL.messages.map((row, index) => (index === 1 ? { ...row, sentAt: 'when?' } : row)),
  });
  const wrong = await scenario.run();
  expect(wrong.exitCode).toBe(4);
  expect(wrong.report.missing?.messages).toMatchObject({ kept: 0, deleted: 0 });
  const stored = await Array.fromAsync(scenario.service.messages.list({ category: 'message' }));
  expect(stored.map(({ muid }) => muid).sort()).toEqual(['M-1', 'M-2', 'M-3']);
  scenario.put({
    ...ALL,
    users: ALL.users.map((row) => (row['uid'] === 'dot' ? { uid: 'DOT', name: '' } : row)),
  });
  expect((await scenario.run()).report.missing?.users).toMatchObject({ deleted: 0 });
  expect((await scenario.sync(ALL)).writes).toBe(0);
});
