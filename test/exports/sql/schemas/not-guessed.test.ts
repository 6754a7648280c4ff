import { describe, expect, test } from 'vitest';
import { drafted, landedOf, schemaHere } from './schema.ts';

/** Tables whose names say something, and whose values say that it is not all, or something else. */

const USERS = `create table users(id integer primary key,name text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');`;
const talk = (column: string, values: readonly string[]): string => `${USERS}
create table messages(id integer primary key,${column} text,user_id int,body text,created_at text);
${values.map((value, at) => `insert into messages values(${at + 1},${value},${(at % 3) + 1},'to ${at}','2024-05-01 10:0${at}:00');`).join('\n')}`;

describe('messages are not taken to be in one room', () => {
  test.each([
    ['room_ref', ["'one'", 'null', "'two'", "'two'"]],
    ['room_key', ["'one'", "'two'", "'three'"]],
    ['place', ["'one'", 'null', "'two'", "'two'"]],
  ])('where %s may say in which', async (column, values) => {
    const { asked } = await drafted(talk(column, values));
    expect(asked).toContain('messages.conversation');
  });

  test('where a table has the rooms', async () => {
    const { asked, text } = await drafted(`${talk('spot', ["'1'", "'1'"])}
create table rooms(id integer primary key,name text);
insert into rooms values(1,'Quay');`);
    expect(text).not.toContain('lobby');
    expect(asked).toContain('messages.conversation');
  });
});

test('a list of the two people of a message is a conversation of these alone, in whatever order', async () => {
  const { said } = await landedOf({
    tables: `${USERS}
create table messages(id integer primary key,users text,sender int,body text,created_at text);
insert into messages values(1,'[1,2]',1,'hi','2024-05-01 10:00:00'),(2,'[2,1]',2,'yo','2024-05-01 10:01:00'),(3,'["3","1"]',3,'hey','2024-05-01 10:02:00');`,
  });
  expect(said).toEqual(['hi: ann > ann+ben', 'yo: ben > ann+ben', 'hey: cat > ann+cat']);
});

test('a list of more people than two is no conversation of two', async () => {
  using here = schemaHere({
    tables: `${USERS}
create table messages(id integer primary key,users text,sender int,body text,created_at text);
insert into messages values(1,'[1,2]',1,'hi','2024-05-01 10:00:00'),(2,'[2,1,3]',2,'yo','2024-05-01 10:01:00');`,
  });
  expect((await here.init()).stdout).toContain('! 1 of 2 messages would be skipped: 1 unreadable');
});

describe('people have their names', () => {
  const people = (
    table: string,
  ): string => `create table ${table}(Id text primary key,UserName text,Email text);
insert into ${table} values('8e445865-a24d','ann','ann@example.com'),('9c445865-a24d','ben','ben@example.com');
create table Rooms(Id integer primary key,Name text);
insert into Rooms values(1,'Quay'),(2,'Pier');
create table RoomMembers(RoomId int,UserId text);
insert into RoomMembers values(1,'8e445865-a24d'),(1,'9c445865-a24d'),(2,'9c445865-a24d');
create table Messages(Id integer primary key,RoomId int,SenderId text,Body text,SentAt text);
insert into Messages values(1,1,'8e445865-a24d','hi there','2024-05-01 10:00:00'),(2,2,'9c445865-a24d','oh yes','2024-05-01 10:01:00'),(3,1,'9c445865-a24d','oh no','2024-05-01 10:02:00');`;

  test.each(['AspNetUsers', 'ChatPersonas'])('in %s', async (table) => {
    const { said } = await landedOf({ tables: people(table) });
    expect(said).toEqual([
      'hi there: ann > Quay private ann,ben',
      'oh yes: ben > Pier private ben',
      'oh no: ben > Quay private ann,ben',
    ]);
  });
});

