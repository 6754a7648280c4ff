import { describe, expect, test } from 'vitest';
import { landedBy } from './landed.ts';

/** Schemas as people build them, each read by a declared shape: who wrote what, where, and that the counts add up. */

const CW = `
create table users(id integer primary key,name text,display_name text,email text,created_at text);
insert into users values(1,'Agent One','A1','a1@example.com','2024-01-01 00:00:00'),(2,'Agent Two','A2','a2@example.com','2024-01-01 00:00:00');
create table contacts(id integer primary key,name text,email text,phone_number text,created_at text);
insert into contacts values(1,'Customer Red','r@example.com',null,'2024-01-01 00:00:00'),(2,'Customer Blue','b@example.com',null,'2024-01-01 00:00:00');
create table conversations(id integer primary key,status int,assignee_id int,contact_id int,created_at text);
insert into conversations values(10,0,1,1,'2024-05-01 09:00:00'),(11,1,2,2,'2024-05-01 09:00:00');
create table conversation_participants(id integer primary key,user_id int,conversation_id int);
insert into conversation_participants values(1,1,10),(2,2,10),(3,2,11);
create table messages(id integer primary key,content text,conversation_id int,message_type int,created_at text,private boolean not null default 0,sender_type text,sender_id int);
insert into messages values
(1,'customer asks',10,0,'2024-05-01 10:00:00',0,'Contact',1),
(2,'agent answers',10,1,'2024-05-01 10:01:00',0,'User',1),
(3,'INTERNAL: this customer is difficult',10,1,'2024-05-01 10:02:00',1,'User',2),
(4,'Conversation was resolved',10,2,'2024-05-01 10:03:00',0,null,null),
(5,'blue asks',11,0,'2024-05-01 10:04:00',0,'Contact',2);
`;
const RED = 'contacts-1-c4039068548b';
const BLUE = 'contacts-2-b8df9800cd0b';

/** Shapes without the lines that all of them would have. */
const SENDER =
  'sender: { column: sender_id, type: { column: sender_type, values: { User: users, Contact: contacts } } }';

describe('people of two tables in one conversation', () => {
  test('are different people with the same number, and notes and what the system says are no messages', async () => {
    const { messages, groups, users, kinds } = await landedBy(
      CW,
      `{ users: [{ table: users }, { table: contacts }],
         conversations: { members: { columns: [{ column: contact_id, of: contacts }] } },
         messages: { kind: message_type, system: [2], ${SENDER} } }`,
    );
    expect(messages).toEqual([
      `1 ${RED} → 10: customer asks`,
      '2 1 → 10: agent answers',
      `5 ${BLUE} → 2: blue asks`,
    ]);
    expect(groups).toEqual({ 10: `private 10: 1 2 ${RED}` });
    expect(users).toEqual(['1 A1', '2 A2', `${RED} Customer Red`, `${BLUE} Customer Blue`]);
    expect(kinds.messages).toMatchObject({ read: 5, imported: 3, dropped: { internal: 1, system: 1 } });
    expect(kinds.members).toMatchObject({ read: 5, imported: 3, converted: 2 });
  });

  test('a table that is no part of the shape is of other people all the same', async () => {
    const { messages, users } = await landedBy(
      CW,
      `{ messages: { kind: message_type, system: [2], ${SENDER} }, participants: { table: false },
         conversations: { type: status, types: { 0: private, 1: private } } }`,
    );
    expect(messages).toContain(`1 ${RED} → 10: customer asks`);
    expect(users).toContain(`${RED} Deleted user`);
  });

  test('are no members by their number, where a column beside it says whose it is', async () => {
    const members = `drop table conversation_participants;
      create table conversation_participants(conversation_id int, member_id int, member_type text);
      insert into conversation_participants values(10,1,'User'),(10,1,'Contact'),(11,2,'Contact'),(11,2,'User');`;
    const participants = 'table: conversation_participants, conversation: conversation_id';
    const open = `{ participants: { ${participants}, user: member_id }, messages: { ${SENDER} } }`;
    await expect(landedBy(CW + members, open)).rejects.toThrow(
      /SHAPE_UNCLEAR[\s\S]*participants\.user[\s\S]*member_type/,
    );
    const { messages, groups, kinds } = await landedBy(
      CW + members,
      `{ users: [{ table: users }, { table: contacts }], messages: { kind: message_type, system: [2], ${SENDER} },
         participants: { ${participants}, user: ${SENDER.slice('sender: '.length).replaceAll('sender_', 'member_')} } }`,
    );
    expect(groups).toEqual({});
    expect(messages).toEqual([
      `1 ${RED} → 1: customer asks`,
      `2 1 → ${RED}: agent answers`,
      `5 ${BLUE} → 2: blue asks`,
    ]);
    expect(kinds.members).toMatchObject({ read: 4, converted: 4 });
  });
});

