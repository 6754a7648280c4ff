import { expect, test } from 'vitest';
import { csv, type Export, ndjson, type Rows, syncScenario } from './scenario/syncs.ts';

const USERS: Rows = [
  {
    uid: 'ann',
    name: 'Ann',
    avatar: 'https://a.example/1.png',
    link: 'https://a.example/ann',
    metadata: { team: 'a', level: { n: 1, m: 2 } },
    tags: 'x|y',
    createdAt: 1_600_000_000,
  },
  { uid: 'bob', name: 'Bob' },
  { uid: 'cid', name: 'Cid', tags: 'z' },
];
const GROUPS: Rows = [
  {
    guid: 'team',
    name: 'Team',
    type: 'public',
    icon: 'https://a.example/t.png',
    owner: 'ann',
    metadata: { f: 1 },
    tags: 'q',
  },
  { guid: 'room', name: 'Room', type: 'private' },
];
const MEMBERS: Rows = [
  { guid: 'team', uid: 'ann', scope: 'admin', joinedAt: 1_600_000_100 },
  { guid: 'team', uid: 'bob', scope: 'participant', joinedAt: 1_600_000_100 },
  { guid: 'team', uid: 'cid', scope: 'moderator', joinedAt: 1_600_000_100 },
];
const message = (index: number, text: string, more: object = {}) => ({
  muid: `M-${index}`,
  sender: ['ann', 'bob', 'cid'][index % 3],
  receiver: index % 2 ? 'team' : ['bob', 'cid', 'ann'][index % 3],
  receiverType: index % 2 ? 'group' : 'user',
  sentAt: 1_700_000_000 + index,
  text,
  ...more,
});
const MESSAGES: Rows = [
  ...Array.from({ length: 8 }, (_, index) => message(index, `text ${index}, "so"`)),
  message(8, 'with more', { metadata: { a: { c: 1, b: 2 } }, tags: 'one|two' }),
];
const ALL = { users: USERS, groups: GROUPS, members: MEMBERS, messages: MESSAGES };

const replaced = (rows: Rows, at: number, change: object): Rows =>
  rows.map((row, index) => (index === at ? { ...row, ...change } : row));

test('new, changed and unchanged rows of every entity, each with as few requests as possible', async () => {
  await using scenario = await syncScenario(['users', 'groups', 'members', 'messages']);
  const first = await scenario.sync(ALL);
  expect(first.report.requests).toMatchObject({ sent: 4, floor: 4 });
  expect(first.writes).toBe(4);
  expect((await scenario.sync(ALL)).writes).toBe(0);

  // Removed, added and changed fields, in one row of each entity.
  const second = {
    users: [
      ...replaced(USERS, 0, {
        name: 'Anna',
        avatar: undefined,
        link: undefined,
        metadata: undefined,
        tags: undefined,
      }),
      { uid: 'dot', name: 'Dot' },
    ],
    groups: replaced(GROUPS, 0, {
      name: 'The team',
      icon: undefined,
      metadata: undefined,
      tags: undefined,
      owner: 'bob',
    }),
    members: replaced(MEMBERS, 1, { scope: 'moderator' }),
    messages: [
      ...replaced(replaced(MESSAGES, 1, { text: 'edited' }), 8, { metadata: undefined, tags: undefined }),
      message(9, 'late', { sentAt: 1_650_000_000 }),
    ],
  };
  const { report, writes } = await scenario.sync(second);
  expect(report.entities.users).toMatchObject({ read: 4, created: 1, updated: 1, unchanged: 2 });
  expect(report.entities.groups).toMatchObject({ read: 2, created: 0, updated: 1, unchanged: 1 });
  expect(report.entities.members).toMatchObject({ read: 3, created: 0, updated: 1, unchanged: 2 });
  expect(report.entities.messages).toMatchObject({ read: 10, created: 1, updated: 2, unchanged: 7 });
  expect(report.balanced).toBe(true);
  expect(writes).toBe(7);
  expect(report.requests).toMatchObject({ sent: 7, floor: 7 });
  const anna = await scenario.service.users.get('ann');
  expect(anna).toMatchObject({ name: 'Anna', createdAt: 1_600_000_000 });
  for (const field of ['avatar', 'link', 'metadata'] as const) expect(anna[field]).toBeUndefined();
  expect(anna.tags ?? []).toEqual([]);
  const team = await scenario.service.groups.get('team');
  expect(team).toMatchObject({ name: 'The team', owner: 'bob' });
  expect([team.icon, team.metadata]).toEqual([undefined, undefined]);
  const listed = await Array.fromAsync(scenario.service.messages.list({ category: 'message', limit: 100 }));
  const emptied = listed.find(({ muid }) => muid === 'M-8');
  expect([emptied?.data?.metadata ?? {}, emptied?.tags ?? []]).toEqual([{}, []]);
  expect(await scenario.differences()).toBe(0);
  expect((await scenario.run()).writes).toBe(0);
});

