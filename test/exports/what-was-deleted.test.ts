import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../support/service-here.ts';
import { textsOf } from './dumps.ts';

const OLD = 'retention: { messagesOlderThanDays: 36500 }';
const ofExport = (
  system: string,
  files: Readonly<Record<string, string>>,
  options = '',
): Promise<ServiceHere> =>
  serviceHere({ files, rest: `  export: { system: ${system}, path: export${options} }\n${OLD}` });

const PEOPLE = `CREATE TABLE users (id text, name text);
CREATE TABLE room_members (room_id int, user_id text);
INSERT INTO users VALUES ('ann','Ann'),('bob','Bob');
INSERT INTO room_members VALUES (1,'ann'),(1,'bob'),(2,'ann'),(2,'bob'),(3,'ann');
`;

test('a dump may say in several columns that a message is gone or was never sent', async () => {
  await using here = await ofExport('sql', {
    'export/chat.sql': `${PEOPLE}CREATE TABLE rooms (id int, type text, name text);
CREATE TABLE messages (id int, room_id int, sender_id text, body text, created_at int, deleted_at int, is_deleted boolean, kind text, status text);
INSERT INTO rooms VALUES (1,'private','Quay');
INSERT INTO messages VALUES (1,1,'ann','there',1735689600,NULL,false,'text','sent'),(2,1,'ann','flag',1735689601,NULL,true,'text','sent'),
 (3,1,'ann','status',1735689602,NULL,false,'text','deleted'),(4,1,'ann','kind',1735689603,NULL,false,'Unsent','sent'),
 (5,1,'ann','draft',1735689604,NULL,false,'text','draft'),(6,1,'ann','time',1735689605,1735689700,false,'text','sent');
`,
  });
  const { result } = await here.json('run', '--yes');
  expect(await textsOf(here)).toEqual({ 1: 'there' });
  expect(result.export?.kinds.messages).toMatchObject({
    read: 6,
    imported: 1,
    dropped: { deleted: 4, draft: 1 },
  });
});

