import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreNames } from '../../../src/input/entities/entity.ts';
import { type Export, type Rows, type SyncScenario, syncScenario } from '../sync/scenario/syncs.ts';
import { acknowledgedKeys } from './acknowledged-keys.ts';
import { runHere, verified } from './migrated.ts';

const AT = 1_700_000_000;
const users = (...uids: readonly string[]): Rows =>
  uids.map((uid) => ({ uid, name: uid.toUpperCase(), metadata: { from: uid }, tags: ['b', 'a'] }));
const groups = (...guids: readonly string[]): Rows =>
  guids.map((guid) => ({ guid, name: guid, owner: 'ann', createdAt: AT - 1_000 }));
const members = (...keys: readonly string[]): Rows =>
  keys.map((key) => ({ guid: key.split(' ')[0], uid: key.split(' ')[1], joinedAt: AT - 500 }));
/** One message for each `muid sender receiver`; a receiver with a dash is a group. */
const messages = (...keys: readonly string[]): Rows =>
  keys.map((key, index) => {
    const [muid, sender, receiver = ''] = key.split(' ');
    const receiverType = receiver.startsWith('g-') ? 'group' : 'user';
    return { muid, sender, receiver, receiverType, sentAt: AT + index, text: `text of ${muid}` };
  });

const ALL = {
  users: users('ann', 'ben', 'leaver'),
  groups: groups('g-stays', 'g-leaves'),
  members: members('g-stays ben', 'g-stays leaver', 'g-leaves ann'),
  messages: messages('M1 ann ben', 'M2 leaver g-stays', 'M3 ann g-leaves', 'M4 ben leaver', 'M5 ann g-stays'),
};
/** A user and a group have left, while their members and messages are still exported. */
const LEFT = { ...ALL, users: users('ann', 'ben'), groups: groups('g-stays') };

/** The number of rows that the service has, without those that it writes itself: owners who join, actions. */
async function stored({ service }: SyncScenario): Promise<number> {
  let rows = 0;
  for await (const _ of service.users.list({ withDeactivated: true })) rows++;
  for await (const { guid } of service.groups.list()) {
    rows++;
    for await (const { uid } of service.members.list(guid)) if (uid !== 'ann' || guid === 'g-leaves') rows++;
  }
  for await (const _ of service.messages.list({ category: 'message' })) rows++;
  return rows;
}

test.each([
  ['keep', 13],
  ['deactivate', 13],
  ['delete', 8],
] as const)(
  'a user and a group leave, %s: what is still in the service is compared',
  async (onMissing, left) => {
    await using scenario = await syncScenario(coreNames, {
      sync: `{ onMissing: ${onMissing}, maxDelete: 90% }`,
    });
    await scenario.sync(ALL);
    scenario.put(LEFT);
    // Rows that still name who has left are refused in the same night.
    const ended = await scenario.run();
    const codes = ended.report.problems.map(({ code }) => code);
    expect([ended.exitCode, codes]).toEqual(onMissing === 'delete' ? [4, ['REFERENCE.UNKNOWN']] : [0, []]);
    const keys = acknowledgedKeys(scenario.state);
    expect(keys).toHaveLength(left);
    expect(await stored(scenario)).toBe(left);
    const { exitCode, report, differences } = await verified(scenario.pipeline);
    expect({ exitCode, differences }).toEqual({ exitCode: 0, differences: [] });
    expect(report.verified).toEqual({ same: left, of: left });
    expect(report.acknowledged).toMatchObject({ rows: left, compared: left });
  },
);

test('rows that left and are kept: what somebody does to them afterwards is found', async () => {
  await using scenario = await syncScenario(coreNames);
  await scenario.sync(ALL);
  await scenario.sync({ ...LEFT, messages: ALL.messages.slice(0, 2) });
  const { service } = scenario;
  const ids = new Map<string, string>();
  for await (const { muid, id } of service.messages.list({ category: 'message' })) ids.set(muid ?? '', id);
  await service.users.update('leaver', { name: 'Somebody' });
  await service.groups.update('g-leaves', { name: 'by hand' });
  await service.members.kick('g-stays', 'leaver');
  await service.messages.update(ids.get('M3') ?? '', { data: { text: 'other' } });
  await service.messages.delete(ids.get('M5') ?? '', { permanent: true });
  const { exitCode, report, differences } = await verified(scenario.pipeline);
  expect(differences.sort()).toEqual([
    'groups * g-leaves',
    'members + g-stays_member_leaver',
    'messages * M3',
    'messages + M5',
    'users * leaver',
  ]);
  expect(exitCode).toBe(5);
  expect(report.verified).toEqual({ same: 8, of: 13 });
  expect(report.acknowledged).toMatchObject({ rows: 13, compared: 13, asSent: { 'messages.kept': 3 } });
});

