import type { Schema } from './schema.ts';

/** Conversations in which people take part, and messages that say in which one they are. */

const USERS = `create table users(id integer primary key,name text,email text);
insert into users values(1,'ann','a@example.com'),(2,'ben','b@example.com'),(3,'cat','c@example.com');`;

export const rooms: readonly Schema[] = [
  {
    name: 'channels as in a work chat, with threads and deletions',
    tables: `${USERS}
create table channels(id integer primary key,name text,is_private int,created_by int,created_at text);
insert into channels values(1,'general',0,1,'2024-01-01 00:00:00'),(2,'board',1,1,'2024-01-01 00:00:00');
create table channel_members(channel_id int,user_id int,role text,joined_at text);
insert into channel_members values(1,1,'admin','2024-01-01 00:00:00'),(1,2,'member','2024-01-01 00:00:00'),(2,1,'admin','2024-01-01 00:00:00'),(2,3,'member','2024-01-01 00:00:00');
create table messages(id integer primary key,channel_id int,user_id int,content text,parent_id int,created_at text,deleted_at text);
insert into messages values(1,1,1,'hi',null,'2024-05-01 10:00:00',null),(2,1,2,'yo',1,'2024-05-01 10:01:00',null),(3,2,3,'secret',null,'2024-05-01 10:02:00',null),(4,2,3,'never',null,'2024-05-01 10:03:00','2024-05-01 10:04:00');`,
    said: [
      'hi: ann > general public ann,ben',
      'yo: ben > general public ann,ben',
      'secret: cat > board private ann,cat',
    ],
    leftOut: { deleted: 1 },
  },
  {
    name: 'message groups: message_group_id, sender_user_id',
    tables: `${USERS}
create table message_groups(id integer primary key,title text,created_at text);
insert into message_groups values(1,'Team','2024-01-01 00:00:00'),(2,null,'2024-01-01 00:00:00');
create table message_group_members(message_group_id int,user_id int);
insert into message_group_members values(1,1),(1,2),(1,3),(2,1),(2,3);
create table messages(id integer primary key,message_group_id int,sender_user_id int,message_text text,sent_at text);
insert into messages values(1,1,1,'all','2024-05-01 10:00:00'),(2,2,3,'hey','2024-05-01 10:01:00');`,
    said: ['all: ann > Team private ann,ben,cat', 'hey: cat > ann+cat'],
  },
  {
    name: 'camel case, a chat is dual or group',
    tables: `create table "Users"("id" integer primary key,"firstName" text,"lastName" text,"email" text,"createdAt" text);
insert into "Users" values(1,'ann',null,'a@example.com','2024-01-01 00:00:00'),(2,'ben',null,'b@example.com','2024-01-01 00:00:00'),(3,'cat',null,'c@example.com','2024-01-01 00:00:00');
create table "Chats"("id" integer primary key,"type" text,"createdAt" text,"updatedAt" text);
insert into "Chats" values(1,'dual','2024-01-01 00:00:00',null),(2,'group','2024-01-01 00:00:00',null);
create table "ChatUsers"("id" integer primary key,"chatId" int,"userId" int,"createdAt" text);
insert into "ChatUsers" values(1,1,1,'2024-01-01 00:00:00'),(2,1,2,'2024-01-01 00:00:00'),(3,2,1,'2024-01-01 00:00:00'),(4,2,2,'2024-01-01 00:00:00'),(5,2,3,'2024-01-01 00:00:00');
create table "Messages"("id" integer primary key,"message" text,"chatId" int,"fromUserId" int,"createdAt" text,"updatedAt" text);
insert into "Messages" values(1,'hi',1,1,'2024-05-01 10:00:00',null),(2,'all',2,3,'2024-05-01 10:01:00',null);`,
    said: ['hi: ann > ann+ben', 'all: cat > 2 private ann,ben,cat'],
  },
  {
    name: 'a join table of Prisma',
    tables: `create table "User"(id text primary key,name text,email text);
insert into "User" values('ua','ann','a@example.com'),('ub','ben','b@example.com'),('uc','cat','c@example.com');
create table "Chat"(id text primary key,name text,"createdAt" text);
insert into "Chat" values('c1',null,'2024-01-01T00:00:00Z'),('c2','Team','2024-01-01T00:00:00Z');
create table "_ChatToUser"("A" text,"B" text);
insert into "_ChatToUser" values('c1','ua'),('c1','ub'),('c2','ua'),('c2','ub'),('c2','uc');
create table "Message"(id text primary key,content text,"createdAt" text,"chatId" text,"authorId" text);
insert into "Message" values('m1','hi','2024-05-01T10:00:00Z','c1','ua'),('m2','all','2024-05-01T10:01:00Z','c2','uc');`,
    said: ['hi: ann > ann+ben', 'all: cat > Team private ann,ben,cat'],
  },
  {
    name: 'members in a list of JSON',
    tables: `${USERS}
create table chats(id integer primary key,name text,is_group int,members text,created_at text);
insert into chats values(1,null,0,'[1,2]','2024-01-01 00:00:00'),(2,'Team',1,'[1,2,3]','2024-01-01 00:00:00');
create table messages(id integer primary key,chat_id int,sender_id int,text text,created_at text);
insert into messages values(1,1,1,'hi','2024-05-01 10:00:00'),(2,2,3,'all','2024-05-01 10:01:00');`,
    said: ['hi: ann > ann+ben', 'all: cat > Team private ann,ben,cat'],
  },
  {
    name: 'members in an array of PostgreSQL',
    tables: `--
-- PostgreSQL database dump
--
CREATE TABLE public.users (id integer NOT NULL, username text);
CREATE TABLE public.rooms (id integer NOT NULL, name text, member_ids integer[], created_at timestamp with time zone);
CREATE TABLE public.messages (id integer NOT NULL, room_id integer, user_id integer, body text, created_at timestamp with time zone);
COPY public.users (id, username) FROM stdin;
1	ann
2	ben
3	cat
\\.
COPY public.rooms (id, name, member_ids, created_at) FROM stdin;
1	\\N	{1,2}	2024-01-01 00:00:00+00
2	Team	{1,2,3}	2024-01-01 00:00:00+00
\\.
COPY public.messages (id, room_id, user_id, body, created_at) FROM stdin;
1	1	1	hi	2024-05-01 10:00:00+00
2	2	3	all	2024-05-01 10:01:00+00
\\.
-- PostgreSQL database dump complete
`,
    said: ['hi: ann > ann+ben', 'all: cat > Team private ann,ben,cat'],
  },
  {
    name: 'a nickname, a text and a date: one room',
    tables: `create table messages(id integer primary key,nickname text,msg text,date text);
insert into messages values(1,'ann','hi','2024-05-01 10:00:00'),(2,'ben','yo','2024-05-01 10:01:00'),(3,'ann','bye','2024-05-01 10:02:00');`,
    said: [
      'hi: ann > lobby private ann,ben',
      'yo: ben > lobby private ann,ben',
      'bye: ann > lobby private ann,ben',
    ],
  },
  {
    name: 'one room of people who have an account',
    tables: `${USERS}
create table messages(id integer primary key,user_id int,message text,created_at text);
insert into messages values(1,1,'hi','2024-05-01 10:00:00'),(2,2,'yo','2024-05-01 10:01:00'),(3,1,'bye','2024-05-01 10:02:00');`,
    said: [
      'hi: ann > lobby private ann,ben',
      'yo: ben > lobby private ann,ben',
      'bye: ann > lobby private ann,ben',
    ],
  },
  {
    name: 'a room for everybody, as its owner says',
    tables: `create table shouts(sid integer primary key,nick text,shout text,posted text);
insert into shouts values(1,'ann','hi','2024-05-01 10:00:00'),(2,'ben','yo','2024-05-01 10:01:00');`,
    shape: `      messages:
        table: shouts
        id: sid
        sender: nick
        text: shout
        time: posted
        conversation: { const: Shoutbox, type: public }`,
    said: ['hi: ann > Shoutbox public ann,ben', 'yo: ben > Shoutbox public ann,ben'],
  },
  {
    name: 'rooms and people are names in each message',
    tables: `create table messages(id integer primary key,room text,username text,message text,created_at text);
insert into messages values(1,'north','ann','hi','2024-05-01 10:00:00'),(2,'north','ben','yo','2024-05-01 10:01:00'),(3,'south','cat','hey','2024-05-01 10:02:00'),(4,'south','ann','you','2024-05-01 10:03:00'),(5,'south','ben','me','2024-05-01 10:04:00');`,
    shape: `      conversations: { table: messages, id: room, name: room }
      participants: { table: messages, conversation: room, user: username }
      messages: { table: messages, conversation: room, sender: username, text: message }`,
    said: [
      'hi: ann > north private ann,ben',
      'yo: ben > north private ann,ben',
      'hey: cat > south private ann,ben,cat',
      'you: ann > south private ann,ben,cat',
      'me: ben > south private ann,ben,cat',
    ],
  },
];
