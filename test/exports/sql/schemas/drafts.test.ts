import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { pairs } from './pairs.ts';
import { drafted, schemaHere } from './schema.ts';

/** What `init` asks about tables with usual names, and what it says of them. */

const USERS = `create table users(id integer primary key,name text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');`;
const MESSAGES = `create table messages(id integer primary key,sender_id int,receiver_id int,body text,created_at text`;

const [TIMELESS] = pairs;

describe('messages without a time', () => {
  test('are a shape with one question, which says what is there', async () => {
    const { asked, text } = await drafted(TIMELESS?.tables ?? '');
    expect(asked).toEqual(['messages.time']);
    for (const line of [
      'table: messages',
      'sender: outgoing_msg_id',
      'receiver: incoming_msg_id',
      'time: "?"',
    ])
      expect(text).toContain(`        ${line}`);
  });

  test('an answer that is no time is refused', async () => {
    using here = schemaHere({ tables: TIMELESS?.tables ?? '' });
    const { exitCode, stderr } = await here.init('--answer', 'messages.time=soon');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('such as 2022-01-01T00:00:00Z')]);
  });

  test('without init, the error names the nearest table, its columns and what it lacks', async () => {
    using here = schemaHere({ tables: TIMELESS?.tables ?? '' });
    writeFileSync(
      here.pipeline,
      `version: 1\nname: c\ntarget: sandbox\nsources: { export: { system: sql, path: ${here.path} } }\n`,
    );
    const { stderr } = await runHere(['validate', here.pipeline]);
    expect(stderr).toMatch(
      /messages is the nearest, but which of its columns is messages\.time\? They are: msg_id, incoming_msg_id, outgoing_msg_id, msg/,
    );
    expect(stderr).not.toContain('the tables are');
  });
});

describe('one room', () => {
  const ROOM = `${USERS}
create table messages(id integer primary key,user_id int,message text,created_at text);
insert into messages values(1,1,'hi','2024-05-01 10:00:00'),(2,2,'yo','2024-05-01 10:01:00');`;

  test('is private unless somebody says that everybody may read it', async () => {
    expect((await drafted(ROOM)).text).toContain('conversation: { const: lobby, type: private }');
    const { text } = await drafted(ROOM, '--answer', 'messages.conversation=public');
    expect(text).toContain('conversation: { const: lobby, type: public }');
  });
});

describe('a column of no known name', () => {
  test('that may hide messages is asked for', async () => {
    const tables = `${USERS}
${MESSAGES},hidden_by_staff int);
insert into messages values(1,1,2,'hi','2024-05-01 10:00:00',0),(2,2,1,'never','2024-05-01 10:01:00',1);`;
    const { asked, text } = await drafted(tables);
    expect(asked).toEqual(['messages.where.hidden_by_staff']);
    expect(text).toContain('hidden_by_staff: "?"');
    const answer = await drafted(tables, '--answer', 'messages.where.hidden_by_staff=0');
    expect(answer.asked).toEqual([]);
    expect(answer.text).toContain('hidden_by_staff: ["0"]');
  });

  test.each(['versteckt', 'gelöscht', 'oculto'])('of whatever language is asked for: %s', async (name) => {
    const { asked } = await drafted(`${USERS}
${MESSAGES},"${name}" int);
insert into messages values(1,1,2,'hi','2024-05-01 10:00:00',0),(2,2,1,'never','2024-05-01 10:01:00',1);`);
    expect(asked).toEqual([`messages.where.${name}`]);
  });

  test('that hides none, or says that a message was read, is not', async () => {
    const { asked } = await drafted(`${USERS}
${MESSAGES},hidden_by_staff int,is_seen int);
insert into messages values(1,1,2,'hi','2024-05-01 10:00:00',0,1),(2,2,1,'yo','2024-05-01 10:01:00',0,0);`);
    expect(asked).toEqual([]);
  });
});

describe('whose ids are beside a word', () => {
  const people = (words: readonly [string, string]): string => `${USERS}
create table customers(id integer primary key,name text);
insert into customers values(1,'red'),(2,'blue');
create table rooms(id integer primary key,name text);
insert into rooms values(1,'Help');
create table messages(id integer primary key,room_id int,sender_type text,sender_id int,body text,created_at text);
insert into messages values(1,1,'${words[0]}',1,'help','2024-05-01 10:00:00'),(2,1,'${words[1]}',1,'sure','2024-05-01 10:01:00');`;

  test('is clear where the words are the names of tables', async () => {
    const { asked, text } = await drafted(people(['App\\Models\\Customer', 'App\\Models\\User']));
    expect(asked).toEqual([]);
    expect(text).toContain('users: [{ table: users, id: id }, { table: customers }]');
    expect(text).toMatch(/App\\\\Models\\\\Customer": customers, "App\\\\Models\\\\User": users/);
  });

  test('is asked for where they are not', async () => {
    const { asked, text } = await drafted(people(['1', '2']));
    expect(asked).toEqual(['messages.sender.1', 'messages.sender.2']);
    expect(text).toContain('sender: "?"');
    const answers = ['messages.sender.1=customers', 'messages.sender.2=users'];
    const flags = answers.flatMap((answer) => ['--answer', answer]);
    expect((await drafted(people(['1', '2']), ...flags)).text).toContain('"1": customers, "2": users');
  });
});

describe('what is left out', () => {
  const LOST = `${USERS}
create table rooms(id integer primary key);
insert into rooms values(1);
create table messages(id integer primary key,room_id int,user_id int,body text,created_at text);
insert into messages values(1,1,1,'hi','2024-05-01 10:00:00'),(2,1,2,'yo','2024-05-01 10:01:00');`;

  test('is said, and gets no tick', async () => {
    using here = schemaHere({ tables: LOST });
    const { stdout } = await here.init();
    expect(stdout).toContain('! 2 of 2 messages would be skipped: 2 withoutMembers');
    expect(stdout).toMatch(/! wrote/);
    expect(stdout).not.toMatch(/✔ (?:messages|wrote)/);
  });

  test('a second table that looks like messages is named', async () => {
    const { doubts } = await drafted(`${USERS}
${MESSAGES});
insert into messages values(1,1,2,'hi','2024-05-01 10:00:00');
create table support_log(id integer primary key,user_id int,body text,created_at text);
insert into support_log values(1,1,'hi','2024-05-01 10:00:00');`);
    expect(doubts).toEqual(['the rows of support_log look like messages and are not read']);
  });
});