test('what a service shows in another form is as it was sent, whatever the export leaves out', async () => {
  await using scenario = await syncScenario(coreNames);
  const attachment = {
    url: 'https://files.example.com/a.png',
    name: 'a',
    mimeType: 'image/png',
    extension: 'png',
  };
  const message = { sender: 'ann', receiver: 'ben', receiverType: 'user', sentAt: AT };
  // Rows with all fields: a column that is gone, or empty in every row, would stop the second sync.
  const every: Export = {
    users: [
      ...users('ann', 'ben'),
      {
        uid: 'every',
        name: 'Every',
        role: 'default',
        metadata: { a: 1 },
        tags: 'a|b',
        avatar: 'https://files.example.com/e.png',
        createdAt: AT,
        lastActiveAt: AT,
        deactivatedAt: AT,
      },
    ],
    groups: [
      { guid: 'stays', name: 'Stays' },
      { guid: 'every', name: 'Every', type: 'password', password: 'sesame', owner: 'ann' },
    ],
    members: [
      { guid: 'stays', uid: 'ann', joinedAt: AT },
      { guid: 'every', uid: 'ben', isBanned: 'true', scope: 'moderator', joinedAt: AT },
    ],
  };
  const everyMessage = {
    ...message,
    muid: 'E',
    type: 'text',
    text: 'e',
    metadata: { n: 2 },
    tags: ['q', 'r', 's'],
  };
  await scenario.sync({
    users: [
      ...(every.users as Rows),
      { uid: 'Plain', name: 'Plain' },
      {
        uid: 'full',
        name: 'Füll',
        role: 'default',
        metadata: { b: [{ y: 1, x: 2 }], a: null },
        tags: 'z|a|m',
      },
      { uid: 'off', name: 'Off', deactivatedAt: AT, createdAt: AT - 9, lastActiveAt: AT },
      { uid: 'empty', name: 'Empty', metadata: {}, tags: '[]', avatar: 'https://files.example.com/u.png' },
    ],
    groups: [
      { guid: 'secret', name: 'Secret', type: 'password', password: 'open sesame', owner: 'ann' },
      { guid: 'bare', name: 'Bare' },
      ...(every.groups as Rows),
    ],
    members: [
      ...(every.members as Rows),
      { guid: 'stays', uid: 'ben', isBanned: 'true', scope: 'moderator' },
      { guid: 'bare', uid: 'full', scope: 'moderator' },
    ],
    messages: ndjsonOf(
      { ...message, muid: 'K', text: 'stays' },
      everyMessage,
      { ...message, muid: 'Q', text: 'for <@uid:ann> https://example.com', tags: ['b', 'a'], metadata: {} },
      { ...message, muid: 'R', type: 'image', data: { attachments: [{ ...attachment, size: 12 }] } },
      {
        ...message,
        muid: 'S',
        category: 'custom',
        type: 'place',
        data: { customData: { lat: 1.5 }, x: [1, {}] },
      },
      {
        ...message,
        muid: 'T',
        receiver: 'bare',
        receiverType: 'group',
        text: 't',
        readAt: AT + 5,
        metadata: { n: 1 },
      },
    ),
  });
  await scenario.sync({
    ...every,
    messages: ndjsonOf({ ...message, muid: 'K', text: 'stays' }, everyMessage),
  });
  const { exitCode, report, differences } = await verified(scenario.pipeline);
  // Nobody can read the password of a group, so nothing proves that it is the one that was sent.
  expect({ exitCode, differences }).toEqual({ exitCode: 5, differences: ['groups ! secret'] });
  expect(report.verified).toEqual({ same: 20, of: 21 });
});

const ndjsonOf = (...rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

test('open references: rows that refer to nothing in the sources are compared like all others', async () => {
  await using scenario = await syncScenario(['users', 'messages']);
  writeFileSync(scenario.pipeline, `${readFileSync(scenario.pipeline, 'utf8')}references: open\n`);
  await scenario.service.users.create({ uid: 'there', name: 'There' });
  await scenario.sync({
    users: users('ann', 'leaver'),
    messages: messages('M1 ann there', 'M2 there leaver'),
  });
  await scenario.sync({ users: users('ann'), messages: messages('M1 ann there', 'M2 there leaver') });
  const { report, differences } = await verified(scenario.pipeline);
  expect(differences).toEqual(['users - there']);
  expect(report.verified).toEqual({ same: 4, of: 4 });
  expect((await verified(scenario.pipeline, '--one-way')).exitCode).toBe(0);
});

test('a message that has grown older than the service keeps is compared as long as it is there', async () => {
  await using scenario = await syncScenario(['users', 'messages']);
  const old = Math.floor(Date.now() / 1_000) - 100 * 86_400;
  const rows = {
    users: users('ann', 'ben'),
    messages: messages('M1 ann ben', 'M2 ben ann').map((row) => ({ ...row, sentAt: old })),
  };
  await scenario.sync(rows);
  const text = readFileSync(scenario.pipeline, 'utf8');
  writeFileSync(scenario.pipeline, `${text}retention: { messagesOlderThanDays: 50, policy: skip }\n`);
  expect((await scenario.run()).exitCode).toBe(0);
  const before = await verified(scenario.pipeline);
  expect(before.report.verified).toEqual({ same: 4, of: 4 });
  expect(before).toMatchObject({ exitCode: 0, report: { heldBack: {} } });

  for await (const { id, muid } of scenario.service.messages.list())
    if (muid === 'M1') await scenario.service.messages.delete(id, { permanent: true });
  const { exitCode, stdout } = await runHere('verify', scenario.pipeline);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/✔ verified 3 of 3 against \S+ at \S+; not compared: 1 × messages\.expired\n/);
});

test('a sample and a quick comparison say that they are no more than that', async () => {
  await using scenario = await syncScenario(coreNames);
  await scenario.sync(ALL);
  await scenario.sync(LEFT);
  for (const [option, words] of [
    [['--sample', '1'], 'in a sample of 13 acknowledged rows against'],
    [['--quick'], 'by keys, numbers of members and last messages of 13 acknowledged rows against'],
  ] as const) {
    const { exitCode, stdout } = await runHere('verify', scenario.pipeline, ...option);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining(words) });
  }
});
