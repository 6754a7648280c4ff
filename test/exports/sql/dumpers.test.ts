import { describe, expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';
import { AT, MYSQL, OLD, ofFiles, PEOPLE, run, TABLES, textsOf } from '../dumps.ts';
import { kindOf, summaryOf } from '../expected.ts';

/** What the usual tools write besides rows in one plain form, and what became of people's dumps for it. */

const POSTGRES = `--\n-- PostgreSQL database dump\n--\n\n\\restrict aB3\n\nSET client_encoding = 'UTF8';
SET standard_conforming_strings = on;\n`;
const END = `--\n-- PostgreSQL database dump complete\n--\n\n\\unrestrict aB3\n`;
const postgres = (text: string): string => `${POSTGRES}${text}${END}`;

describe('PostgreSQL', () => {
  const part = (name: string, columns = 'id int, room_id int, sender_id int, body text, created_at int') =>
    `CREATE TABLE public.${name} (${columns});\n`;
  const attach = (name: string, of = 'messages') =>
    `ALTER TABLE ONLY public.${of} ATTACH PARTITION public.${name} FOR VALUES FROM (1) TO (2);\n`;
  const copy = (name: string, row: string) =>
    `COPY public.${name} (id, room_id, sender_id, body, created_at) FROM stdin;\n${row}\n\\.\n`;
  const tables = TABLES.replaceAll('CREATE TABLE ', 'CREATE TABLE public.').replaceAll(
    'TABLE public.messages (id int, room_id int, sender_id int, body text, created_at int);',
    'TABLE public.messages (id int, room_id int, sender_id int, body text, created_at int) PARTITION BY RANGE (id);',
  );
  const people = PEOPLE.replaceAll('INTO ', 'INTO public.');

  test('the rows of partitions, and of their partitions, are those of the table', async () => {
    const dump = postgres(
      `${tables}${part('messages_1')}${part('messages_2')}${part('messages_2a')}${people}${attach('messages_1')}${attach('messages_2')}${attach('messages_2a', 'messages_2')}${copy('messages_1', `1\t1\t1\tone\t${AT}`)}${copy('messages_2a', `2\t1\t2\ttwo\t${AT + 1}`)}`,
    );
    expect(await run(dump)).toEqual({ 1: 'one', 2: 'two' });
    // Each row is there once, whatever a pattern matches.
    await using here = await ofFiles(
      { 'export/chat.sql': dump },
      { options: ", shape: { messages: { table: 'messages*' } }" },
    );
    expect(kindOf((await summaryOf(here)).summary, 'messages')).toMatchObject({ read: 2, imported: 2 });
    const one = { options: ', shape: { messages: { table: messages_2a } }' };
    expect(await run(dump, one)).toEqual({ 2: 'two' });
  });

  test('a partition may have its columns in another order, where its rows name none', async () => {
    const dump = postgres(
      `${tables}${part('messages_1', 'created_at int, id int, room_id int, body text, sender_id int')}${people}${attach('messages_1')}INSERT INTO public.messages_1 VALUES (${AT}, 1, 1, 'one', 2);\n`,
    );
    expect(await run(dump)).toEqual({ 1: 'one' });
  });

  test.each([
    ['CREATE TABLE public.messages_old (\n)\nINHERITS (public.messages);\n'],
    ['CREATE TABLE public.messages_old (note text)\nINHERITS (public.messages);\n', ", 'a note'"],
    ['CREATE TABLE public.messages_old PARTITION OF public.messages FOR VALUES FROM (1) TO (9);\n'],
  ])('tables that inherit: %j', async (create, more = '') => {
    const dump = postgres(
      `${TABLES}${create}${PEOPLE}`.replaceAll('TABLE public.', 'TABLE ').replaceAll('public.', '') +
        `INSERT INTO messages VALUES (1, 1, 1, 'one', ${AT});\nINSERT INTO messages_old VALUES (2, 1, 1, 'two', ${AT}${more});\n`,
    );
    expect(await run(dump)).toEqual({ 1: 'one', 2: 'two' });
  });

  test('tables that inherit from each other in a circle end nobody', async () => {
    const circle = `ALTER TABLE messages INHERIT other;\nALTER TABLE other INHERIT messages;\n`;
    const dump = postgres(
      `${TABLES}CREATE TABLE other (id int);\n${circle}${PEOPLE}INSERT INTO messages VALUES (1, 1, 1, 'one', ${AT});\n`,
    );
    expect(await run(dump)).toEqual({ 1: 'one' });
  });

  test('a table of messages without rows is named', async () => {
    await using here = await ofFiles({ 'export/chat.sql': postgres(`${TABLES}${PEOPLE}`) });
    expect((await summaryOf(here)).summary.notes).toContain(
      'the messages are the rows of messages, and the dump has none of these',
    );
  });

  test('INSERT without names of columns has a place for generated ones', async () => {
    const generated = 'body text, words int GENERATED ALWAYS AS (length(body)) STORED';
    const dump = postgres(
      `${TABLES.replace('body text', generated)}${PEOPLE}INSERT INTO messages VALUES (1, 1, 1, 'one', DEFAULT, ${AT});\n`,
    );
    expect(await run(dump)).toEqual({ 1: 'one' });
  });

  test('functions and rules with INSERT are no rows', async () => {
    const dump = postgres(
      `${TABLES}${PEOPLE}CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $_$ BEGIN
  INSERT INTO messages VALUES (9, 1, 1, 'it''s one of a function', 1); -- don't
END; $_$;\nINSERT INTO messages VALUES (1, 1, 1, 'one', ${AT}) ON CONFLICT DO NOTHING;\n`,
    );
    expect(await run(dump)).toEqual({ 1: 'one' });
  });
});

test('SQLite has no place for generated columns', async () => {
  const dump = `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n${TABLES.replace('body text', 'body text, words int generated always as (length(body)) virtual')}${PEOPLE}INSERT INTO messages VALUES(1,1,1,'one',${AT});\nCOMMIT;\n`;
  expect(await run(dump)).toEqual({ 1: 'one' });
});

describe('MySQL', () => {
  const messages = (...rows: readonly string[]): string =>
    `${MYSQL}${TABLES}${PEOPLE}${rows.map((row) => `INSERT INTO \`messages\` VALUES ${row};\n`).join('')}-- Dump completed\n`;

  test('texts in double quotes, as mydumper and scripts in PHP write them', async () => {
    const dump = messages(
      String.raw`("1","1","1","it's \"one\" (of); \\n\n'' ""two""","${AT}")`,
      `(2,1,1,_binary "bytes","${AT}")\n,(3,1,1,"","${AT}"),(4,1,1,'a "word"',${AT})`,
    );
    expect(await run(dump)).toEqual({
      1: `it's "one" (of); \\n\n'' "two"`,
      2: 'bytes',
      4: 'a "word"',
    });
  });

  test('a long text in double quotes is cut by no piece of the file, and one beyond the limit is rejected', async () => {
    const long = `${String.raw`x\"'`.repeat(60_000)}`;
    const dump = messages(
      `(1,1,1,"${long}",${AT}),(2,1,1,"${'y""'.repeat(600_000)}",${AT}),(3,1,1,"end",${AT})`,
    );
    await using here = await ofFiles({ 'export/chat.sql': dump });
    const { summary, report } = await summaryOf(here);
    expect(kindOf(summary, 'messages')).toMatchObject({ read: 3, dropped: { unreadable: 1 } });
    expect(report.problems.map(({ code }) => code)).toEqual(['EXPORT.ROW_UNREADABLE']);
  });

  test('a dump of a script that never says MySQL has its backslashes', async () => {
    const dump = `CREATE TABLE messages (id int AUTO_INCREMENT, room_id int, sender_id int, body text, created_at int) ENGINE = InnoDB;
${TABLES.split('\n').slice(0, 3).join('\n')}\n${PEOPLE}INSERT INTO messages VALUES("1","1","1","say \\"hi\\"","${AT}");\n`;
    expect(await run(dump)).toEqual({ 1: 'say "hi"' });
  });

  test('a trigger in a comment that the database reads may have comments and INSERTs of its own', async () => {
    const trigger = `DELIMITER ;;
/*!50003 CREATE*/ /*!50017 DEFINER=\`root\`@\`%\`*/ /*!50003 TRIGGER t AFTER INSERT ON messages FOR EACH ROW BEGIN
  /* it's a comment */ INSERT INTO messages VALUES (9,1,1,'of a trigger */',${AT});
  -- don't
  INSERT INTO messages VALUES (8,1,1,'of a trigger',${AT});
END */;;
DELIMITER ;
/*M!100616 SET NOTE_VERBOSITY=@OLD_NOTE_VERBOSITY */;
/*!40103 SET TIME_ZONE='+00:00' */;\n`;
    expect(await run(messages(`(1,1,1,'one',${AT})`).replace('-- Dump', `${trigger}-- Dump`))).toEqual({
      1: 'one',
    });
    expect(
      await run(`${MYSQL}${TABLES}${PEOPLE}${trigger}INSERT INTO messages VALUES (1,1,1,'one',${AT});`),
    ).toEqual({
      1: 'one',
    });
  });

  test('a file with rows alone is written as those beside it', async () => {
    await using here = await ofFiles({
      'export/schema.sql': TABLES.replaceAll(');', ') ENGINE=InnoDB;'),
      'export/rows.sql': `${PEOPLE}INSERT INTO messages VALUES (1,1,1,'it\\'s one',${AT});\n`,
    });
    await here.json('run', '--yes');
    expect(await textsOf(here)).toEqual({ 1: "it's one" });
  });

  test('the sandbox line of MariaDB is a comment', async () => {
    const dump = `/*M!999999\\- enable the sandbox mode */ \n-- MariaDB dump 10.19\n${messages(`(1,1,1,'one',${AT})`)}`;
    expect(await run(dump)).toEqual({ 1: 'one' });
  });

  test('a table in files of their own, as mydumper writes them', async () => {
    const head = "/*!40101 SET NAMES binary*/;\n/*!40103 SET TIME_ZONE='+00:00' */;\n";
    const rows = (table: string, ...each: readonly string[]) =>
      `${head}INSERT INTO \`${table}\` VALUES${each.join('\n,')};\n`;
    const schemas = TABLES.trim()
      .split('\n')
      .map((sql, at) => [`export/app.${at}-schema.sql`, head + sql] as const);
    await using here = await ofFiles({
      ...Object.fromEntries(schemas),
      'export/metadata': 'Started dump at: 2026-01-01 00:00:00\n',
      'export/app.users.00000.sql': rows('users', '(1,"Ann")', '(2,"Bob")'),
      'export/app.rooms.00000.sql': rows('rooms', '(1,"public","Quay")'),
      'export/app.room_members.00000.sql': rows('room_members', '(1,1)', '(1,2)'),
      'export/app.messages.00000.sql': rows('messages', `(1,1,1,"one",${AT})`),
      'export/app.messages.00001.sql': rows('messages', `(2,1,2,"two",${AT + 1})`),
    });
    const { exitCode } = await here.json('run', '--yes');
    expect([exitCode, await textsOf(here)]).toEqual([0, { 1: 'one', 2: 'two' }]);
  });
});