describe('whose number is the author', () => {
  const people = (
    side: string,
    talk: string,
  ): string => `create table users(id integer primary key,name text);
insert into users values(1,'red'),(2,'blue');
create table admins(id integer primary key,name text);
insert into admins values(1,'ann'),(2,'ben');
create table rooms(id integer primary key,name text);
insert into rooms values(1,'Quay'),(2,'Pier');
create table ${talk}(id integer primary key,room_id int,user_id int,${side},body text,created_at text);
insert into ${talk} values(1,1,1,1,'hi there','2024-05-01 10:00:00'),(2,1,1,0,'oh yes','2024-05-01 10:01:00'),(3,2,2,0,'oh no','2024-05-01 10:02:00');`;

  test('is asked for where a column says that some are of other people', async () => {
    const { asked } = await drafted(people('is_admin int', 'messages'));
    expect(asked).toEqual(['messages.sender.1', 'messages.sender.0']);
    const answers = ['--answer', 'messages.sender.1=admins', '--answer', 'messages.sender.0=users'];
    const { text } = await drafted(people('is_admin int', 'messages'), ...answers);
    expect(text).toMatch(/type: \{ column: is_admin, values: \{ "[01]": \w+, "[01]": \w+ \} \}/);
    expect(text).toContain('users: [{ table: users, id: id }, { table: admins }]');
  });

  test('is asked for in tables of other names', async () => {
    const { asked } = await drafted(people('is_admin int', 'answers'));
    expect(asked).toContain('messages.sender');
  });

  test('is not the side of a talk', async () => {
    const { asked, text } = await drafted(`create table chats(id integer primary key,title text);
insert into chats values(1,'One'),(2,'Two');
create table messages(id integer primary key,chat_id int,sender text,body text,created_at text);
insert into messages values(1,1,'user','hi there','2024-05-01 10:00:00'),(2,1,'bot','oh yes','2024-05-01 10:01:00'),(3,2,'user','oh no','2024-05-01 10:02:00');`);
    expect(asked).toContain('messages.sender');
    expect(text).not.toMatch(/^ {8}name: sender/m);
  });
});

test('reactions to the posts of a blog are not those of messages', async () => {
  const { summary } = await landedOf({
    tables: `${USERS}
create table posts(id integer primary key,user_id int,title text,body text,created_at text);
insert into posts values(1,1,'Title','a post','2024-01-01 00:00:00');
create table reactions(id integer primary key,post_id int,user_id int,type text);
insert into reactions values(1,1,2,'like');
create table messages(id integer primary key,sender_id int,receiver_id int,body text,created_at text);
insert into messages values(1,1,2,'hi','2024-05-01 10:00:00');`,
  });
  expect(summary.kinds.reactions).toBeUndefined();
  expect(summary.notes).toContain('tables that are not read: posts, reactions');
});

test('ids that are those of a row only within its room are asked for', async () => {
  const { asked } = await drafted(`${USERS}
create table rooms(id integer primary key,name text);
insert into rooms values(1,'Quay'),(2,'Pier');
create table room_members(room_id int,user_id int);
insert into room_members values(1,1),(1,2),(2,1),(2,3);
create table messages(room_id int,id int,user_id int,body text,created_at text,primary key(room_id,id));
insert into messages values(1,1,1,'a b','2024-05-01 10:00:00'),(1,2,2,'c d','2024-05-01 10:01:00'),(2,1,3,'e f','2024-05-01 10:02:00'),(2,2,1,'g h','2024-05-01 10:03:00');`);
  expect(asked).toEqual(['messages.id']);
});

test('columns of yes and no are asked for in tables of other names, too, whatever has keys such as theirs', async () => {
  const { asked } = await drafted(
    `create table benutzer(id integer primary key,name text,email text);
insert into benutzer values(1,'ann','a@example.com'),(2,'ben','b@example.com');
create table raeume(id integer primary key,bezeichnung text,offen int);
insert into raeume values(1,'Alle',1),(2,'Wenige',0);
create table mitglieder(raum_id int,benutzer_id int);
insert into mitglieder values(1,1),(1,2),(2,1);
create table nachrichten(id integer primary key,raum_id int,verfasser_id int,inhalt text,intern int,geloescht int,erstellt_am text);
insert into nachrichten values(1,1,1,'Hallo alle',0,0,'2024-05-01 10:00:00'),(2,1,2,'nur intern',1,0,'2024-05-01 10:01:00'),(3,2,1,'war einmal',0,1,'2024-05-01 10:02:00');`,
    ...[
      'messages.table=nachrichten',
      'messages.conversation=raum_id',
      'messages.sender=verfasser_id',
      'users.table=benutzer',
      'conversations.table=raeume',
      'participants.table=mitglieder',
    ].flatMap((each) => ['--answer', each]),
  );
  expect(asked).toEqual(expect.arrayContaining(['messages.isDeleted', 'messages.internal']));
});