test.each([
  ['in the later of two dumps', [0, 1]],
  ['in the earlier one', [1, 0]],
])('neither a deleted room nor what was written in it is imported: deleted %s', async (_when, deleted) => {
  const dump = (isDeleted: number | undefined): string =>
    `${PEOPLE}CREATE TABLE rooms (id int, type text, name text, deleted_at int);
CREATE TABLE messages (id int, room_id int, sender_id text, body text, created_at int);
INSERT INTO rooms VALUES (1,'private','Quay',${isDeleted ? 1735689700 : 'NULL'}),(2,'dm',NULL,${isDeleted ? 1735689700 : 'NULL'}),(3,'private','Open',NULL);
INSERT INTO messages VALUES (1,1,'ann','gone',1735689600),(2,2,'ann','gone, too',1735689600),(3,3,'ann','there',1735689600);
`;
  await using here = await ofExport('sql', {
    'export/1.sql': dump(deleted[0]),
    'export/2.sql': dump(deleted[1]),
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(await textsOf(here)).toEqual({ 3: 'there' });
  expect(result.export?.kinds).toMatchObject({
    conversations: { read: 6, imported: 1, dropped: { deleted: 2, repeated: 3 } },
    members: { read: 10, imported: 1, dropped: { deleted: 8, repeated: 1 } },
    messages: { read: 6, imported: 1, dropped: { deleted: 2, repeated: 3 } },
  });
});

test.each([
  ['a channel with is_private', 'type text, is_private boolean', "'channel',true"],
  ['an unknown is_private', 'color text, is_private boolean', "'red',NULL"],
  ['a channel that is not is_public', 'type text, is_public boolean', "'channel',false"],
])('a room is public only if nothing says otherwise: %s', async (_of, columns, values) => {
  await using here = await ofExport('sql', {
    'export/chat.sql': `${PEOPLE}CREATE TABLE rooms (id int, name text, ${columns});
CREATE TABLE messages (id int, room_id int, sender_id text, body text, created_at int);
INSERT INTO rooms VALUES (1,'Quay',${values});
`,
  });
  await here.json('run', '--yes');
  const types: unknown[] = [];
  for await (const { type } of here.service.groups.list()) types.push(type);
  expect(types).toEqual(['private']);
});

const channel = { cid: 'team:c', id: 'c', type: 'team', name: 'C', created_at: '2025-01-01T00:00:00Z' };
const given = (user: string, type: string) => ({ message_id: 'm', user_id: user, type });
const state = (updated: string, reactions: readonly object[], more = {}): string =>
  JSON.stringify([
    {
      channel,
      members: [{ user_id: 'ann', user: { id: 'ann' } }],
      messages: [
        {
          id: 'm',
          cid: 'team:c',
          type: 'regular',
          user: { id: 'ann' },
          text: 'hi',
          created_at: '2025-01-01T00:00:01Z',
          updated_at: updated,
          ...more,
        },
      ],
      reactions,
    },
  ]);

test('a reaction that was taken back between two exports of Stream is not given again', async () => {
  await using here = await ofExport('stream', {
    'export/1.json': state('2025-01-02T00:00:00Z', [given('ann', 'like'), given('bob', 'love')]),
    'export/2.json': state('2025-01-03T00:00:00Z', [given('ann', 'like')]),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.reactions).toMatchObject({ read: 3, kept: 1, dropped: { repeated: 2 } });
  for await (const { data } of here.service.messages.list())
    expect(data?.metadata).toMatchObject({ source: { reactions: [{ reaction: 'like', uids: ['ann'] }] } });
});

test.each([
  ['2025-01-02 00:00:00', []],
  ['yesterday', []],
  ['0001-01-01T00:00:00Z', ['hi']],
  [null, ['hi']],
])('a message of Stream with any time of deletion is deleted: %s', async (deleted_at, texts) => {
  await using here = await ofExport('stream', {
    'export/1.json': state('2025-01-02T00:00:00Z', [], { deleted_at }),
  });
  await here.json('run', '--yes');
  expect(Object.values(await textsOf(here))).toEqual(texts);
});

test('a file of a message that stands in two dumps is one file', async () => {
  const dump = `${PEOPLE}CREATE TABLE rooms (id int, type text, name text);
CREATE TABLE messages (id int, room_id int, sender_id text, body text, created_at int);
CREATE TABLE attachments (message_id int, url text);
INSERT INTO rooms VALUES (1,'private','Quay');
INSERT INTO messages VALUES (1,1,'ann','see',1735689600);
INSERT INTO attachments VALUES (1,'https://files.example.com/1.png');
`;
  await using here = await ofExport('sql', { 'export/1.sql': dump, 'export/2.sql': dump });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.attachments).toMatchObject({ read: 2, imported: 1, dropped: { repeated: 1 } });
  for await (const { data } of here.service.messages.list()) expect(data?.attachments).toHaveLength(1);
});

test('colons in ids of people, conversations and messages make none of them another one', async () => {
  await using pairs = await ofExport('sql', {
    'export/chat.sql': `CREATE TABLE users (id text, name text);
CREATE TABLE messages (id int, sender_id text, receiver_id text, body text, created_at int);
INSERT INTO users VALUES ('a:b','One'),('c','Two'),('a','Three'),('b:c','Four');
INSERT INTO messages VALUES (1,'a:b','c','for two',1735689600),(2,'a','b:c','for four',1735689601);
`,
  });
  const { result } = await pairs.json('run', '--yes');
  expect(result.export?.kinds.conversations).toMatchObject({ read: 2, converted: 2 });
  const types: unknown[] = [];
  for await (const { receiverType } of pairs.service.messages.list()) types.push(receiverType);
  expect(types).toEqual(['user', 'user']);
  const room = (key: string) => ({ [key]: { senderId: 'ann', timestamp: 1735689600000, text: key } });
  await using rooms = await ofExport('firebase', {
    'export/db.json': JSON.stringify({
      users: { ann: { name: 'Ann' } },
      chats: { 'a:b': { title: 'AB' }, a: { title: 'A' } },
      members: { 'a:b': { ann: true }, a: { ann: true } },
      messages: { 'a:b': room('c'), a: { ...room('b:c'), ...room('b%3Ac') } },
    }),
  });
  await rooms.json('run', '--yes');
  expect(await textsOf(rooms)).toEqual({ 'a:b:c': 'c', 'a:b%3Ac': 'b:c', 'a:b%253Ac': 'b%3Ac' });
});

test('a deleted channel of Stream, and a deleted room of Firebase, are left out with their messages', async () => {
  const stream = JSON.parse(state('2025-01-02T00:00:00Z', [])) as [{ channel: object }];
  stream[0].channel = { ...channel, deleted_at: '2025-01-03T00:00:00Z' };
  const firebase = {
    users: { ann: { name: 'Ann' } },
    members: { a: { ann: true } },
    chats: { a: { title: 'A', deletedAt: 1735689700000 } },
    messages: { a: { m: { senderId: 'ann', timestamp: 1735689600000, text: 'hi' } } },
  };
  for (const [system, rows] of [
    ['stream', stream],
    ['firebase', firebase],
  ] as const) {
    await using here = await ofExport(system, { 'export/a.json': JSON.stringify(rows) });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, await textsOf(here)]).toEqual([0, {}]);
    expect(result.export?.kinds).toMatchObject({
      conversations: { read: 1, dropped: { deleted: 1 } },
      messages: { read: 1, dropped: { deleted: 1 } },
    });
  }
});

test('what Slack shows in place of a deleted message is not left out with the programs', async () => {
  const user = { id: 'U0ANN', team_id: 'T1', profile: { real_name: 'Ann' } };
  const room = { id: 'C01GEN', name: 'general', created: 1_600_000_000, members: ['U0ANN'] };
  const rows = [
    { type: 'message', subtype: 'tombstone', user: 'USLACKBOT', text: 'deleted', ts: '1735689600.000100' },
    {
      type: 'message',
      user: 'U0ANN',
      text: 'reply',
      ts: '1735689601.000100',
      thread_ts: '1735689600.000100',
    },
  ];
  await using here = await serviceHere({
    files: {
      'export/users.json': JSON.stringify([user]),
      'export/channels.json': JSON.stringify([room]),
      'export/general/2025-01-01.json': JSON.stringify(rows),
    },
    rest: `  export: { system: slack, path: export }\npolicies: { bots: skip, deleted: placeholder }\n${OLD}`,
  });
  await here.json('run', '--yes');
  expect(Object.values(await textsOf(here)).sort()).toEqual(['[deleted]', 'reply']);
});