test('messages without a time get the declared one, and stay in the order of their numbers', async () => {
  const { messages, users, kinds, sentAt } = await landedBy(
    `create table users(user_id integer primary key, unique_id int, fname text, lname text, email text);
     insert into users values(1,1001,'Ann','A','a@example.com'),(2,1002,'Ben','B','b@example.com');
     create table messages(msg_id int, incoming_msg_id int, outgoing_msg_id int, msg text);
     insert into messages values(10,1002,1001,'last'),(2,1001,1002,'yo'),(1,1002,1001,'hi');`,
    `{ users: { table: users, id: unique_id, firstName: fname, lastName: lname },
       messages: { table: messages, id: msg_id, sender: outgoing_msg_id, receiver: incoming_msg_id, text: msg,
         time: 2022-01-01T00:00:00Z } }`,
  );
  expect(messages).toEqual(['1 1001 → 1002: hi', '2 1002 → 1001: yo', '10 1001 → 1002: last']);
  expect(new Set(sentAt)).toEqual(new Set([Date.UTC(2022, 0) / 1000]));
  expect(users).toEqual(['1001 Ann A', '1002 Ben B']);
  expect(kinds.messages).toMatchObject({ read: 3, imported: 3 });
});

test('two people of a message, in other words', async () => {
  const { messages } = await landedBy(
    `create table users(id integer primary key,username text); insert into users values(1,'ann'),(2,'ben');
     create table chatrecord(id integer primary key, byid int, toid int, text text, time text);
     insert into chatrecord values(1,1,2,'hi','2024-05-01 10:00:00'),(2,1,1,'to myself','2024-05-01 10:00:01');`,
    '{ messages: { table: chatrecord, sender: byid, receiver: toid, text: text, time: time } }',
  );
  expect(messages).toEqual(['1 1 → 2: hi', '2 1 → self-1: to myself']);
});

const ROOM = `create table messages(id integer primary key,nickname text,msg text,date text);
  insert into messages values(1,'ann','hi','2024-05-01 10:00:00'),(2,'ben','yo','2024-05-01 10:01:00');`;

test('one room for all has all authors as its members, and is closed unless it is said to be open', async () => {
  const room = (conversation: string) =>
    `{ messages: { table: messages, conversation: ${conversation}, sender: nickname, senderName: nickname, text: msg, time: date } }`;
  const closed = await landedBy(ROOM, room('{ const: lobby }'));
  expect(closed).toMatchObject({
    messages: ['1 ann → lobby: hi', '2 ben → lobby: yo'],
    groups: { lobby: 'private lobby: ann ben' },
    users: ['ann ann', 'ben ben'],
  });
  const open = await landedBy(ROOM, room('{ const: lobby, type: public }'));
  expect(open.groups).toEqual({ lobby: 'public lobby: ann ben' });
});

