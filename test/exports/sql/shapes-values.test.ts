import { describe, expect, test } from 'vitest';
import { landedBy } from './landed.ts';

/** What a declared shape says of values: lists of members, yes and no, members of JSON, and ids of several tables. */

const PEOPLE = `create table users(id int,name text,kind text,state text);
insert into users values(1,'ann','human','on'),(2,'ben','human','closed'),(3,'cat','robot','on');
`;

const LISTS = `${PEOPLE}
create table rooms(id int, title text, people text);
insert into rooms values(1,null,'[1,2]'),(2,'Team','[{"id":1},{"key":"3"},null]'),(3,null,'{1,"2",NULL,"3"}'),
  (4,'broken','{"a":1}'),(5,'broken','[1,{"x":2}]'),(6,'broken','1,2'),(7,'empty','{}'),(8,'long','[9007199254740993]');
create table messages(id int, room_id int, sender_id int, body text, created_at int);
insert into messages values(1,1,1,'one',1700000000),(2,2,1,'two',1700000001),(3,3,1,'three',1700000002),(4,4,1,'four',1700000003);
`;

test('members are listed in JSON or as PostgreSQL does; what is no list of ids is a rejected row', async () => {
  const { messages, groups, kinds } = await landedBy(
    LISTS,
    '{ conversations: { table: rooms, name: title, members: { column: people } } }',
  );
  expect(messages).toEqual(['1 1 → 2: one', '2 1 → 2: two', '3 1 → 3: three']);
  expect(Object.values(groups)).toEqual([
    'private Team: 1 3',
    'private 3: 1 2 3',
    'private empty: ',
    'private long: 9007199254740993',
  ]);
  expect(kinds.conversations).toMatchObject({ read: 8, dropped: { unreadable: 3 } });
  expect(kinds.messages).toMatchObject({ read: 4, imported: 3, dropped: { unknownConversation: 1 } });
});

test('ids with something between them are members of groups, too, where no table has members', async () => {
  const { groups } = await landedBy(
    LISTS,
    `{ conversations: { table: rooms, name: title, members: { column: people, split: ',' }, where: { id: 6 } } }`,
  );
  expect(groups).toEqual({ 6: 'private broken: 1 2' });
});

test('two people of a message may stand in two columns beside its author', async () => {
  const { messages, kinds } = await landedBy(
    `${PEOPLE} create table messages(id int, a int, b int, sender_id int, body text, created_at int);
     insert into messages values(1,1,2,2,'hi',1700000000),(2,2,1,1,'yo',1700000001),(3,1,2,3,'not theirs',1700000002);`,
    '{ messages: { members: { columns: [a, b] } } }',
  );
  expect(messages).toEqual(['1 2 → 1: hi', '2 1 → 2: yo']);
  expect(kinds.messages).toMatchObject({ read: 3, imported: 2, dropped: { notInConversation: 1 } });
});

test('a row may name a conversation or a receiver', async () => {
  const { messages, groups } = await landedBy(
    `${PEOPLE} create table groups(id int, name text); insert into groups values(7,null);
     create table group_members(group_id int, user_id int); insert into group_members values(7,1),(7,2);
     create table messages(id int, from_id int, to_id int, group_id int, body text, created_at int);
     insert into messages values(1,1,2,0,'hi',1700000000),(2,1,null,7,'all',1700000001),(3,2,1,null,'yo',1700000002);`,
    '{ messages: { sender: from_id, receiver: to_id, conversation: group_id } }',
  );
  expect(messages).toEqual(['1 1 → 2: hi', '2 1 → 7: all', '3 2 → 1: yo']);
  expect(groups).toEqual({ 7: 'private 7: 1 2' });
});

describe('yes and no by value', () => {
  const FLAGS = `${PEOPLE}
create table rooms(id int, type text, name text, state text, access text);
insert into rooms values(1,'public','Quay','archived','all'),(2,'public','Office','open','staff'),(3,'public','Gone','deleted','all');
create table room_members(room_id int, user_id int, state text);
insert into room_members values(1,1,'in'),(1,2,'out'),(2,1,'in');
create table messages(id int, room_id int, sender_id int, body text, created_at int, seen_by text, gone text, extra text);
insert into messages values(1,1,1,'stays',1700000000,'all','no','{}'),(2,1,1,'a note',1700000001,'staff','no',null),
  (3,1,1,'taken back',1700000002,'all','retracted','{}'),(4,1,1,'deleted in JSON',1700000003,'all','no','{"deleted":true}'),
  (5,1,1,'deleted in a text of JSON',1700000004,'all','no','"{\\"deleted\\":true}"'),(6,1,1,'stays, too',1700000005,'all','no','{"deleted":false}'),
  (7,1,1,'nobody knows',1700000006,'all','no','{deleted'),(8,2,1,'inside',1700000007,'all','no',null),(9,3,1,'gone',1700000008,'all','no',null);
`;

  test('says who is a program or gone, which rooms are closed, and what is never imported', async () => {
    const { messages, groups, users, kinds } = await landedBy(
      FLAGS,
      `{ users: { bot: { column: kind, values: robot }, deactivatedAt: { column: state, values: [closed] } },
         conversations: { archived: { column: state, values: [archived] }, isPrivate: { column: access, values: [staff] },
           deletedAt: { column: state, values: [deleted] } },
         participants: { leftAt: { column: state, values: [out] } },
         messages: { internal: { column: seen_by, values: [staff] }, deletedAt: { column: gone, values: [retracted] },
           isDeleted: { column: extra, json: deleted } } }`,
    );
    expect(messages).toEqual(['1 1 → 1: stays', '6 1 → 1: stays, too', '8 1 → 2: inside']);
    expect(groups).toEqual({ 1: 'public Quay: 1', 2: 'private Office: 1' });
    expect(users.map((user) => user.slice(2))).toEqual(['ann', 'ben', 'cat']);
    expect(kinds.messages).toMatchObject({
      read: 9,
      imported: 3,
      dropped: { internal: 1, deleted: 4, unreadable: 1 },
    });
    expect(kinds.members).toMatchObject({ dropped: { left: 1 } });
  });
});

