import { describe, expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';
import { AT, MYSQL, messagesOf, OLD, ofFiles, PEOPLE, run, TABLES } from '../dumps.ts';
import { kindOf, summaryOf } from '../expected.ts';

describe('what is wrong with dumps', () => {
  const GOOD = `${MYSQL}${TABLES}${PEOPLE}`;
  const judged = async (dump: string) => {
    await using here = await ofFiles({ 'export/chat.sql': dump });
    const { summary, report } = await summaryOf(here);
    expect(report.balanced).toBe(true);
    return {
      messages: kindOf(summary, 'messages'),
      notes: summary.notes.filter(
        (note) => !note.startsWith('recognised') && !note.includes('because of their size'),
      ),
      problems: report.problems.flatMap(({ code, samples }) =>
        samples.map(({ line }) => `${code} line ${line}`),
      ),
    };
  };

  test('a dump that ends inside of an INSERT, of a row, or of a COPY is named, and what stands before counts', async () => {
    const inRow = await judged(`${GOOD}INSERT INTO messages VALUES\n(1,1,1,'a',${AT}),\n(2,1,1,'cut of`);
    expect(inRow).toMatchObject({
      messages: { read: 2, imported: 1, dropped: { unreadable: 1 } },
      problems: ['EXPORT.ROW_UNREADABLE line 12'],
    });
    expect(inRow.notes.join()).toMatch(/chat\.sql ends inside of an INSERT \(line 12, byte \d+\): it is cut/);
    const copy = await judged(
      `${TABLES}${PEOPLE}COPY messages (id, room_id, sender_id, body, created_at) FROM stdin;\n1\t1\t1\ta\t${AT}\n2\t1\t1`,
    );
    expect(copy).toMatchObject({
      messages: { read: 2, imported: 1, dropped: { unreadable: 1 } },
      problems: ['EXPORT.ROW_UNREADABLE line 10'],
    });
    expect(copy.notes.join()).toContain('ends inside of the data of a COPY');
    const between = await judged(`${GOOD}INSERT INTO messages VALUES (1,1,1,'a',${AT});\n`);
    expect(between.notes.join()).toContain('has no line  -- Dump completed');
  });

  test('a dump that ends inside of a file or a reaction: that row is rejected with its place', async () => {
    const more =
      'CREATE TABLE attachments (message_id int, url text);\nCREATE TABLE reactions (message_id int, user_id int, emoji text);\n';
    const begin = `${GOOD}${more}INSERT INTO messages VALUES (1,1,1,'a',${AT});\n`;
    const judgedOf = async (rest: string) => {
      await using here = await ofFiles({ 'export/chat.sql': `${begin}${rest}` });
      const { summary, report } = await summaryOf(here);
      expect(report.balanced).toBe(true);
      const [problem] = report.problems;
      return { summary, problem: `${problem?.code} line ${problem?.samples[0]?.line}` };
    };
    const file = await judgedOf(
      "INSERT INTO attachments VALUES\n(1,'https://files.example.com/a.png'),\n(1,'https://files.exa",
    );
    expect(kindOf(file.summary, 'attachments')).toMatchObject({
      read: 2,
      imported: 1,
      dropped: { unreadable: 1 },
    });
    expect(file.problem).toBe('EXPORT.ROW_UNREADABLE line 15');
    const reaction = await judgedOf("INSERT INTO reactions VALUES\n(1,1,'+1'),\n(1,2,'h");
    expect(kindOf(reaction.summary, 'reactions')).toMatchObject({
      read: 2,
      kept: 1,
      dropped: { unreadable: 1 },
    });
    expect(reaction.problem).toBe('EXPORT.ROW_UNREADABLE line 15');
  });

  test('rows with too few or too many values, expressions, too long values and bytes that are no text', async () => {
    const long = 'x'.repeat(1_100_000);
    const dump = Buffer.concat([
      Buffer.from(
        `${GOOD}INSERT INTO messages VALUES (1,1,1,'a',${AT}),(2,1,1,'b'),(3,1,1,'c',${AT},1),(4,1,1,concat('a','b'),${AT}),(5,1,1,'${long}',${AT}),(6,1,1,'`,
      ),
      Buffer.from([0x66, 0xff, 0xfe]),
      Buffer.from(`',${AT}),(7,1,1,'good',${AT});\n-- Dump completed\n`),
    ]);
    await using here = await ofFiles({ 'export/chat.sql': dump });
    const { summary, report } = await summaryOf(here);
    expect(kindOf(summary, 'messages')).toMatchObject({ read: 7, imported: 2, dropped: { unreadable: 5 } });
    expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['EXPORT.ROW_UNREADABLE', 5]]);
    expect(JSON.stringify(report.problems)).toMatch(/4 values, not 5/);
  });

  test('a NUL in a text is rejected, since the service cannot store it', async () => {
    const found = await judged(
      `${GOOD}INSERT INTO messages VALUES (1,1,1,'a\\0b',${AT});\n-- Dump completed\n`,
    );
    expect(found.problems).toEqual(['ROW.TEXT_MALFORMED line 10']);
  });

  test('people who are missing become placeholders, an unknown conversation is rejected', async () => {
    const found = await judged(
      `${GOOD}INSERT INTO messages VALUES (1,1,99,'a',${AT}),(2,77,1,'b',${AT});\n-- Dump completed\n`,
    );
    expect(found).toMatchObject({
      messages: { imported: 1, dropped: { unknownConversation: 1 } },
      problems: ['EXPORT.CONVERSATION_UNKNOWN line 10'],
      notes: ['authors who are missing from the user list: 1; each becomes a user with the tag placeholder'],
    });
  });

  test('two databases with the same tables need a name', async () => {
    const one = (name: string): string =>
      `USE \`${name}\`;\n${TABLES}${PEOPLE}INSERT INTO messages VALUES (1,1,1,'from ${name}',${AT});\n`;
    const both = `${MYSQL}${one('old')}${one('new')}-- Dump completed\n`;
    await expect(run(both)).rejects.toThrow('EXPORT.SHAPE_UNCLEAR');
    await expect(run(both)).rejects.toThrow(
      /EXPORT\.SHAPE_UNCLEAR[\s\S]*old\.messages, new\.messages[\s\S]*database/,
    );
    expect(await run(both, { options: ', shape: { database: new }' })).toEqual({ 1: 'from new' });
  });

  test('tables with other names are not guessed: the error lists them, and the shape says what they are', async () => {
    const dump = `CREATE TABLE tbl_person (pk int, ext varchar(20), first text, last text);
CREATE TABLE tbl_talk (pk int, is_group tinyint);
CREATE TABLE tbl_seat (pk int, talk int, person int, gone tinyint);
CREATE TABLE tbl_line (pk int, talk int, seat int, words text, at bigint, state text);
INSERT INTO tbl_person VALUES (1,'ann','Ann','A'),(2,'bob','Bob','B');
INSERT INTO tbl_talk VALUES (10,0);
INSERT INTO tbl_seat VALUES (100,10,1,0),(101,10,2,0);
INSERT INTO tbl_line VALUES (1000,10,101,'Hello',${AT}000,'sent'),(1001,10,100,'never sent',${AT}000,'draft');`;
    await expect(run(dump)).rejects.toThrow(
      /EXPORT\.SHAPE_UNCLEAR[\s\S]*tbl_person, tbl_talk, tbl_seat, tbl_line/,
    );
    const options = `
    shape:
      users: { table: tbl_person, key: pk, id: ext, name: [[first, last]] }
      conversations: { table: tbl_talk, id: pk, type: is_group }
      participants: { table: tbl_seat, conversation: talk, user: person, leftAt: gone }
      messages:
        table: 'tbl_l*'
        id: pk
        conversation: talk
        sender: { column: person, join: { table: tbl_seat, on: seat, key: pk } }
        text: words
        time: { column: at, unit: ms }
        where: { state: { not: draft } }`;
    await using here = await serviceHere({
      files: { 'export/chat.sql': dump },
      rest: `  export:\n    system: sql\n    path: export${options}\n${OLD}\n`,
    });
    const { result } = await here.json('run', '--yes');
    expect(result.export?.kinds.messages).toMatchObject({ read: 2, imported: 1, dropped: { where: 1 } });
    expect((await messagesOf(here)).get('1000')).toMatchObject({
      sender: 'bob',
      receiver: 'ann',
      data: { text: 'Hello' },
    });
  });

  test('messages that name a receiver alone are conversations of two people', async () => {
    const dump = `CREATE TABLE users (id int, username text);
CREATE TABLE messages (id int, sender_id int, receiver_id int, message text, created_at int);
INSERT INTO users VALUES (1,'ann'),(2,'bob');
INSERT INTO messages VALUES (1,1,2,'to bob',${AT}),(2,2,1,'to ann',${AT});`;
    await using here = await ofFiles({ 'export/chat.sql': dump });
    await here.json('run', '--yes');
    expect((await messagesOf(here)).get('2')).toMatchObject({
      sender: '2',
      receiver: '1',
      receiverType: 'user',
    });
  });

  test('a character set that is not known, and a database file that is damaged', async () => {
    await expect(run(GOOD.replace('utf8mb4', 'swe7'))).rejects.toThrow('EXPORT.DUMP_UNREADABLE');
    await using here = await ofFiles({ 'export/chat.db': `SQLite format 3\0${'x'.repeat(5_000)}` });
    await expect(here.json('validate')).rejects.toThrow(/EXPORT\.DUMP_UNREADABLE[\s\S]*SQLite says/);
  });

  test('keys of the shape that do not exist, and columns that the table does not have', async () => {
    await expect(run(GOOD, { options: ', shape: { mesages: {} }' })).rejects.toThrow('EXPORT.SHAPE_INVALID');
    await expect(run(GOOD, { options: ', shape: { messages: { text: words } }' })).rejects.toThrow(
      /EXPORT\.SHAPE_UNCLEAR[\s\S]*no column words[\s\S]*body/,
    );
  });
});