test('users are deactivated and reactivated, members are banned and unbanned', async () => {
  await using scenario = await syncScenario(['users', 'groups', 'members']);
  // An empty cell reactivates and unbans nobody: the words for it do.
  const users = USERS.map((row) => ({ ...row, deactivatedAt: 'never' }));
  const listed = MEMBERS.map((row) => ({ ...row, isBanned: false }));
  const rows = { users, groups: GROUPS, members: listed };
  await scenario.sync(rows);
  const members = async (): Promise<string[]> => {
    const found = await Array.fromAsync(scenario.service.members.list('team'));
    return found.map(({ uid, scope }) => `${uid} ${scope}`).sort();
  };
  const away = { ...rows, users: replaced(users, 1, { deactivatedAt: 1_700_000_000 }) };
  expect((await scenario.sync(away)).report.entities.users).toMatchObject({ updated: 1, unchanged: 2 });
  expect(await scenario.differences()).toBe(0);
  expect((await scenario.run()).writes).toBe(0);
  // The service does not accept a later change of the time.
  const later = { ...rows, users: replaced(users, 1, { deactivatedAt: 1_700_000_999 }) };
  expect((await scenario.sync(later)).writes).toBe(0);
  const renamed = { ...rows, users: replaced(users, 1, { deactivatedAt: 1_700_000_000, name: 'Robert' }) };
  expect((await scenario.sync(renamed)).report.entities.users.updated).toBe(1);
  expect((await scenario.service.users.get('cid')).deactivatedAt).toBeUndefined();
  expect(await scenario.differences()).toBe(0);
  expect((await scenario.sync(rows)).report.entities.users.updated).toBe(1);
  expect(await scenario.service.users.get('bob')).toMatchObject({ name: 'Bob' });

  const banned = { ...rows, members: replaced(listed, 1, { isBanned: true }) };
  expect((await scenario.sync(banned)).report.entities.members).toMatchObject({ updated: 1, unchanged: 2 });
  expect(await members()).toEqual(['ann admin', 'cid moderator']);
  expect(await scenario.differences()).toBe(0);
  const stillBanned = { ...rows, members: replaced(listed, 1, { isBanned: true, scope: 'moderator' }) };
  await scenario.sync(stillBanned);
  expect(await members()).toEqual(['ann admin', 'cid moderator']);
  expect((await scenario.run()).writes).toBe(0);
  expect((await scenario.sync(rows)).report.entities.members.updated).toBe(1);
  expect(await members()).toEqual(['ann admin', 'bob participant', 'cid moderator']);
  expect(await scenario.differences()).toBe(0);
});

test('the same rows in another notation send nothing', async () => {
  await using scenario = await syncScenario(['users', 'groups', 'members', 'messages']);
  await scenario.sync(ALL);
  const unchanged = async (rows: Export, what: string): Promise<void> => {
    const { writes, report } = await scenario.sync(rows);
    expect([what, writes]).toEqual([what, 0]);
    expect([what, report.entities.messages.unchanged]).toEqual([what, MESSAGES.length]);
    expect([what, report.balanced]).toEqual([what, true]);
  };
  const reversed = (rows: Rows): string => csv(rows, [...new Set(rows.flatMap(Object.keys))].reverse());
  await unchanged(
    {
      users: reversed(USERS),
      groups: reversed(GROUPS),
      members: reversed(MEMBERS),
      messages: reversed(MESSAGES),
    },
    'columns in another order',
  );
  const lists = (rows: Rows): Rows =>
    rows.map((row) => (typeof row['tags'] === 'string' ? { ...row, tags: row['tags'].split('|') } : row));
  await unchanged(
    {
      users: ndjson(lists(USERS)),
      groups: ndjson(lists(GROUPS)),
      members: ndjson(MEMBERS),
      messages: ndjson(lists(MESSAGES)),
    },
    'CSV to NDJSON',
  );
  const shuffled = (rows: Rows): Rows => [...rows].reverse();
  await unchanged(
    {
      users: shuffled(USERS),
      groups: shuffled(GROUPS),
      members: shuffled(MEMBERS),
      messages: shuffled(MESSAGES),
    },
    'rows in another order',
  );
  await unchanged({ ...ALL, messages: [MESSAGES.slice(0, 4), MESSAGES.slice(4)] }, 'split in two');
  await unchanged(
    { ...ALL, messages: [MESSAGES.slice(4), MESSAGES.slice(0, 4)] },
    'split, in the other order',
  );
  scenario.describe({ maps: { users: '{ name: fullName }' } });
  const renamed = USERS.map(({ name, ...row }) => ({ ...row, fullName: name }));
  await unchanged({ ...ALL, users: renamed }, 'a header renamed through map');
  await unchanged({ ...ALL, users: csv(renamed).replaceAll('\n', '\r\n') }, 'other line ends');
  scenario.describe({});
  const spaced = JSON.stringify({ level: { m: 2, n: 1 }, team: 'a' }, null, 1);
  await unchanged({ ...ALL, users: replaced(USERS, 0, { metadata: spaced }) }, 'metadata in another order');
  expect(await scenario.differences()).toBe(0);
});
