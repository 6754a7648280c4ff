import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { AT, messagesOf, ofFiles, run } from '../dumps.ts';

/** Ids that mean somebody of one table or of another, and rows that not everybody may read. */

/** The tables of a help desk: agents and customers have ids of their own, which are the same numbers. */
const DESK = `
CREATE TABLE users (id integer primary key, name text);
INSERT INTO users VALUES (1,'Agent One'),(2,'Agent Two');
CREATE TABLE contacts (id integer primary key, name text);
INSERT INTO contacts VALUES (1,'Customer Red'),(2,'Customer Blue');
CREATE TABLE conversations (id integer primary key, status int, created_at text);
INSERT INTO conversations VALUES (10,0,'2024-05-01 09:00:00'),(11,1,'2024-05-01 09:00:00');
CREATE TABLE conversation_participants (id integer primary key, user_id int, conversation_id int);
INSERT INTO conversation_participants VALUES (1,1,10),(3,2,11);
CREATE TABLE messages (id integer primary key, content text, conversation_id int, created_at text, private boolean not null default 0, sender_type text, sender_id int);
INSERT INTO messages VALUES
(1,'customer asks',10,'2024-05-01 10:00:00',0,'Contact',1),
(2,'agent answers',10,'2024-05-01 10:01:00',0,'User',1),
(3,'INTERNAL: this customer is difficult',10,'2024-05-01 10:02:00',1,'User',2),
(5,'blue asks',11,'2024-05-01 10:04:00',0,'Contact',2);
`;

async function desk(options: string) {
  const here = await ofFiles({ 'export/README': '' }, { options: `/cw.db, zone: UTC${options}` });
  using database = new DatabaseSync(join(here.folder, 'export/cw.db'));
  database.exec(DESK);
  return here;
}

describe('a database of a help desk', () => {
  test('ids of two tables are refused until it is said whose they are', async () => {
    await using here = await desk('');
    await expect(here.json('run', '--yes')).rejects.toThrow(
      /EXPORT\.SHAPE_UNCLEAR[\s\S]*sender_type[\s\S]*Contact, User[\s\S]*values: \{ Contact: …, User: users \}/,
    );
    expect(await messagesOf(here)).toEqual(new Map());
  });

  const VALUES = 'values: { User: users, Contact: contacts }';
  const SENDER = `sender: { column: sender_id, type: { column: sender_type, ${VALUES} } }`;

  test('declared, customers and agents are different people, and no internal note is a message', async () => {
    await using here = await desk(`, shape: { messages: { ${SENDER} } }`);
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems]).toEqual([0, []]);
    expect(result.export?.kinds.messages).toMatchObject({ read: 4, dropped: { internal: 1 } });
    const said = [...(await messagesOf(here)).values()].map(({ sender, receiver, data }) => [
      sender,
      receiver,
      (data as { text?: unknown }).text,
    ]);
    const red = expect.stringMatching(/^contacts-1-/);
    const blue = expect.stringMatching(/^contacts-2-/);
    expect(said).toEqual([
      [blue, '2', 'blue asks'],
      ['1', red, 'agent answers'],
      [red, '1', 'customer asks'],
    ]);
    const uids: string[] = [];
    for await (const { uid } of here.service.users.list()) uids.push(String(uid));
    expect(uids.filter((uid) => uid.startsWith('contacts-'))).toHaveLength(2);
  });

  test('a value that is not declared is refused, too', async () => {
    const some = SENDER.replace(', Contact: contacts', '');
    await using here = await desk(`, shape: { messages: { ${some} } }`);
    await expect(here.json('validate')).rejects.toThrow(
      /EXPORT\.SHAPE_UNCLEAR[\s\S]*sender_type[\s\S]*Contact/,
    );
  });

  test('where the rows of one kind are left out, nothing is to be declared', async () => {
    await using here = await desk(', shape: { messages: { where: { sender_type: User } } }');
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
  });
});

const tables = (columns: string, ...rows: readonly string[]): string => `
CREATE TABLE users (id int, name text);
INSERT INTO users VALUES (1,'Ann'),(2,'Bob');
CREATE TABLE rooms (id int, type text, name text);
INSERT INTO rooms VALUES (1,'public','Quay');
CREATE TABLE room_members (room_id int, user_id int);
INSERT INTO room_members VALUES (1,1),(1,2);
CREATE TABLE messages (id int, room_id int, ${columns}, body text, created_at int);
INSERT INTO messages VALUES ${rows.map((row, at) => `(${at + 1},1,${row},'text ${at + 1}',${AT})`).join(',')};
`;

test('ids with one word beside them are of one table', async () => {
  const dump = tables('sender_id int, sender_type text', "1,'User'", "2,'User'");
  expect(await run(dump)).toEqual({ 1: 'text 1', 2: 'text 2' });
});

test.each([
  ['senderable', 'sender_id int, sender_type text', ["1,'App\\\\User'", "1,'App\\\\Guest'"]],
  ['CamelCase', '"authorId" int, "authorType" text', ["1,'user'", "1,'bot'"]],
  ['no word for some', 'sender_id int, sender_type text', ["1,'User'", '1,NULL']],
] as const)('ids with several words beside them are of nobody: %s', async (_of, columns, rows) => {
  await expect(run(tables(columns, ...rows))).rejects.toThrow('EXPORT.SHAPE_UNCLEAR');
});

