import type { Schema } from './schema.ts';

/** Messages from one person to another, without conversations. */

const USERS = `create table users(id integer primary key,username text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');`;

const BOTH = ['hi: ann > ann+ben', 'yo: ben > ann+ben', 'hey: cat > ann+cat'];

const TUTORIAL = `create table users(user_id integer primary key, unique_id int, fname text, lname text, email text, img text, status text);
insert into users values(1,1001,'ann','','a@example.com','a.png','Offline'),(2,1002,'ben','','b@example.com','b.png','Online'),(3,1003,'cat','','c@example.com','c.png','Online');`;

export const pairs: readonly Schema[] = [
  {
    name: 'incoming and outgoing ids, and no time at all',
    tables: `${TUTORIAL}
create table messages(msg_id integer primary key, incoming_msg_id int, outgoing_msg_id int, msg text);
insert into messages values(1,1002,1001,'hi'),(2,1001,1002,'yo'),(3,1001,1003,'hey');`,
    answers: ['messages.time=2022-01-01T00:00:00Z'],
    said: BOTH,
  },
  {
    name: 'incoming and outgoing ids with a time',
    tables: `${TUTORIAL}
create table messages(msg_id integer primary key, incoming_msg_id int, outgoing_msg_id int, msg text, created_at text);
insert into messages values(1,1002,1001,'hi','2024-05-01 10:00:00'),(2,1001,1002,'yo','2024-05-01 10:01:00'),(3,1001,1003,'hey','2024-05-01 10:02:00');`,
    said: BOTH,
  },
  {
    name: 'to_user_id, from_user_id, chat_message',
    tables: `${USERS}
create table chat_message(chat_message_id integer primary key,to_user_id int,from_user_id int,chat_message text,timestamp text,status int);
insert into chat_message values(1,2,1,'hi','2024-05-01 10:00:00',1),(2,1,2,'yo','2024-05-01 10:01:00',1),(3,1,3,'hey','2024-05-01 10:02:00',0);`,
    answers: ['messages.where.status=all'],
    said: BOTH,
  },
  {
    name: 'chatrecord: byid, toid',
    tables: `${USERS}
create table chatrecord(id integer primary key,byid int,toid int,text text,time text);
insert into chatrecord values(1,1,2,'hi','2024-05-01 10:00:00'),(2,2,1,'yo','2024-05-01 10:01:00'),(3,3,1,'hey','2024-05-01 10:02:00');`,
    said: BOTH,
  },
  {
    name: 'sender and receiver are names of users',
    tables: `${USERS}
create table messages(id integer primary key,sender text,receiver text,message text,time text);
insert into messages values(1,'ann','ben','hi','2024-05-01 10:00:00'),(2,'ben','ann','yo','2024-05-01 10:01:00'),(3,'cat','ann','hey','2024-05-01 10:02:00');`,
    said: BOTH,
  },
  {
    name: 'from and to are names, and nobody lists the users',
    tables: `create table chat(id integer primary key,"from" text,"to" text,message text,sent text,recd int);
insert into chat values(1,'ann','ben','hi','2024-05-01 10:00:00',1),(2,'ben','ann','yo','2024-05-01 10:01:00',1),(3,'cat','ann','hey','2024-05-01 10:02:00',0);`,
    said: BOTH,
  },
  {
    name: 'tables that begin with tbl_, and deleted messages',
    tables: `create table tbl_users(user_id integer primary key,user_name text,user_email text);
insert into tbl_users values(1,'ann','a@example.com'),(2,'ben','b@example.com'),(3,'cat','c@example.com');
create table tbl_chat(chat_id integer primary key,sender_id int,receiver_id int,chat_text text,chat_time text,is_deleted int);
insert into tbl_chat values(1,1,2,'hi','2024-05-01 10:00:00',0),(2,2,1,'yo','2024-05-01 10:01:00',0),(3,3,1,'hey','2024-05-01 10:02:00',0),(4,3,1,'never','2024-05-01 10:03:00',1);`,
    said: BOTH,
    leftOut: { deleted: 1 },
  },
  {
    name: 'private messages with a subject, which each side deletes for itself',
    tables: `create table members(member_id integer primary key,login text,mail text);
insert into members values(1,'ann','a@example.com'),(2,'ben','b@example.com'),(3,'cat','c@example.com');
create table private_messages(id integer primary key,sender_id int,recipient_id int,subject text,body text,sent_at text,deleted_by_sender int,deleted_by_recipient int);
insert into private_messages values(1,1,2,'Order','hi','2024-05-01 10:00:00',0,0),(2,2,1,'Re: Order','yo','2024-05-01 10:01:00',0,0),(3,3,1,'Tea','hey','2024-05-01 10:02:00',0,0),(4,3,1,'Tea','gone for both','2024-05-01 10:03:00',1,1);`,
    shape: `      users: { table: members, id: member_id, name: login, email: mail }
      messages:
        table: private_messages
        sender: sender_id
        receiver: recipient_id
        time: sent_at
        where: { deleted_by_sender: 0, deleted_by_recipient: 0 }`,
    said: BOTH,
    leftOut: { where: 1 },
  },
  {
    name: 'a receiver is a user or a group',
    tables: `create table users(id integer primary key,name text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');
create table groups(id integer primary key,name text);
insert into groups values(1,'Team');
create table group_user(group_id int,user_id int);
insert into group_user values(1,1),(1,3);
create table messages(id integer primary key,from_id int,to_id int,to_type text,body text,created_at text);
insert into messages values(1,1,2,'user','hi','2024-05-01 10:00:00'),(2,1,1,'group','all','2024-05-01 10:01:00'),(3,2,1,'user','yo','2024-05-01 10:02:00');`,
    said: ['hi: ann > ann+ben', 'all: ann > Team private ann,cat', 'yo: ben > ann+ben'],
  },
  {
    name: 'a receiver is a user or a group of which nobody lists the members',
    tables: `create table users(id integer primary key,name text);
insert into users values(1,'ann'),(2,'ben');
create table groups(id integer primary key,name text);
insert into groups values(1,'Team');
create table messages(id integer primary key,from_id int,to_id int,to_type text,body text,created_at text);
insert into messages values(1,1,2,'user','hi','2024-05-01 10:00:00'),(2,1,1,'group','all','2024-05-01 10:01:00');`,
    said: ['hi: ann > ann+ben', 'all: ann > Team private '],
  },
];