test('of two tables with usual names, the one with rows has the messages', async () => {
  const { said } = await landedOf({
    tables: `${USERS}
create table messages(id integer primary key,sender_id int,receiver_id int,body text,created_at text);
create table chat_messages(id integer primary key,sender_id int,receiver_id int,body text,created_at text);
insert into chat_messages values(1,1,2,'hi','2024-05-01 10:00:00');`,
  });
  expect(said).toEqual(['hi: ann > ann+ben']);
});

test('members are those of a join table of JPA', async () => {
  const { said } = await landedOf({
    tables: `${USERS}
create table chat_room(id integer primary key,name text);
insert into chat_room values(1,'Quay');
create table chat_room_participants(chat_room_id int,participants_id int);
insert into chat_room_participants values(1,1),(1,2);
create table chat_message(id integer primary key,chat_room_id int,sender_id int,content text,sent_at text);
insert into chat_message values(1,1,1,'hi','2024-05-01 10:00:00');`,
  });
  expect(said).toEqual(['hi: ann > Quay private ann,ben']);
});

test('times that nobody can read get no tick', async () => {
  using here = schemaHere({
    tables: `${USERS}
create table messages(id integer primary key,sender_id int,receiver_id int,body text,date text);
insert into messages values(1,1,2,'hi','13/05/2024');`,
  });
  const { stdout } = await here.init();
  expect(stdout).toContain('! 1 of 1 message would be skipped: 1 timeInvalid');
  expect(stdout).toMatch(/! wrote/);
});

test('messages of one table go to groups and to people', async () => {
  const { said } = await landedOf({
    tables: `${USERS}
create table groups(id integer primary key,name text);
insert into groups values(1,'Quay'),(2,'Pier');
create table group_members(group_id int,user_id int);
insert into group_members values(1,1),(1,2),(2,2),(2,3);
create table messages(id integer primary key,sender_id int,receiver_id int,group_id int,body text,created_at text);
insert into messages values(1,1,2,null,'to ben','2024-05-01 10:00:00'),(2,2,null,2,'to all','2024-05-01 10:01:00'),(3,2,1,0,'to ann','2024-05-01 10:02:00');`,
  });
  expect(said).toEqual([
    'to ben: ann > ann+ben',
    'to all: ben > Pier private ben,cat',
    'to ann: ben > ann+ben',
  ]);
});

describe('messages that alone tell of their rooms', () => {
  const tables = `${talk('room_ref', ["'one'", "'one'", "'two'", "'two'"])}
insert into messages values(5,'two',1,'at last','2024-05-01 10:09:00');`;

  test('are in groups of those who wrote there, once the column is named', async () => {
    const { said } = await landedOf({ tables, answers: ['messages.conversation=room_ref'] });
    expect(said).toEqual([
      'to 0: ann > one private ann,ben',
      'to 1: ben > one private ann,ben',
      'to 2: cat > two private ann,cat',
      'to 3: ann > two private ann,cat',
      'at last: ann > two private ann,cat',
    ]);
  });

  test('say so', async () => {
    const { doubts } = await drafted(tables, '--answer', 'messages.conversation=room_ref');
    expect(doubts).toEqual([expect.stringContaining('those may read who wrote in it')]);
  });
});

test('messages without an author are counted', async () => {
  const { doubts } = await drafted(`${USERS}
create table rooms(id integer primary key,name text);
insert into rooms values(1,'Quay');
create table room_members(room_id int,user_id int);
insert into room_members values(1,1),(1,2);
create table messages(id integer primary key,room_id int,user_id int,staff int,body text,created_at text);
insert into messages values(1,1,1,null,'hi','2024-05-01 10:00:00'),(2,1,null,7,'yo','2024-05-01 10:01:00'),(3,1,2,null,'hey','2024-05-01 10:02:00');`);
  expect(doubts).toEqual([
    '1 of 3 rows of messages have no author in user_id: they become messages of the system',
  ]);
});