test.each([
  ['t', 'f'],
  ['1', '0'],
  ['true', 'false'],
])('true means what the database writes for it: %s', async (yes, no) => {
  const { messages, kinds } = await landedBy(
    `${PEOPLE} create table rooms(id int, type text, name text); insert into rooms values(1,'public','Quay');
     create table messages(id int, room_id int, sender_id int, body text, created_at int, staff text, draft text);
     insert into messages values(1,1,1,'hi',1700000000,'${no}','${no}'),(2,1,1,'a note',1700000001,'${yes}','${no}'),
       (3,1,1,'a draft',1700000002,'${no}','${yes}');`,
    '{ participants: { table: false }, messages: { internal: { column: staff, values: [true] }, where: { draft: false } } }',
  );
  expect(messages).toEqual(['1 1 → 1: hi']);
  expect(kinds.messages).toMatchObject({ read: 3, dropped: { internal: 1, where: 1 } });
});

test('conversations, files and reactions of several tables refer to the right ones', async () => {
  const { messages, groups, owners, kinds } = await landedBy(
    `${PEOPLE}
     create table staff(id int, name text); insert into staff values(1,'Agent');
     create table rooms(id int, type text, name text, owner_id int, owner_type text);
     insert into rooms values(1,'public','Room','1','staff'),(2,'public','Second','1','user');
     create table channels(id int, type text, name text); insert into channels values(1,'private','Channel');
     create table channel_members(channel_id int, staff_id int); insert into channel_members values(1,1);
     create table room_messages(id int, room_id int, user_id int, body text, created_at int);
     insert into room_messages values(1,1,1,'in the room',1700000000);
     create table channel_messages(id int, channel_id int, staff_id int, body text, created_at int);
     insert into channel_messages values(1,1,1,'in the channel',1700000001);
     create table reactions(message_id int, message_type text, user_id int, user_type text, emoji text);
     insert into reactions values(1,'room',1,'user','a'),(1,'channel',1,'staff','b'),(1,'post',1,'user','c');
     create table posts(id int);
     create table files(id int, record_id int, url text); insert into files values(1,1,'https://example.com/a.png');`,
    `{ users: [{ table: users }, { table: staff }],
       conversations: [{ table: rooms, owner: { column: owner_id, type: { column: owner_type, values: { user: users, staff: staff } } } },
         { table: channels }],
       participants: { table: channel_members, conversation: { column: channel_id, of: channels }, user: { column: staff_id, of: staff } },
       messages: [{ table: room_messages }, { table: channel_messages, conversation: { column: channel_id, of: channels }, sender: { column: staff_id, of: staff } }],
       reactions: { table: reactions,
         message: { column: message_id, type: { column: message_type, values: { room: messages, channel: channel_messages, post: posts } } },
         user: { column: user_id, type: { column: user_type, values: { user: users, staff: staff } } } },
       attachments: { table: files, message: record_id, of: channel_messages } }`,
  );
  const staff = /staff-1-\w+/g;
  const channel = /channels-1-\w+/g;
  const short = (line: string): string => line.replace(staff, 'staff-1').replace(channel, 'channels-1');
  expect(messages.map(short)).toEqual([
    '1 1 → 1: in the room (a 1)',
    'channel_messages:1 staff-1 → channels-1: in the channel (b staff-1)',
  ]);
  expect(Object.values(groups).map(short)).toEqual([
    'public Room: ',
    'public Second: ',
    'private Channel: staff-1',
  ]);
  expect([owners['1'], owners['2']].map(String).map(short)).toEqual(['staff-1', '1']);
  expect(kinds.reactions).toMatchObject({ read: 3, kept: 2, dropped: { messageMissing: 1 } });
  expect(kinds.attachments).toMatchObject({ read: 1 });
});

test('an id that is looked up is that of the table which stands beside it there', async () => {
  const script = `${PEOPLE}
    create table bots(id int, name text); insert into bots values(1,'Robot');
    create table seats(id int, room_id int, member_id int, member_type text);
    insert into seats values(11,1,1,'User'),(12,1,1,'Bot');
    create table rooms(id int, type text, name text); insert into rooms values(1,'public','Quay');
    create table messages(id int, room_id int, seat_id int, body text, created_at int);
    insert into messages values(1,1,11,'hi',1700000000),(2,1,12,'beep',1700000001);`;
  const sender = (more: string) =>
    `sender: { column: member_id, join: { table: seats, on: seat_id }${more} }`;
  await expect(
    landedBy(script, `{ participants: { table: false }, messages: { ${sender('')} } }`),
  ).rejects.toThrow(/SHAPE_UNCLEAR[\s\S]*messages\.sender[\s\S]*member_type/);
  const values = ', type: { column: member_type, values: { User: users, Bot: bots } }';
  const { messages } = await landedBy(
    script,
    `{ users: [{ table: users }, { table: bots }], participants: { table: false }, messages: { ${sender(values)} } }`,
  );
  expect(messages.map((line) => line.replace(/bots-1-\w+/, 'bots-1'))).toEqual([
    '1 1 → 1: hi',
    '2 bots-1 → 1: beep',
  ]);
});
