import type { Schema } from './schema.ts';

/** Conversations that name two people in two columns, and chats in several tables. */

const USERS = `create table users(id integer primary key,name text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');`;

const BOTH = ['hi: ann > ann+ben', 'yo: ben > ann+ben', 'hey: cat > ann+cat'];

const conversations = (table: string, one: string, other: string): string =>
  `create table ${table}(id integer primary key,${one} int,${other} int,created_at text);
insert into ${table} values(1,1,2,'2024-01-01 00:00:00'),(2,1,3,'2024-01-01 00:00:00');`;

export const inColumns: readonly Schema[] = [
  {
    name: 'user_one and user_two',
    tables: `${USERS}
${conversations('conversations', 'user_one', 'user_two')}
create table messages(id integer primary key,conversation_id int,user_id int,message text,is_seen int,created_at text);
insert into messages values(1,1,1,'hi',1,'2024-05-01 10:00:00'),(2,1,2,'yo',1,'2024-05-01 10:01:00'),(3,2,3,'hey',0,'2024-05-01 10:02:00');`,
    said: BOTH,
  },
  {
    name: 'a buyer and a seller, who talk of two items apart',
    tables: `${USERS}
create table conversations(id integer primary key,item_id int,buyer_id int,seller_id int,created_at text);
insert into conversations values(1,70,1,2,'2024-01-01 00:00:00'),(2,71,1,2,'2024-01-01 00:00:00'),(3,71,1,3,'2024-01-01 00:00:00');
create table messages(id integer primary key,conversation_id int,sender_id int,body text,created_at text);
insert into messages values(1,1,1,'the lamp?','2024-05-01 10:00:00'),(2,2,2,'the chair','2024-05-01 10:01:00'),(3,3,3,'hey','2024-05-01 10:02:00');`,
    said: ['the lamp?: ann > ann+ben', 'the chair: ben > ann, ben private ann,ben', 'hey: cat > ann+cat'],
  },
  {
    name: 'user1_id and user2_id',
    tables: `${USERS}
${conversations('chats', 'user1_id', 'user2_id')}
create table messages(id integer primary key,chat_id int,sender_id int,content text,created_at text,is_read int);
insert into messages values(1,1,1,'hi','2024-05-01 10:00:00',1),(2,1,2,'yo','2024-05-01 10:01:00',1),(3,2,3,'hey','2024-05-01 10:02:00',0);`,
    said: BOTH,
  },
  {
    name: 'first_person_id and second_person_id',
    tables: `${USERS}
${conversations('threads', 'first_person_id', 'second_person_id')}
create table chat_messages(id integer primary key,thread_id int,user_id int,message text,timestamp text);
insert into chat_messages values(1,1,1,'hi','2024-05-01 10:00:00'),(2,1,2,'yo','2024-05-01 10:01:00'),(3,2,3,'hey','2024-05-01 10:02:00');`,
    said: BOTH,
  },
  {
    name: 'sender_id and receiver_id of a conversation',
    tables: `${USERS}
${conversations('conversations', 'sender_id', 'receiver_id')}
create table messages(id integer primary key,conversation_id int,sender_id int,receiver_id int,body text,read_at text,created_at text);
insert into messages values(1,1,1,2,'hi','2024-05-01 10:00:30','2024-05-01 10:00:00'),(2,1,2,1,'yo',null,'2024-05-01 10:01:00'),(3,2,3,1,'hey',null,'2024-05-01 10:02:00');`,
    said: BOTH,
  },
  {
    name: 'conversation and conversation_reply',
    tables: `create table users(user_id integer primary key,username text,email text);
insert into users values(1,'ann','a@example.com'),(2,'ben','b@example.com'),(3,'cat','c@example.com');
create table conversation(c_id integer primary key,user_one int,user_two int,ip text,time int,status int);
insert into conversation values(1,1,2,'127.0.0.1',1714557600,1),(2,1,3,'127.0.0.1',1714557600,1);
create table conversation_reply(cr_id integer primary key,reply text,user_id_fk int,ip text,time int,c_id_fk int,status int);
insert into conversation_reply values(1,'hi',1,'127.0.0.1',1714557600,1,1),(2,'yo',2,'127.0.0.1',1714557660,1,1),(3,'hey',3,'127.0.0.1',1714557720,2,1);`,
    said: BOTH,
  },
  {
    name: 'tickets with internal notes',
    tables: `${USERS}
create table support_tickets(id integer primary key,subject text,customer_id int,agent_id int,created_at text);
insert into support_tickets values(7,'Broken lamp',1,2,'2024-01-01 00:00:00'),(8,'Lost parcel',1,2,'2024-01-01 00:00:00');
create table ticket_messages(id integer primary key,ticket_id int,user_id int,body text,is_internal int,created_at text,deleted_at text);
insert into ticket_messages values(1,7,1,'it broke',0,'2024-05-01 10:00:00',null),(2,7,2,'we send one',0,'2024-05-01 10:01:00',null),(3,7,2,'he is angry',1,'2024-05-01 10:02:00',null),(4,8,1,'where is it',0,'2024-05-01 10:03:00',null),(5,8,1,'oops',0,'2024-05-01 10:04:00','2024-05-01 10:05:00');`,
    said: [
      'it broke: ann > Broken lamp private ann,ben',
      'we send one: ben > Broken lamp private ann,ben',
      'where is it: ann > Lost parcel private ann,ben',
    ],
    leftOut: { deleted: 1, internal: 1 },
  },
  {
    name: "an author is a row of the participants, which is somebody else's number",
    tables: `${USERS}
create table conversations(id integer primary key,title text,created_at text);
insert into conversations values(1,'Team','2024-01-01 00:00:00');
create table participants(id integer primary key,conversation_id int,user_id int);
insert into participants values(1,1,3),(2,1,1),(3,1,2);
create table messages(id integer primary key,conversation_id int,participant_id int,body text,created_at text);
insert into messages values(1,1,1,'hey','2024-05-01 10:00:00'),(2,1,2,'hi','2024-05-01 10:01:00'),(3,1,3,'yo','2024-05-01 10:02:00');`,
    said: [
      'hey: cat > Team private ann,ben,cat',
      'hi: ann > Team private ann,ben,cat',
      'yo: ben > Team private ann,ben,cat',
    ],
  },
  {
    name: 'messages and group_messages',
    tables: `create table users(id integer primary key,username text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');
create table messages(id integer primary key,from_user int,to_user int,message text,sent_at text,is_read int);
insert into messages values(1,1,2,'hi','2024-05-01 10:00:00',1),(2,2,1,'yo','2024-05-01 10:01:00',0);
create table group_messages(id integer primary key,group_id int,sender_id int,message text,sent_at text);
insert into group_messages values(1,7,1,'all','2024-05-01 10:02:00');
create table groups(id integer primary key,name text,created_by int);
insert into groups values(7,'Team',1);
create table group_members(group_id int,user_id int);
insert into group_members values(7,1),(7,2);`,
    said: ['hi: ann > ann+ben', 'yo: ben > ann+ben', 'all: ann > Team private ann,ben'],
  },
  {
    name: 'user_messages and group_messages',
    tables: `create table users(id integer primary key,username text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');
create table user_messages(id integer primary key,sender_id int,receiver_id int,content text,created_at text);
insert into user_messages values(1,1,2,'hi','2024-05-01 10:00:00');
create table chat_groups(id integer primary key,name text,owner_id int);
insert into chat_groups values(1,'Team',1);
create table group_users(group_id int,user_id int);
insert into group_users values(1,1),(1,3);
create table group_messages(id integer primary key,group_id int,sender_id int,content text,created_at text,is_deleted int);
insert into group_messages values(1,1,3,'all','2024-05-01 10:01:00',0),(2,1,3,'never','2024-05-01 10:02:00',1);`,
    said: ['hi: ann > ann+ben', 'all: cat > Team private ann,cat'],
    leftOut: { deleted: 1 },
  },
  {
    name: 'a server with times in milliseconds: single and group messages',
    tables: `create table user(user_id text primary key,nickname text,create_time int);
insert into user values('u1','ann',1700000000000),('u2','ben',1700000000000);
create table single_messages(msg_id text primary key,send_id text,recv_id text,content text,send_time int);
insert into single_messages values('s1','u1','u2','hi',1714557600000),('s2','u2','u1','yo',1714557660000);
create table groups(group_id text primary key,group_name text,create_time int);
insert into groups values('g1','Team',1700000000000);
create table group_members(group_id text,user_id text,join_time int);
insert into group_members values('g1','u1',1700000000000),('g1','u2',1700000000000);
create table group_messages(msg_id text primary key,group_id text,send_id text,content text,send_time int);
insert into group_messages values('s1','g1','u2','all',1714557720000);`,
    said: ['hi: ann > ann+ben', 'yo: ben > ann+ben', 'all: ben > Team private ann,ben'],
  },
  {
    name: 'customers and agents in two tables with the same numbers',
    tables: `create table customers(id integer primary key,name text);
insert into customers values(1,'red'),(2,'blue');
create table agents(id integer primary key,name text);
insert into agents values(1,'ann'),(2,'ben');
create table conversations(id integer primary key,customer_id int,agent_id int,created_at text);
insert into conversations values(5,1,1,'2024-01-01 00:00:00'),(6,2,1,'2024-01-01 00:00:00');
create table messages(id integer primary key,conversation_id int,sender_type text,sender_id int,body text,created_at text,private_note int);
insert into messages values(1,5,'customer',1,'help','2024-05-01 10:00:00',0),(2,5,'agent',1,'sure','2024-05-01 10:01:00',0),(3,6,'customer',2,'me too','2024-05-01 10:02:00',0),(4,6,'agent',1,'a bore','2024-05-01 10:03:00',1);`,
    shape: `      users: [{ table: customers }, { table: agents }]
      conversations:
        table: conversations
        members: { columns: [customer_id, { column: agent_id, of: agents }] }
      messages:
        sender: { column: sender_id, type: { column: sender_type, values: { customer: users, agent: agents } } }`,
    said: ['help: red > ann+red', 'sure: ann > ann+red', 'me too: blue > ann+blue'],
    leftOut: { internal: 1 },
  },
];
