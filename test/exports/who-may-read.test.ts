import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../support/service-here.ts';

const OLD = 'retention: { messagesOlderThanDays: 36500 }';

async function ofExport(
  system: string,
  files: Readonly<Record<string, string>>,
  path = 'export',
): Promise<ServiceHere> {
  return await serviceHere({ files, rest: `  export: { system: ${system}, path: ${path} }\n${OLD}` });
}

/** Who may read what: the members of every group with its type, and every message as sender, receiver and text. */
async function readable({ service }: ServiceHere): Promise<{ groups: unknown; messages: string[] }> {
  const groups: Record<string, string> = {};
  for await (const { guid, type, name } of service.groups.list()) {
    const members: string[] = [];
    for await (const { uid } of service.members.list(String(guid))) members.push(String(uid));
    groups[String(name)] = `${type}: ${members.sort().join(' ')}`;
  }
  const messages: string[] = [];
  for await (const { sender, receiver, data } of service.messages.list({ limit: 1000 }))
    messages.push(`${sender} ${receiver} ${data?.text}`);
  return { groups, messages: messages.sort() };
}

const TABLES = `CREATE TABLE users (id text, name text);
CREATE TABLE rooms (id int, type text, name text);
CREATE TABLE room_members (room_id int, user_id text, left_at timestamptz);
CREATE TABLE messages (id int, room_id int, sender_id text, body text, created_at int);
INSERT INTO users VALUES ('ann','Ann'),('bob','Bob'),('cyd','Cyd');
INSERT INTO rooms VALUES (1,'dm',NULL),(2,'dm',NULL),(3,'dm',NULL);
INSERT INTO room_members VALUES (1,'ann',NULL),(1,'bob','2025-02-01 00:00:00+00'),
 (2,'ann',NULL),(2,'bob',NULL),(2,'cyd','2025-02-01 00:00:00+00'),(3,'ann',NULL),(3,'cyd',NULL);
INSERT INTO messages VALUES (1,1,'ann','to bob',1735689600),(2,1,'bob','to ann',1735689601),
 (3,2,'cyd','to both',1735689602),(4,2,'ann','to both, too',1735689603);
`;

test.each([
  ['with a type', TABLES, 'Ann, Bob, Cyd'],
  ['without one', TABLES.replace('type text', 'color text'), '2'],
])('a conversation of two or three stays one when one of them has left: %s', async (_of, dump, name) => {
  await using here = await ofExport('sql', { 'export/chat.sql': dump });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.export?.kinds.members?.dropped).toEqual({ left: 1 });
  const { groups, messages } = await readable(here);
  expect(groups).toEqual({ [name]: 'private: ann bob' });
  expect(messages.filter((each) => !each.includes('both'))).toEqual(['ann bob to bob', 'bob ann to ann']);
  expect(messages.filter((each) => each.includes('both'))).toHaveLength(2);
});

test('whoever declined an invitation is no reason to write to the conversation of the other two', async () => {
  const channel = { channel_type: 'messaging', channel_id: '!members-x' };
  const member = (user_id: string, more = {}) => ({ type: 'member', data: { ...channel, user_id, ...more } });
  const at = '2025-01-01T00:00:00Z';
  const rows = [
    ...['ann', 'bob', 'cyd'].map((id) => ({ type: 'user', data: { id, name: id } })),
    { type: 'channel', data: { type: 'messaging', id: '!members-x', created_at: at } },
    member('ann'),
    member('bob'),
    member('cyd', { invited: true, invite_rejected_at: at }),
    { type: 'message', data: { id: 'm', ...channel, user: 'ann', text: 'all', created_at: at } },
  ];
  await using here = await ofExport('stream', {
    'export/a.jsonl': rows.map((row) => JSON.stringify(row)).join('\n'),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.members).toMatchObject({
    read: 3,
    imported: 2,
    dropped: { inviteRejected: 1 },
  });
  expect((await readable(here)).groups).toEqual({ 'ann, bob, cyd': 'private: ann bob' });
});

const USERS = ['ANN', 'BOB', 'CYD'].map((name) => ({
  id: `U0${name}`,
  team_id: 'T1',
  name: name.toLowerCase(),
  profile: { real_name: name },
}));
const said = (second: number, text: string) => [
  { type: 'message', user: 'U0ANN', text, ts: `${1_735_689_600 + second}.000100` },
];
const sec = (members: readonly string[], name = 'sec') => [
  { id: 'C01SEC', name, created: 1_600_000_000, members },
];
const jsons = (files: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]));
const ids = async (here: ServiceHere): Promise<string> => JSON.stringify(await readable(here));

test('of several exports, the last one says who is a member', async () => {
  await using here = await ofExport(
    'slack',
    jsons({
      'x/1/users.json': USERS,
      'x/1/groups.json': sec(['U0ANN', 'U0BOB', 'U0CYD']),
      'x/2/users.json': USERS,
      'x/2/groups.json': sec(['U0ANN', 'U0BOB', 'U0CYD']),
      'x/3/groups.json': sec(['U0ANN', 'U0BOB']),
      'x/3/sec/2025-01-01.json': said(1, 'without cyd'),
    }),
    'x/*/',
  );
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.members).toEqual({
    read: 8,
    imported: 2,
    converted: 0,
    kept: 0,
    dropped: { left: 1, repeated: 5 },
  });
  const { groups } = await readable(here);
  expect(groups).toEqual({ sec: expect.stringMatching(/^private: u0ann-\w+ u0bob-\w+$/) });
});

test.each([
  ['another export', 'x/*/'],
  ['the same folder', 'x'],
])('a conversation of several that became a channel of its own is that: %s', async (_of, path) => {
  await using here = await ofExport(
    'slack',
    jsons({
      'x/1/users.json': USERS,
      'x/1/mpims.json': sec(['U0ANN', 'U0BOB', 'U0CYD'], 'mpdm-ann--bob--cyd-1'),
      'x/1/mpdm-ann--bob--cyd-1/2025-01-01.json': said(1, 'three of us'),
      'x/2/groups.json': sec(['U0ANN', 'U0BOB']),
      'x/2/sec/2025-01-02.json': said(90_000, 'a channel'),
    }),
    path,
  );
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.export?.kinds.conversations).toMatchObject({
    read: 2,
    imported: 1,
    dropped: { repeated: 1 },
  });
  expect(result.export?.kinds.members).toMatchObject({
    read: 5,
    imported: 2,
    dropped: { left: 1, repeated: 2 },
  });
  const { groups, messages } = await readable(here);
  expect(Object.keys(groups as object)).toEqual(['sec']);
  expect(messages.map((each) => each.split(' ')[1])).toEqual([
    expect.stringMatching(/^c01sec-/),
    expect.stringMatching(/^c01sec-/),
  ]);
  expect(await ids(here)).not.toContain('u0cyd');
});

test('a channel that workspaces of an organization share has the members of all of them', async () => {
  await using here = await ofExport(
    'slack',
    jsons({
      'export/org_users.json': USERS,
      'export/teams/T1/channels.json': sec(['U0ANN', 'U0BOB']),
      'export/teams/T2/channels.json': sec(['U0ANN', 'U0CYD']),
    }),
  );
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.members).toMatchObject({ read: 4, imported: 3, dropped: { repeated: 1 } });
});