test('messages of two people and of groups are in two tables, with the same numbers', async () => {
  const { messages, groups, kinds } = await landedBy(
    `create table users(id integer primary key,username text); insert into users values(1,'ann'),(2,'ben'),(3,'cat');
     create table messages(id integer primary key,from_user int,to_user int,message text,sent_at text);
     insert into messages values(1,1,2,'hi','2024-05-01 10:00:00'),(2,2,1,'yo','2024-05-01 10:01:00');
     create table group_messages(id integer primary key,group_id int,sender_id int,message text,sent_at text,reply_to_id int);
     insert into group_messages values(1,7,1,'all','2024-05-01 10:02:00',null),(2,7,3,'yes','2024-05-01 10:03:00',1);
     create table groups(id integer primary key,name text,created_by int); insert into groups values(7,'Team',1);
     create table group_members(group_id int,user_id int); insert into group_members values(7,1),(7,3);
     create table message_reactions(message_id int,user_id int,emoji text); insert into message_reactions values(1,2,'+');
     create table group_reactions(message_id int,user_id int,emoji text); insert into group_reactions values(1,3,'*');`,
    `{ messages: [{ table: messages, sender: from_user, receiver: to_user }, { table: group_messages }],
       reactions: [{ table: message_reactions }, { table: group_reactions, of: group_messages }] }`,
  );
  expect(messages).toEqual([
    '1 1 → 2: hi (+ 2)',
    '2 2 → 1: yo',
    'group_messages:1 1 → 7: all (* 3)',
    'group_messages:2 3 → 7: yes [to group_messages:1]',
  ]);
  expect(groups).toEqual({ 7: 'private Team: 1 3' });
  expect(kinds).toMatchObject({
    messages: { read: 4, imported: 4 },
    conversations: { read: 2, imported: 1, converted: 1 },
    members: { read: 4, imported: 2, converted: 2 },
    reactions: { read: 2, kept: 2 },
    replies: { read: 1 },
  });
});

test('a receiver is a user or a conversation, by the column beside it', async () => {
  const schema = `create table users(id integer primary key,name text); insert into users values(1,'ann'),(2,'ben');
     create table groups(id integer primary key,name text); insert into groups values(1,'Team');
     create table group_members(group_id int,user_id int); insert into group_members values(1,1),(1,2);
     create table messages(id integer primary key,from_id int,from_type text,to_id int,to_type text,body text,created_at text);
     insert into messages values(1,1,'user',2,'user','hi','2024-05-01 10:00:00'),(2,1,'user',1,'group','all','2024-05-01 10:01:00'),
       (3,1,'bot',1,'group','beep','2024-05-01 10:02:00');
     create table bots(id integer primary key,name text); insert into bots values(1,'Robot');`;
  // A group may also be called by its table.
  for (const group of ['conversations', 'groups']) {
    const { messages, groups } = await landedBy(
      schema,
      `{ users: [{ table: users }, { table: bots }],
         messages: { sender: { column: from_id, type: { column: from_type, values: { user: users, bot: bots } } },
           receiver: { column: to_id, type: { column: to_type, values: { user: users, group: ${group} } } } } }`,
    );
    expect(messages.map((line) => line.replace(/bots-1-\w+/, 'bots-1'))).toEqual([
      '1 1 → 2: hi',
      '2 1 → 1: all',
      '3 bots-1 → 1: beep',
    ]);
    expect(groups).toEqual({ 1: 'private Team: 1 2' });
  }
});

test('two columns of a conversation are its people, and no two conversations melt', async () => {
  const { messages, groups, kinds } = await landedBy(
    `create table users(id integer primary key,name text); insert into users values(1,'ann'),(2,'ben'),(3,'cat');
     create table conversations(id integer primary key,user_one int,user_two int,created_at text);
     insert into conversations values(1,1,2,'2024-01-01 00:00:00'),(2,1,3,'2024-01-01 00:00:00'),(3,1,null,'2024-01-01 00:00:00');
     create table messages(id integer primary key,conversation_id int,user_id int,message text,created_at text);
     insert into messages values(1,1,1,'hi','2024-05-01 10:00:00'),(2,1,2,'yo','2024-05-01 10:01:00'),
       (3,2,3,'hey','2024-05-01 10:02:00'),(4,3,1,'to somebody who is gone','2024-05-01 10:03:00');`,
    '{ conversations: { table: conversations, members: { columns: [user_one, user_two] } } }',
  );
  expect(messages).toEqual([
    '1 1 → 2: hi',
    '2 2 → 1: yo',
    '3 3 → 1: hey',
    '4 1 → 3: to somebody who is gone',
  ]);
  expect(groups).toEqual({ 3: 'private 3: 1' });
  expect(kinds).toMatchObject({ messages: { read: 4, imported: 4 }, members: { read: 5 } });
});