test('members and reactions are asked for, too', async () => {
  const own = tables('sender_id int', '1', '2');
  const members = own
    .replace('user_id int)', 'participant_id int, participant_type text)')
    .replace('(1,1),(1,2)', "(1,1,'User'),(1,1,'Bot')");
  await expect(run(members)).rejects.toThrow(/SHAPE_UNCLEAR[\s\S]*participants[\s\S]*participant_type/);
  const given = `CREATE TABLE reactions (message_id int, user_id int, user_type text, emoji text);\nINSERT INTO reactions VALUES (1,1,'a','+'),(2,1,'b','+');\n`;
  await expect(run(own + given)).rejects.toThrow(/SHAPE_UNCLEAR[\s\S]*reactions[\s\S]*user_type/);
});

test.each([
  [
    'owners',
    'conversations\\.owner',
    "rooms ADD owner_id int; ALTER TABLE rooms ADD owner_type text; INSERT INTO rooms VALUES (2,'public','Pier',1,'User'),(3,'public','Mole',1,'Bot')",
  ],
  [
    'replies',
    'messages\\.parent',
    `messages ADD parent_id int; ALTER TABLE messages ADD parent_type text; INSERT INTO messages VALUES (3,1,1,'a',${AT},1,'Message'),(4,1,1,'b',${AT},1,'Post')`,
  ],
  [
    'two people of a conversation',
    'conversations\\.member1',
    "rooms ADD one_id int; ALTER TABLE rooms ADD one_type text; INSERT INTO rooms VALUES (2,'public','Pier',1,'User'),(3,'public','Mole',1,'Bot')",
  ],
])('%s are asked for, too', async (_of, named, change) => {
  await using here = await ofFiles(
    { 'export/README': '' },
    {
      options: `/chat.db, shape: { conversations: { table: rooms${change.includes('one_id') ? ', members: { columns: [one_id] }' : ''} } }`,
    },
  );
  using database = new DatabaseSync(join(here.folder, 'export/chat.db'));
  database.exec(`${tables('sender_id int', '1', '2')};ALTER TABLE ${change}`);
  await expect(here.json('validate')).rejects.toThrow(
    new RegExp(`SHAPE_UNCLEAR[\\s\\S]*${named}: whose ids`),
  );
});

test('what a message is itself is no word for whose id it has', async () => {
  const dump = tables('sender_id int, message_type text', "1,'text'", "2,'image'").replace(
    /\bid int, room_id/,
    'message_id int, room_id',
  );
  expect(await run(dump)).toEqual({ 1: 'text 1', 2: 'text 2' });
});

test('a receiver who is a user or a conversation is the one or the other', async () => {
  const dump = `
CREATE TABLE users (id int, name text);
INSERT INTO users VALUES (1,'Ann'),(2,'Bob');
CREATE TABLE groups (id int, type text, name text);
INSERT INTO groups VALUES (2,'public','Quay');
CREATE TABLE group_members (group_id int, user_id int);
INSERT INTO group_members VALUES (2,1),(2,2);
CREATE TABLE messages (id int, from_id int, to_id int, to_type text, body text, created_at int);
INSERT INTO messages VALUES (1,1,2,'user','to Bob',${AT}),(2,1,2,'group','to the quay',${AT});
`;
  await expect(run(dump)).rejects.toThrow(/SHAPE_UNCLEAR[\s\S]*to_type/);
  const values = 'values: { user: users, group: conversations }';
  const options = `, shape: { messages: { receiver: { column: to_id, type: { column: to_type, ${values} } } } }`;
  await using here = await ofFiles({ 'export/chat.sql': dump }, { options });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  const landed = await messagesOf(here);
  expect(landed.get('1')).toMatchObject({ receiver: '2', receiverType: 'user' });
  expect(landed.get('2')).toMatchObject({ receiver: '2', receiverType: 'group' });
});

describe('internal notes', () => {
  test.each(['private', 'is_private', 'private_note', 'is_note', 'whisper', 'internal', 'isWhisper'])(
    'are known by a column %s of messages',
    async (name) => {
      const dump = tables(`sender_id int, "${name}" boolean`, '1,false', '2,true', '1,NULL');
      expect(await run(dump)).toEqual({ 1: 'text 1', 3: 'text 3' });
    },
  );

  test('are what any one of several columns says', async () => {
    const dump = tables('sender_id int, internal boolean, private boolean', '1,false,false', '2,false,true');
    expect(await run(dump)).toEqual({ 1: 'text 1' });
  });

  test('are asked for where the values are neither yes nor no, and may be declared away', async () => {
    const dump = tables('sender_id int, private text', "1,'everybody'", "2,'staff'");
    await expect(run(dump)).rejects.toThrow(
      /EXPORT\.SHAPE_UNCLEAR[\s\S]*messages\.private[\s\S]*everybody[\s\S]*internal: false/,
    );
    const declared = { options: ', shape: { messages: { internal: false } }' };
    expect(await run(dump, declared)).toEqual({ 1: 'text 1', 2: 'text 2' });
  });
});
