import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { AT, type Landed, messagesOf, ofFiles, PEOPLE, TABLES, textsOf } from '../dumps.ts';
import { expectedOf, expectSums, exportHere, fixtures, kindOf, summaryOf, sumsOf } from '../expected.ts';

/** What is the same in every dialect: MySQL keeps milliseconds, so the fraction of a second may differ. */
const without = (all: ReadonlyMap<string, Landed>): unknown[] =>
  [...all].map(([muid, { data, ...rest }]) => [
    muid,
    rest,
    JSON.parse(
      JSON.stringify(data, (key, value) => (key === 'time' || key === 'entities' ? undefined : value)),
    ),
  ]);

const DIALECTS = ['mysql', 'postgres', 'csv', 'sql-server', 'oracle'];
describe.each(DIALECTS)('the synthetic export as %s', (dialect) => {
  test('has the sums of another program, and every kind adds up', async () => {
    await using here = await exportHere(`sql/${dialect}`, { system: 'sql', options: ', zone: UTC' });
    const { summary, report } = await summaryOf(here);
    const expected = expectedOf(`sql/${dialect}`);
    expectSums({ summary, report }, expected);
    expect(kindOf(summary, 'messages').dropped).toEqual({
      system: expected.by_kind['system'],
      deleted: expected.deleted,
      empty: expected.empty_text_no_file,
      unknownConversation: expected.unknown_conversation,
    });
    expect(summary.notes.filter((note) => note.startsWith('recognised by their names: '))).toHaveLength(6);
  });
});

test('the same chat lands the same from every dialect, and verify finds all of it', async () => {
  const landed: ReadonlyMap<string, Landed>[] = [];
  for (const dialect of DIALECTS) {
    await using here = await exportHere(`sql/${dialect}`, { system: 'sql', options: ', zone: UTC' });
    const { result } = await here.json('run', '--yes');
    expect(result.entities.messages).toMatchObject({ rejected: 1 });
    expect((await here.json<Verification>('verify')).exitCode).toBe(0);
    landed.push(await messagesOf(here));
  }
  const [mysql, ...others] = landed.map(without);
  expect(mysql?.length).toBeGreaterThan(380);
  for (const other of others) expect(other).toEqual(mysql);
});

test.each([
  ['by its preset', ', shape: mattermost'],
  ['by its tables', ''],
])('a real dump of Mattermost %s: system messages, deleted ones, files, edits', async (_, options) => {
  await using here = await exportHere('sql/mattermost', { options });
  const { summary, report } = await summaryOf(here);
  const expected = expectedOf('sql/mattermost');
  expect(expected).toMatchObject(sumsOf(summary));
  expect(kindOf(summary, 'messages').dropped).toEqual({
    system: expected.by_kind['system'],
    deleted: expected.deleted,
  });
  expect(kindOf(summary, 'attachments')).toMatchObject({ read: 9 });
  const unread = summary.notes.filter((note) => note.startsWith('tables that are not read: '));
  expect(unread).toEqual([expect.stringContaining('public.channelmemberhistory, ')]);
  // The dump has a COPY of every table, also of those without rows.
  expect(unread[0]).not.toContain('public.reactions');
  expect(report.balanced).toBe(true);
  const { result } = await here.json('run', '--yes');
  expect(result.entities.messages).toMatchObject({ rejected: 0 });
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
});

const MATTERMOST = gunzipSync(readFileSync(join(fixtures, 'sql/mattermost/mattermost.sql.gz'))).toString();
test('in Mattermost, old versions of a post are history, and the name of a direct channel has its members', async () => {
  const [one, other] = ['98kwr77m4jgwmbdgygknaowcch', '5bw66y36bff3umq1q57mfy4y5c'];
  const post = (id: string, channel: string, sender: string, original: string, text: string): string =>
    `${id}\t1672922287657\t1672922287657\t${original ? 0 : 1672922299999}\t${original ? 1672922299999 : 0}\tf\t${sender}\t${channel}\t\t${original}\t${text}\t\t{}\t\t[]\t[]\tf\t\\N\n`;
  const dump = MATTERMOST.replace(
    /(COPY public\.channels .*\n)/,
    `$1direct1\t1672921846247\t1672921846247\t0\t\tD\t\t${one}__${other}\t\t\t0\t0\t0\t\t\\N\t\\N\t\\N\t0\t0\n`,
  ).replace(
    /(COPY public\.posts .*\n)/,
    `$1${post('new', 'direct1', one, '', 'as it is')}${post('old', 'direct1', one, 'new', 'as it was')}`,
  );
  await using here = await ofFiles({ 'export/m.sql': dump }, { options: ', shape: mattermost' });
  const { summary } = await summaryOf(here);
  expect(summary.kinds).toMatchObject({
    messages: { dropped: { editHistory: 1 } },
    edits: { read: 1, kept: 1 },
  });
  await here.json('run', '--yes');
  expect((await messagesOf(here)).get('new')).toMatchObject({
    sender: one,
    receiver: other,
    receiverType: 'user',
    data: { text: 'as it is' },
  });
});

test('a database file of SQLite is read in place and is not changed; compressed, it is refused with advice', async () => {
  await using here = await ofFiles({ 'export/readme.txt': 'nothing' });
  const path = join(here.folder, 'export/chat.db');
  using database = new DatabaseSync(path);
  database.exec(
    `${TABLES}${PEOPLE}INSERT INTO messages VALUES (9007199254740993,1,1,'it''s ☃',${AT}),(2,1,2,'Ho',${AT}.5)`,
  );
  const bytes = readFileSync(path);
  await here.json('run', '--yes');
  expect(await textsOf(here)).toEqual({ '9007199254740993': "it's ☃", 2: 'Ho' });
  expect(readFileSync(path).equals(bytes)).toBe(true);

  await using packed = await ofFiles({ 'export/chat.db.gz': gzipSync(bytes) });
  await expect(packed.json('validate')).rejects.toThrow(/a database file of SQLite[\s\S]*unpack it/);
});

test('a dump of pg_dump in its own format is refused with advice', async () => {
  await using here = await ofFiles({ 'export/chat.dump': Buffer.from('PGDMP\u0001\u000e\u0000rest') });
  await expect(here.json('validate')).rejects.toThrow(/pg_restore/);
});

test('a compressed dump gives the same as the plain one', async () => {
  await using plain = await exportHere('sql/postgres');
  const dump = readFileSync(join(fixtures, 'sql/postgres/chat.sql'));
  await using gz = await ofFiles({ 'export/chat.sql.gz': gzipSync(dump) });
  expect((await summaryOf(gz)).summary.kinds).toEqual((await summaryOf(plain)).summary.kinds);
});