test('internal notes are never imported, whatever the policies, also where nothing is declared', async () => {
  const tables = TABLES.replace('body text', 'body text, is_internal boolean');
  const rows = `(1,1,1,'hello',false,${AT}),(2,1,1,'what a customer!',true,${AT}),(3,1,1,'hm',NULL,${AT})`;
  const dump = `${tables}${PEOPLE}INSERT INTO messages VALUES ${rows};\n`;
  const rest = 'policies: { system: text, deletions: metadata, deleted: placeholder }';
  expect(await run(dump, { rest })).toEqual({ 1: 'hello', 3: 'hm' });
  await using here = await ofFiles(
    { 'export/chat.sql': dump.replace('is_internal', 'staff') },
    {
      options: ', shape: { messages: { internal: staff } }',
    },
  );
  expect(kindOf((await summaryOf(here)).summary, 'messages')).toMatchObject({
    read: 3,
    imported: 2,
    dropped: { internal: 1 },
  });
});

test('INSERT without VALUES, and COPY of CSV, are named with their line', async () => {
  const dump = `${TABLES}${PEOPLE}INSERT INTO messages VALUES (1,1,1,'one',${AT});
INSERT INTO messages SELECT * FROM old_messages WHERE body <> ';';
INSERT INTO messages SET id = 3, body = 'three';
COPY messages (id, body) FROM STDIN WITH (FORMAT csv);
4,four
\\.
`;
  await using here = await ofFiles({ 'export/chat.sql': dump });
  const { summary } = await summaryOf(here);
  expect(kindOf(summary, 'messages').read).toBe(1);
  expect(summary.notes).toContain(
    'chat.sql has 3 statements whose rows are not read, the first in line 9: INSERT without VALUES, or COPY with options',
  );
});
