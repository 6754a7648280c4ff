import { describe, expect, test } from 'vitest';
import { drafted, landedOf } from './schema.ts';

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
