import { expect, test } from 'vitest';
import { afterRequests, stopWhen } from './scenario/killing.ts';
import { type Rows, type SyncScenario, syncScenario } from './scenario/syncs.ts';

/** Changes whose answers a killed sync never read: they are in the service already, and each repetition leaves a note. */

const users: Rows = Array.from({ length: 30 }, (_, n) => ({ uid: `u-${n}`, name: `User ${n}` }));
const groups: Rows = [{ guid: 'g-1', name: 'Group', owner: 'u-0' }];
const members = (banned: number): Rows =>
  users.map(({ uid }, n) => ({ guid: 'g-1', uid, joinedAt: 1_600_000_000, isBanned: n > 0 && n <= banned }));
/** A sync that changes more than half of the rows would stop. */
const [CHANGED, BANNED] = [24, 14];
const messages = (second = false): Rows =>
  Array.from({ length: 60 }, (_, n) => ({ n, word: second && n < CHANGED ? 'second' : 'first' })).map(
    ({ n, word }) => ({
      muid: `m-${n}`,
      sender: `u-${n % 30}`,
      receiver: 'g-1',
      receiverType: 'group',
      sentAt: 1_700_000_000 + n,
      text: `${word} ${n}`,
      metadata: JSON.stringify({ n: { word } }),
      tags: 'a|b',
    }),
  );

/** The notes in the history of the group, one line each, sorted. */
const notes = async (scenario: SyncScenario): Promise<string[]> => {
  const listed = await Array.fromAsync(scenario.service.messages.list({ category: 'action', limit: 1_000 }));
  return listed
    .map(({ data }) => {
      const { action, entities } = data as {
        action: string;
        entities: { on: { entity: { muid?: string; uid?: string } } };
      };
      const { muid, uid } = entities.on.entity;
      return `${action} ${muid ?? uid}`;
    })
    .sort();
};

test('a sync killed while it edits messages: every message has one note of its edit', async () => {
  await using scenario = await syncScenario(['users', 'groups', 'messages'], {}, 'delay=30@/messages');
  await scenario.sync({ users, groups, messages: messages() });
  scenario.put({ users, groups, messages: messages(true) });
  for (const count of [5, 4, 5])
    await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^PUT .*messages/, count));
  const last = await scenario.run();
  expect(last.exitCode).toBe(0);
  expect(await notes(scenario)).toEqual(
    messages(true)
      .slice(0, CHANGED)
      .map(({ muid }) => `edited ${muid}`)
      .sort(),
  );
  expect((await scenario.run()).writes).toBe(0);
  expect(await scenario.differences()).toBe(0);
});

test('a sync killed while it bans members, or lifts bans: every member has the notes of one change', async () => {
  await using scenario = await syncScenario(['users', 'groups', 'members'], {}, 'delay=20@/groups');
  await scenario.sync({ users, groups, members: members(0) });
  scenario.put({ users, groups, members: members(BANNED) });
  for (const count of [4, 6])
    await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*bannedusers/, count));
  expect((await scenario.run()).exitCode).toBe(0);
  expect(await notes(scenario)).toEqual(
    members(BANNED)
      .filter(({ isBanned }) => isBanned)
      .map(({ uid }) => `banned ${uid}`)
      .sort(),
  );
  expect(await scenario.differences()).toBe(0);
});

test('a sync killed while it changes users and groups: what has its content already is not written again', async () => {
  await using scenario = await syncScenario(['users'], {}, 'delay=30@/users');
  await scenario.sync({ users });
  const renamed = users.map((row, n) => (n < 12 ? { ...row, name: `New ${row['uid']}` } : row));
  scenario.put({ users: renamed });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^PUT .*users/, 4));
  const done = scenario.requests.filter((one) => one.startsWith('PUT')).length;
  const rest = await scenario.run();
  expect(rest).toMatchObject({ exitCode: 0, report: { entities: { users: { read: 30, rejected: 0 } } } });
  expect(rest.writes).toBe(12 - done);
  expect(await scenario.differences()).toBe(0);
});
