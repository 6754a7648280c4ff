import { describe, expect, test } from 'vitest';
import { AT, MYSQL, messagesOf, ofFiles, PEOPLE, run, TABLES } from '../dumps.ts';
import { kindOf, summaryOf } from '../expected.ts';

describe('how values are written', () => {
  test('MySQL: both kinds of quotes, escapes, character set, hex, comments, statements of several lines, triggers', async () => {
    const values = [
      String.raw`(1,1,1,'it\'s ''quoted'' \\ \"x\" \n \% ;',${AT})`,
      `(2,1,1,_utf8mb4'née',${AT})`,
      `(3,1,1,0x48C3A9,${AT}) -- a comment; with 'quotes\n`,
      `(4,1,1,X'4869',${AT})/* and , ( another */`,
    ];
    const dump = `${MYSQL}/*!999999\\- enable the sandbox mode */ \n${TABLES}${PEOPLE}DELIMITER ;;
/*!50003 CREATE*/ /*!50003 TRIGGER t BEFORE INSERT ON messages FOR EACH ROW BEGIN INSERT INTO log VALUES (1); SET @a = 'x'; END */;;
DELIMITER ;
LOCK TABLES \`messages\` WRITE;
INSERT  IGNORE INTO \`messages\` (\`id\`, \`room_id\`,\`sender_id\`, \`body\`, \`created_at\`) VALUES
${values.join(',\n')};
INSERT INTO messages (body, id, created_at, sender_id, room_id) VALUES ('turned', 5, ${AT}, 2, 1) ON DUPLICATE KEY UPDATE body = VALUES(body);
INSERT INTO messages SELECT * FROM old_messages;
-- Dump completed on 2026-01-01
`;
    expect(await run(dump)).toEqual({
      1: `it's 'quoted' \\ "x" \n \\% ;`,
      2: 'née',
      3: 'Hé',
      4: 'Hi',
      5: 'turned',
    });
  });

  test('PostgreSQL: COPY with every escape, INSERT with E strings, casts and dollar quotes around', async () => {
    const dump = `--\n-- PostgreSQL database dump\n--\n\\restrict abc\nSET standard_conforming_strings = on;
CREATE FUNCTION public.f() RETURNS void AS $body$ BEGIN INSERT INTO messages VALUES (9,1,1,'no',1); END $body$ LANGUAGE plpgsql;
CREATE TABLE public.messages (
    id integer NOT NULL,
    room_id integer,
    sender_id integer,
    body text DEFAULT 'a, (b'::text,
    created_at timestamp with time zone,
    CONSTRAINT c CHECK ((body <> ''::text))
);
${TABLES.replace(/CREATE TABLE messages.*\n/, '')}${PEOPLE}
COPY public.messages (id, room_id, sender_id, body, created_at) FROM stdin;
1\t1\t1\ttab\\there \\\\N \\101\\x42 \\v \\b\\f line\\nend\t2026-01-01 00:00:00.25+00
2\t1\t2\t\\\\.\t2026-01-01 05:30:00+05:30
\\.

INSERT INTO public.messages VALUES (3, 1, 1, E'tab\\there ''q'' \\'r\\' \\u00e9', '2026-01-01 00:00:00+00');
INSERT INTO public.messages (id, room_id, sender_id, body, created_at) VALUES (4, 1, 1, 'back\\slash ''q'''::text, '2026-01-01 00:00:00+00'::timestamp with time zone), (5, 1, NULL, 'from nobody', '2026-01-01 00:00:00+00');
-- PostgreSQL database dump complete
`;
    expect(await run(dump)).toEqual({
      1: 'tab\there \\N AB \v \b\f line\nend',
      2: '\\.',
      3: `tab\there 'q' 'r' é`,
      4: `back\\slash 'q'`,
      5: 'from nobody',
    });
  });

  test.each([1, 7, 64, 1000])(
    'pieces of any size give the same rows: texts around blocks of %i',
    async (length) => {
      const text = (n: number): string => `${'é\'"\\;,()'.repeat(length)}${n}`;
      const count = Math.ceil(300_000 / (length * 9 + 30));
      const rows = Array.from(
        { length: count },
        (_, n) => `(${n + 1},1,1,'${text(n).replaceAll('\\', '\\\\').replaceAll("'", "''")}',${AT + n})`,
      );
      const dump = `${MYSQL}${TABLES}${PEOPLE}INSERT INTO messages VALUES ${rows.join(',')};\n-- Dump completed\n`;
      await using here = await ofFiles({ 'export/chat.sql': dump });
      const { summary, report } = await summaryOf(here);
      expect([kindOf(summary, 'messages').read, report.problems, summary.notes.length]).toEqual([
        count,
        [],
        5,
      ]);
    },
  );

  test('SQLite: lines that its dump writes as expressions', async () => {
    const values = [
      `(1,1,1,replace(replace('a''s\\r\\né \\\\','\\r',char(13)),'\\n',char(10)),${AT})`,
      `(2,1,1,unistr('a\\u000ab \\\\ ''q'' \\+01F600'),${AT})`,
    ];
    const dump = `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n${TABLES}${PEOPLE}${values
      .map((row) => `INSERT INTO messages VALUES${row};\n`)
      .join('')}COMMIT;\n`;
    expect(await run(dump)).toEqual({ 1: "a's\r\né \\\\", 2: "a\nb \\ 'q' 😀" });
  });

  test('binary keys are hex, bits are numbers', async () => {
    const dump = `${MYSQL}${TABLES.replace('messages (id int', 'messages (id binary(4)').replace('created_at int', 'created_at int, deleted bit(1)')}${PEOPLE}
INSERT INTO messages VALUES (0xDEADBEEF,1,1,'here',${AT},b'0'),(_binary 'abcd',1,1,'gone',${AT},_binary '\\1'),(_binary 'abce',1,1,'too',${AT},0x00);
-- Dump completed
`;
    expect(await run(dump)).toEqual({ deadbeef: 'here', '61626365': 'too' });
  });

  test('a dump in latin1 is read as such, and UTF-8 that was dumped as latin1 is repaired where declared', async () => {
    const dump = `${MYSQL.replace('utf8mb4', 'latin1')}${TABLES}${PEOPLE}INSERT INTO messages VALUES (1,1,1,'caf\xe9 \x80',${AT});\n`;
    expect(await run(Buffer.from(dump, 'latin1'))).toEqual({ 1: 'café €' });

    const twice = Buffer.from('café “x”').toString('latin1');
    const double = `${MYSQL}${TABLES}${PEOPLE}INSERT INTO messages VALUES (1,1,1,'${twice}',${AT}),(2,1,1,'plain é',${AT});\n-- Dump completed\n`;
    await using here = await ofFiles({ 'export/chat.sql': double });
    expect((await summaryOf(here)).summary.notes.join()).toContain(
      '1 texts look like UTF-8 that was read as latin1',
    );
    expect(await run(double, { options: ', shape: { doubleEncoded: true }' })).toEqual({
      1: 'café “x”',
      2: 'plain é',
    });
  });
});