test('whoever gets a message is not taken for its author', async () => {
  const { asked, text } = await drafted(`create table users(id integer primary key,username text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');
create table messages(id integer primary key,sender text,receiver text,body text,created_at text);
insert into messages values(1,'Ann','ben','hi there','2024-05-01 10:00:00'),(2,'ben','ann','oh yes','2024-05-01 10:01:00'),(3,'cat','ann','oh no','2024-05-01 10:02:00');`);
  expect(asked).toContain('messages.sender');
  expect(text).not.toContain('sender: receiver');
});

test('two conversations of the same two, without names, do not melt, whatever lists their members', async () => {
  const { said } = await landedOf({
    tables: `${USERS}
create table conversations(id integer primary key,created_at text);
insert into conversations values(1,'2024-01-01 00:00:00'),(2,'2024-01-01 00:00:00'),(3,'2024-01-01 00:00:00');
create table conversation_user(conversation_id int,user_id int);
insert into conversation_user values(1,1),(1,2),(2,2),(2,1),(3,1),(3,3);
create table messages(id integer primary key,conversation_id int,user_id int,body text,created_at text);
insert into messages values(1,1,1,'in one','2024-05-01 10:00:00'),(2,2,2,'in two','2024-05-01 10:01:00'),(3,3,3,'in three','2024-05-01 10:02:00');`,
  });
  expect(said).toEqual([
    'in one: ann > ann+ben',
    'in two: ben > ben, ann private ann,ben',
    'in three: cat > ann+cat',
  ]);
});

test('of several conversations of the same two the oldest is theirs, wherever it stands', async () => {
  const { said } = await landedOf({
    tables: `${USERS}
create table conversations(id integer primary key,user_one int,user_two int);
insert into conversations values(9,2,1),(10,1,2);
create table messages(id integer primary key,conversation_id int,user_id int,body text,created_at text);
insert into messages values(1,10,1,'in ten','2024-05-01 10:00:00'),(2,9,2,'in nine','2024-05-01 10:01:00');`,
  });
  expect(said).toEqual(['in ten: ann > ann, ben private ann,ben', 'in nine: ben > ann+ben']);
});

test('direct conversations of the same two with names of their own do not melt', async () => {
  const { said } = await landedOf({
    tables: `${USERS}
create table conversations(id integer primary key,type text,name text,created_at text);
insert into conversations values(1,'direct','Order 1','2024-01-01 00:00:00'),(2,'direct','Order 2','2024-01-01 00:00:00'),(3,'direct','Order 2','2024-01-01 00:00:00');
create table conversation_user(conversation_id int,user_id int);
insert into conversation_user values(1,1),(1,2),(2,2),(2,1),(3,1),(3,2);
create table messages(id integer primary key,conversation_id int,user_id int,body text,created_at text);
insert into messages values(1,1,1,'in one','2024-05-01 10:00:00'),(2,2,2,'in two','2024-05-01 10:01:00'),(3,3,2,'in three','2024-05-01 10:02:00');`,
  });
  expect(said).toEqual([
    'in one: ann > ann+ben',
    'in two: ben > Order 2 private ann,ben',
    'in three: ben > Order 2 private ann,ben',
  ]);
});

test('a column with files that are not read is named', async () => {
  const files = (value: string): string => `${USERS}
create table messages(id integer primary key,sender_id int,receiver_id int,body text,attachments text,created_at text);
insert into messages values(1,1,2,'hi','[]','2024-05-01 10:00:00'),(2,2,1,'yo','${value}','2024-05-01 10:01:00');`;
  const { doubts } = await drafted(files('[{"url":"https://example.com/a.png"}]'));
  expect(doubts).toEqual([expect.stringContaining('messages.attachments has files that are not read')]);
  expect((await drafted(files('[]'))).doubts).toEqual([]);
});
