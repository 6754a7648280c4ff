import { expect, test } from 'vitest';
import { run } from '../dumps.ts';

/** Shapes that say something else than what the tables have. */

const DUMP = `create table users(id int,name text);
insert into users values(1,'ann'),(2,'ben');
create table groups(id int,type text,name text);
insert into groups values(1,'public','Team');
create table messages(id int,from_id int,to_id int,to_type text,body text,created_at int);
insert into messages values(1,1,2,'user','hi',1700000000),(2,1,1,'group','all',1700000001);
create table group_messages(id int,group_id int,from_id int,body text,created_at int);
insert into group_messages values(1,1,1,'all',1700000002);
`;
const to = (values: string): string =>
  `{ messages: { table: messages, receiver: { column: to_id, type: { column: to_type, values: { ${values} } } } } }`;
const OTHERS = 'receiver: to_id';

test.each([
  [
    'a table twice',
    `{ users: [{ table: users }, { table: users }] }`,
    /SHAPE_INVALID[\s\S]*shape\.users\.1\.table: [\s\S]*rows of users, too[\s\S]*name each table once/,
  ],
  [
    'a table twice, by another name',
    `{ messages: [{ table: group_messages }, { table: 'group_*' , where: { id: 2 } }] }`,
    /SHAPE_INVALID[\s\S]*shape\.messages\.1\.table/,
  ],
  [
    'the same members twice',
    `{ participants: [{ table: groups, conversation: id, user: id }, { table: groups, conversation: id, user: id }], messages: { table: group_messages } }`,
    /SHAPE_INVALID[\s\S]*shape\.participants\.1\.table/,
  ],
  [
    'a part without a table',
    `{ messages: [{ table: group_messages }, { ${OTHERS} }] }`,
    /SHAPE_INVALID[\s\S]*shape\.messages\.1: it names no table[\s\S]*\{ table: … \}/,
  ],
  [
    'a table that is gone',
    `{ messages: [{ table: group_messages }, { table: dm_messages }] }`,
    /SHAPE_UNCLEAR[\s\S]*shape\.messages\.1\.table: there is no table dm_messages; the tables are: users/,
  ],
  [
    'a column that is gone',
    `{ messages: { table: messages, receiver: to } }`,
    /SHAPE_UNCLEAR[\s\S]*shape\.messages\.receiver: messages has no column to; its columns are: id, from_id/,
  ],
  [
    'a column of members that is gone',
    `{ conversations: { members: { columns: [id, other] } }, messages: { table: group_messages } }`,
    /shape\.conversations\.member2: groups has no column other/,
  ],
  [
    'a column of conditions that is gone',
    `{ messages: { table: group_messages, where: { state: open } } }`,
    /shape\.messages\.where: group_messages has no column state/,
  ],
  [
    'a column that is to be kept and is gone',
    `{ users: { metadata: [phone] }, messages: { table: group_messages } }`,
    /shape\.users\.metadata: users has no column phone/,
  ],
  [
    'a column that says whose ids they are and is gone',
    `{ messages: { table: messages, receiver: { column: to_id, type: { column: kind, values: {} } } } }`,
    /shape\.messages\.receiver: messages has no column kind/,
  ],
  [
    'a value that is not declared',
    to('user: users'),
    /SHAPE_UNCLEAR[\s\S]*messages\.receiver: the values of to_type that are declared lack group[\s\S]*values: \{ …, group: … \}/,
  ],
  ['a word of everything', to('user: users, constructor: users'), /declared lack group/],
  [
    'a table of ids that is none',
    to('user: users, group: grops'),
    /SHAPE_UNCLEAR[\s\S]*shape\.messages\.receiver: ids are of users or conversations, or of a table; there is no table grops; the tables are: /,
  ],
  [
    'another table of ids that is none',
    `{ messages: { table: messages, ${OTHERS}, sender: { column: from_id, of: staff } } }`,
    /shape\.messages\.sender: ids are of users, or of a table; there is no table staff/,
  ],
  [
    'a table of messages that is none',
    `{ messages: { table: group_messages }, reactions: { table: messages, of: dm, message: id, user: from_id, reaction: body } }`,
    /shape\.reactions\.message: ids are of messages, or of a table; there is no table dm/,
  ],
  [
    'ids of several tables',
    `{ messages: { table: messages } }`,
    /SHAPE_UNCLEAR[\s\S]*messages\.receiver: whose ids are in to_id[\s\S]*to_type[\s\S]*group, user/,
  ],
  [
    'a day that there is not',
    `{ messages: { table: group_messages, time: 2022-02-30T00:00:00Z } }`,
    /SHAPE_INVALID[\s\S]*shape\.messages\.time: 2022-02-30T00:00:00Z is no time[\s\S]*time: 2022-01-01T00:00:00Z/,
  ],
  [
    'a time without a zone',
    `{ messages: { table: group_messages, time: 2022-02-20 } }`,
    /SHAPE_INVALID[\s\S]*shape\.messages\.time: 2022-02-20/,
  ],
  [
    'a time that is none',
    `{ messages: { table: group_messages, time: yesterday } }`,
    /shape\.messages\.time: group_messages has no column yesterday/,
  ],
  [
    'a room that there is',
    `{ messages: { table: group_messages, conversation: { const: '1' } } }`,
    /SHAPE_INVALID[\s\S]*there is another conversation with the id 1/,
  ],
  [
    'a room of a kind that there is not',
    `{ messages: { table: group_messages, conversation: { const: lobby, type: direct } } }`,
    /SHAPE_INVALID[\s\S]*shape\.messages\.conversation\.type: [\s\S]*private/,
  ],
  [
    'one person of two',
    `{ messages: { table: messages, members: { columns: [to_id] } } }`,
    /SHAPE_INVALID[\s\S]*shape\.messages\.members\.columns/,
  ],
  [
    'a key that there is not',
    `{ messages: [{ table: group_messages }, { tabel: messages }] }`,
    /SHAPE_INVALID[\s\S]*shape\.messages\.1: Unrecognized key: "tabel"/,
  ],
  [
    'values of a column that is no yes and no',
    `{ users: { id: { column: id, values: [1] } }, messages: { table: group_messages } }`,
    /SHAPE_INVALID[\s\S]*shape\.users\.id: Unrecognized key: "values"/,
  ],
])('refused: %s', async (_of, shape, error) => {
  await expect(run(DUMP, { options: `, shape: ${shape}` })).rejects.toThrow(error);
});