test('tables that are called by one of their rows, as Prisma and Django do, and a table of participants that is missing', async () => {
  const tables = `CREATE TABLE "User" (id text, "displayName" text);
CREATE TABLE "Conversation" (id text, type text, name text);
CREATE TABLE "ConversationParticipant" ("conversationId" text, "userId" text);
CREATE TABLE "Message" (id text, "conversationId" text, "senderId" text, content text, "createdAt" int);
`;
  const dump = postgres(`${tables}INSERT INTO "User" VALUES ('a', 'Ann'), ('b', 'Bob');
INSERT INTO "Conversation" VALUES ('c1', 'DIRECT', NULL);
INSERT INTO "ConversationParticipant" VALUES ('c1', 'a'), ('c1', 'b');
INSERT INTO "Message" VALUES ('m1', 'c1', 'a', 'hello', ${AT});\n`);
  expect(await run(dump)).toEqual({ m1: 'hello' });
  await using here = await ofFiles({ 'export/chat.sql': dump.replaceAll('Participant', 'Person') });
  const { summary } = await summaryOf(here);
  expect(summary.notes.join()).toContain('no table of participants was recognised');
  expect(kindOf(summary, 'messages').dropped).toEqual({ withoutMembers: 1 });
});

test('CSV files of tables with semicolons, as spreadsheets write them', async () => {
  await using here = await serviceHere({
    files: {
      'export/users.csv': '\ufeffid;name\n1;Ann\n2;Bob\n',
      'export/rooms.csv': 'id;type;name\n1;public;Quay\n',
      'export/room_members.csv': 'room_id,user_id\n1,1\n1,2\n',
      'export/messages.csv': `id|room_id|sender_id|body|created_at\n1|1|1|"two\nlines; and | ""more"""|${AT}\n`,
    },
    rest: `  export: { system: sql, path: export }\n${OLD}\n`,
  });
  await here.json('run', '--yes');
  expect(await textsOf(here)).toEqual({ 1: 'two\nlines; and | "more"' });
});