describe('times', () => {
  const dated = (type: string, at: string, zone = ''): string =>
    `${MYSQL}${zone}${TABLES.replace('created_at int', `created_at ${type}`)}${PEOPLE}INSERT INTO messages VALUES (1,1,1,'Hi','${at}');\n-- Dump completed\n`;

  test('wall time needs a zone, which the error names; TIMESTAMP of mysqldump has that of the dump', async () => {
    const zone = `/*!40103 SET TIME_ZONE='+00:00' */;\n`;
    await expect(run(dated('datetime', '2026-07-01 10:00:00'))).rejects.toThrow('EXPORT.ZONE_MISSING');
    await expect(run(dated('datetime', '2026-07-01 10:00:00', zone))).rejects.toThrow(
      /EXPORT\.ZONE_MISSING[\s\S]*messages\.created_at[\s\S]*zone: UTC/,
    );
    for (const [dump, options, hour] of [
      [dated('datetime', '2026-07-01 10:00:00', zone), ', zone: Europe/Berlin', 8],
      [dated('timestamp NULL', '2026-07-01 10:00:00', zone), '', 10],
      [dated('text', '2026-07-01T10:00:00-02:00'), '', 12],
    ] as const) {
      await using here = await ofFiles({ 'export/chat.sql': dump }, { options });
      await here.json('run', '--yes');
      expect((await messagesOf(here)).get('1')).toMatchObject({ sentAt: Date.UTC(2026, 6, 1, hour) / 1000 });
    }
  });

  test('0000-00-00 is no time: such a message is rejected, and nothing is deleted then', async () => {
    const dump = `${MYSQL}${TABLES.replace('created_at int', 'created_at datetime, deleted_at datetime')}${PEOPLE}INSERT INTO messages VALUES (1,1,1,'kept','2026-01-01 00:00:00','0000-00-00 00:00:00'),(2,1,1,'none','0000-00-00 00:00:00',NULL);\n-- Dump completed\n`;
    await using here = await ofFiles({ 'export/chat.sql': dump }, { options: ', zone: UTC' });
    const { summary, report } = await summaryOf(here);
    expect(kindOf(summary, 'messages')).toMatchObject({ imported: 1, dropped: { timeInvalid: 1 } });
    expect(report.problems.map(({ code }) => code)).toEqual(['ROW.TIME_INVALID']);
  });

  test.each([
    ['s', AT],
    ['ms', AT * 1_000],
    ['us', AT * 1_000_000],
  ])('numbers are taken as %s by their size, which a note says', async (unit, at) => {
    await using here = await ofFiles({
      'export/chat.sql': `${TABLES}${PEOPLE}INSERT INTO messages VALUES (1,1,1,'Hi',${at});`,
    });
    const { summary } = await summaryOf(here);
    expect(summary.notes).toContain(
      `the numbers of messages.time are read as times in ${unit}, because of their size`,
    );
    expect(summary.first).toBe('2026-01-01T00:00:00.000Z');
  });
});
