import { describe, expect, test } from 'vitest';
import { drafted, landedOf, schemaHere } from './schema.ts';

/** Columns with usual names, whose values say that a row is not for everybody. */

const PEOPLE = `create table users(id integer primary key,name text);
insert into users values(1,'ann'),(2,'ben'),(3,'cat');
create table rooms(id integer primary key,name text);
insert into rooms values(1,'Order');
create table room_members(room_id int,user_id int);
insert into room_members values(1,1),(1,2);`;
/** A room of two, whose messages have one more column with these values. */
const room = (column: string, values: readonly (string | null)[]): string => `${PEOPLE}
create table messages(id integer primary key,room_id int,user_id int,body text,created_at text,${column});
${values
  .map(
    (value, at) =>
      `insert into messages values(${at + 1},1,${(at % 2) + 1},'text ${at + 1}','2024-05-01 10:0${at}:00',${value === null ? 'null' : `'${value}'`});`,
  )
  .join('\n')}`;

describe('a kind of messages', () => {
  test('that is a note of the staff is never imported', async () => {
    const { said, summary } = await landedOf({
      tables: room('type text', ['message', 'note', 'Internal_Note']),
    });
    expect(said).toEqual(['text 1: ann > Order private ann,ben']);
    expect(summary.kinds.messages?.dropped).toEqual({ internal: 2 });
  });

  test('is for everybody where somebody says that none is internal', async () => {
    const shape = '      messages: { table: messages, internal: false }';
    const { said } = await landedOf({ tables: room('type text', ['message', 'note']), shape });
    expect(said).toHaveLength(2);
  });
});

describe('is asked for:', () => {
  test.each([
    ['type int', 'type', ['1', '3', '1']],
    ['status int', 'status', ['1', '9', '1']],
    ['status text', 'status', ['sent', 'pending', 'sent']],
    ['type text', 'type', ['M', 'N', 'R']],
    ['scope text', 'scope', ['external', 'internal', 'external']],
    ['is_public int', 'is_public', ['1', '0', '1']],
    ['is_active int', 'is_active', ['1', '0', '1']],
  ])('%s', async (column, name, values) => {
    const { asked } = await drafted(room(column, values));
    expect(asked).toEqual([`messages.where.${name}`]);
  });

  test('who was invited or banned, not only who is a member', async () => {
    const { asked } = await drafted(`${room('read int', ['1', '0'])}
alter table room_members add column status text;
update room_members set status = case user_id when 1 then 'active' else 'invited' end;`);
    expect(asked).toEqual(['participants.where.status']);
  });
});

describe('who is no member any more is asked for:', () => {
  test.each([
    ['is_active int', 'is_active', '0'],
    ['exited_on text', 'exited_on', '2024-02-01'],
    ['status text', 'status', 'declined'],
    ['role text', 'role', 'banned'],
  ])('%s', async (column, name, value) => {
    const { asked } = await drafted(`${room('read int', ['1', '0'])}
alter table room_members add column ${column};
update room_members set ${name} = case user_id when 1 then ${value === '0' ? '1' : 'null'} else '${value}' end;`);
    expect(asked).toEqual([`participants.where.${name}`]);
  });
});

test.each(['SYSTEM', 'JOIN', 'System_Info'])(
  'a kind %s is of the system, in letters of any size',
  async (kind) => {
    const { said, summary } = await landedOf({ tables: room('type text', ['CHAT', kind]) });
    expect(said).toEqual(['text 1: ann > Order private ann,ben']);
    expect(summary.kinds.messages?.dropped).toEqual({ system: 1 });
  },
);

test.each([
  ['status text', ['sent', 'delivered', 'read']],
  ['status int', ['1', '1', '1']],
  ['type text', ['text', 'image', 'file']],
  ['is_public int', ['1', '1', '1']],
])('%s with values for everybody is not', async (column, values) => {
  expect((await drafted(room(column, values))).asked).toEqual([]);
});

test('rows without a value can be meant by an answer', async () => {
  const tables = room('scheduled_delete_at text', [null, '2030-01-01', null]);
  const { asked, questions } = await drafted(tables);
  expect(asked).toEqual(['messages.where.scheduled_delete_at']);
  expect(questions[0]?.text).toContain('empty (2)');
  const { said } = await landedOf({ tables, answers: ['messages.where.scheduled_delete_at=empty'] });
  expect(said).toEqual(['text 1: ann > Order private ann,ben', 'text 3: ann > Order private ann,ben']);
});

test('an answer that none of the values is, is refused', async () => {
  using here = schemaHere({ tables: room('scope text', ['external', 'internal', 'external']) });
  const { exitCode, stderr } = await here.init('--answer', 'messages.where.scope=other');
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('or some of its values')]);
});

describe('a room', () => {
  const rooms = (column: string, values: string): string => `${room('read int', ['1', '0'])}
alter table rooms add column ${column};
update rooms set ${values};`;

  test('is not public because of a letter', async () => {
    const { said } = await landedOf({ tables: rooms('type text', "type = 'o'") });
    expect(said[0]).toBe('text 1: ann > Order private ann,ben');
  });

  test('is asked for where a word may mean that it is public', async () => {
    const { asked } = await drafted(rooms('type text', "type = 'channel'"));
    expect(asked).toEqual(['conversations.types.channel']);
  });

  test('whose state is deleted is skipped, with its messages', async () => {
    const { said, summary } = await landedOf({ tables: rooms('status text', "status = 'deleted'") });
    expect(said).toEqual([]);
    expect(summary.kinds.messages?.dropped).toEqual({ deleted: 2 });
  });
});
