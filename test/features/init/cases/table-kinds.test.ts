import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { csv, day, initiated, landing } from '../initiated.ts';

/** What the rows of a file are: the values say it, then the names, then somebody who is asked. */

const MESSAGES = csv(
  ['id', 'room_id', 'user_id', 'sent_at', 'body'],
  ['m1', 'r1', 'u1', day(1), 'hi'],
  ['m2', 'r1', 'u2', day(2), 'hello'],
);
const PEOPLE = csv(['id', 'name'], ['u1', 'Ann'], ['u2', 'Ben'], ['u3', 'Cy']);
const ROOMS = csv(['id', 'name'], ['r1', 'One'], ['r2', 'Two']);

test('users and rooms whose files have the same columns stay users and rooms', async () => {
  const result = await initiated({ 'users.csv': PEOPLE, 'rooms.csv': ROOMS, 'messages.csv': MESSAGES });
  expect(landing(result)).toMatchObject({ users: '3/3', groups: '2/2', messages: '2/2' });
});

test('a file of users with the word groups in its name has users, if senders are its keys', async () => {
  const result = await initiated({ 'sales-groups.csv': PEOPLE, 'messages.csv': MESSAGES });
  expect(result.text).toContain('users recognised by the values of user_id in messages.csv');
  expect(landing(result)).toMatchObject({ users: '3/3', groups: '1/1', messages: '2/2' });
});

test('files with texts, authors and times are messages, whatever they are called', async () => {
  const rows = (topic: string): string =>
    JSON.stringify(
      [1, 2, 3, 4, 5, 6].map((id) => ({
        id,
        content: `<p>${topic} ${id}</p>`,
        sender_full_name: id % 2 ? 'Ann' : 'Ben',
        timestamp: 1_700_000_000 + id,
      })),
    );
  const names = ['algebra-groups', 'channel events', 'geometry', 'misc users'];
  const result = await initiated(Object.fromEntries(names.map((name) => [`${name}.json`, rows(name)])));
  // The ids begin again in each file.
  expect(result.text).toContain('muid: { hash: [$file, id] }');
  expect(landing(result)).toEqual({ users: '2/2', groups: '4/4', members: '8/8', messages: '24/24' });
});

test('messages with the columns User Id and Username are no users', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => [
    n % 8 === 0 ? '' : `p${n}`,
    ['town-square', 'off-topic'][n % 2] as string,
    `u${n % 5}`,
    ['ann', 'ben', 'cem', 'dora', 'eva'][n % 5] as string,
    day(1 + (n % 28)),
    `message number ${n} of this export`,
  ]);
  const header = ['Post Id', 'Channel Name', 'User Id', 'Username', 'Created', 'Message'];
  const result = await initiated({ 'export.csv': csv(header, ...rows) });
  expect(result.text).toMatch(/sender: User Id\n +receiver: Channel Name/);
  expect(landing(result)).toMatchObject({ users: '5/5', groups: '2/2', messages: '40/40' });
});

test('an id beside a display name is the author, and an empty list of messages is no entity', async () => {
  const room = (n: number, authors: readonly (readonly [string, string])[]): string =>
    JSON.stringify({
      id: `c${n}`,
      title: `General ${n}`,
      messages: authors.map(([author, user_id], at) => ({
        id: `m${n}-${at}`,
        author,
        user_id,
        timestamp: day(1 + at),
        text: `text ${at}`,
      })),
    });
  // Two people are called sam.
  const authors = [
    ['sam', '1001'],
    ['sam', '1002'],
    ['kim', '1003'],
  ] as const;
  const result = await initiated({
    'a.json': room(1, authors),
    'b.json': room(2, authors),
    'c.json': room(3, []),
  });
  expect(result.text).toContain('sender: user_id');
  expect(result.text).toContain('name: { column: "^.title", prefer: last }');
  expect(landing(result)).toMatchObject({ users: '3/3', groups: '2/2', messages: '6/6' });
});

describe('a table that nothing decides', () => {
  const COSTS = csv(['KST', 'BEZ'], [4000, 'Sales'], [4001, 'Logistics'], [4002, 'Board']);
  const files = { 't_kst.csv': COSTS, 'messages.csv': MESSAGES };

  test('is a question that does not stop the run, in --json, in the file and among what is skipped', async () => {
    const result = await initiated(files);
    expect(result.questions).toEqual([
      expect.objectContaining({
        id: 't-kst.entity',
        isOptional: true,
        text: expect.stringContaining('3 rows'),
      }),
    ]);
    expect(result.text).toMatch(/^# not read: t_kst\.csv: neither .*--answer t-kst\.entity=/m);
    expect(result.text).not.toMatch(/^# \?/m);
    expect(landing(result)).toMatchObject({ messages: '2/2' });
  });

  test('is what the answer says', async () => {
    const users = csv(['KST', 'BEZ'], ['u1', 'Ann B.'], ['u2', 'Ben'], ['u9', 'Cy']);
    const none = await initiated(files, '--answer', 't-kst.entity=none');
    expect([none.questions, none.leftOut.length]).toEqual([[], 1]);
    const result = await initiated(
      { 't_kst.csv': users, 'messages.csv': MESSAGES },
      '--answer',
      't-kst.entity=users',
    );
    expect(result.text).toContain('users as you specified');
    expect(landing(result)).toMatchObject({ users: '3/3', messages: '2/2' });
  });

  test('is found whatever the case of its id', async () => {
    const { questions, leftOut } = await initiated(files, '--answer', 'T-KST.Entity=none');
    expect([questions, leftOut.length]).toEqual([[], 1]);
  });

  test('of no question is refused, and the most similar question is named first', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder.path, name), content);
    const refused = await runHere(['init', folder.path, '--yes', '--answer', 't_kst.entity=none']);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--answer t_kst.entity=none is of no question');
    expect(refused.stderr).toContain('use one of t-kst.entity, ');
    // A column that the names tell may be another one all the same.
    const { text } = await initiated(files, '--answer', 'messages.receiver=user_id');
    expect(text).toContain('receiver: user_id');
  });
});

describe('questions are plain sentences', () => {
  const asked = async (files: Readonly<Record<string, string>>, ...flags: string[]) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder.path, name), content);
    return await runHere(['init', folder.path, '--yes', ...flags]);
  };

  test('about words, days, and columns', async () => {
    const messages = (column: string, cells: readonly string[]) =>
      csv(
        ['id', 'sender', 'room', 'text', 'sent', column],
        ...cells.map((cell, n) => [n, 'ann', 'r1', `text ${n}`, `0${n + 1}.0${n + 2}.2024 10:00`, cell]),
      );
    const flags = await asked({ 'messages.csv': messages('deleted', ['Q', 'Q', 'Z']) }, '--zone', 'UTC');
    expect(flags.stdout).toContain(
      '? which values of deleted mean that a row is deleted? "Q" (2 rows), "Z" (1 row): deleted, kept; --answer "messages.deleted=Q:…,Z:…"',
    );
    expect(flags.stderr).not.toContain('? the type');
    const days = messages('x', ['a', 'b', 'c']).replaceAll(/0(\d)\.0(\d)\.2024/g, '0$1/0$2/2024');
    const { stdout } = await asked({ 'messages.csv': days }, '--zone', 'UTC');
    expect(stdout).toContain('sent: no time shows whether day or month comes first; which is it?');
  });

  test('about a column that nothing tells', async () => {
    const files = {
      'users.csv': PEOPLE,
      'messages.ndjson': '{"id":"m1","room_id":"r1","user_id":"u1","body":"hi"}\n',
    };
    const { stdout } = await asked(files);
    expect(stdout).toContain('which column contains the time of messages?');
  });

  test('and what --yes decides is said, a line each, with the way to change it', async () => {
    const { stdout } = await asked({
      'rooms.csv': csv(['id', 'name', 'type'], ['r1', 'One', 'G'], ['r2', 'Two', 'G']),
      'messages.csv': MESSAGES,
    });
    expect(stdout).toContain(
      '! groups.type.G is private, because nobody said it; change it with --answer groups.type.G=…',
    );
  });
});

describe('two tables in one workbook or document', () => {
  test('have questions of their own', async () => {
    const list = (rows: readonly string[]): object[] =>
      rows.map((name, n) => ({ code: `${name[0]}${n}`, label: name }));
    const document = { costs: list(['Sales', 'Board']), sites: list(['Bonn', 'Cork']) };
    const { questions } = await initiated({
      'all.json': JSON.stringify(document),
      'messages.csv': MESSAGES,
    });
    expect(questions.map(({ id }) => id)).toEqual(['all-costs.entity', 'all-sites.entity']);
  });
});

describe('members who are gone', () => {
  const members = (column: string, ...cells: readonly [string, string, string]): string =>
    csv(
      ['room_id', 'user_id', 'role', column],
      ['r1', 'u1', 'admin', cells[0]],
      ['r1', 'u2', 'member', cells[1]],
      ['r1', 'u3', 'member', cells[2]],
    );
  const others = { 'users.csv': PEOPLE, 'rooms.csv': ROOMS, 'messages.csv': MESSAGES };

  test.each([
    ['deleted', '0', '1', 'where: { deleted: "0" }'],
    ['DEL_FLG', 'N', 'J', 'where: { DEL_FLG: "N" }'],
    ['left_at', '', day(3), 'where: { left_at: { empty: true } }'],
    ['AUSTRITT_DT', '', day(3), 'where: { AUSTRITT_DT: { empty: true } }'],
  ])('by %s do not come back', async (column, here, gone, where) => {
    const result = await initiated({ ...others, 'members.csv': members(column, here, here, gone) });
    expect(result.text).toContain(where);
    expect(result.dryRun['members']).toMatchObject({ read: 3, lands: 2, leftOut: 1 });
  });

  test('by words that are not clear are asked for', async () => {
    const files = { ...others, 'members.csv': members('deleted', 'Q', 'Q', 'Z') };
    const open = await initiated(files);
    expect(open.questions.map(({ id }) => id)).toEqual(['members.deleted.Q', 'members.deleted.Z']);
    expect(open.dryRun).toMatchObject({ error: { code: 'CONFIG.UNANSWERED' } });
    const result = await initiated(files, '--answer', 'members.deleted=Q:kept,Z:deleted');
    expect(result.dryRun['members']).toMatchObject({ read: 3, lands: 2, leftOut: 1 });
  });

  test('users and groups that are deleted are taken, and that is said', async () => {
    const { doubts } = await initiated({
      'users.csv': csv(['id', 'name', 'deleted'], ['u1', 'Ann', 0], ['u2', 'Ben', 1], ['u3', 'Cy', 0]),
      'rooms.csv': ROOMS,
      'messages.csv': MESSAGES,
    });
    expect(doubts).toEqual(['1 of the users are deleted, by deleted, and would be imported']);
  });
});

test('names in windows-1250 are read as such, and shown because the encoding is a guess', async () => {
  const login = ['l0,Michał', 'l1,Zofia Dąbrowska', 'l2,Tomasz Woźniak', 'l3,Łukasz'];
  const result = await initiated({
    'users.csv': iconv.encode(`login,name\n${login.join('\n')}\n`, 'windows-1250'),
    'messages.csv': csv(
      ['id', 'sender', 'room', 'text', 'sent'],
      ...login.map((_, n) => [n, `l${n}`, 'r', `text number ${n}`, day(n + 1)]),
    ),
  });
  expect(result.text).toContain('encoding: windows-1250');
  expect(landing(result)['users']).toBe('4/4');
  expect(result.doubts).toEqual([]);
});

test('a guessed encoding in which a name has another letter is a doubt', async () => {
  const result = await initiated({
    'users.csv': iconv.encode('login,name\nl0,Jan Dvořák\nl1,Petr Němec\n', 'windows-1250'),
    'messages.csv': csv(
      ['id', 'sender', 'room', 'text', 'sent'],
      [1, 'l0', 'r', 'hello you', day(1)],
      [2, 'l1', 'r', 'hello too', day(2)],
    ),
  });
  expect(result.doubts.join()).toMatch(/users\.csv: guessed encoding windows-1252: check names such as Dvo/);
});

test('texts in BBCode are texts', async () => {
  const result = await initiated({
    'users.csv': csv(['id', 'name'], ['u1', 'Ann'], ['u2', 'Ben']),
    'messages.csv': csv(
      ['id', 'sender', 'room', 'text', 'sent'],
      [1, 'u1', 'r', '[b]hello you[/b]', day(1)],
      [2, 'u2', 'r', '[b]hello too[/b]', day(2)],
    ),
  });
  expect(result.text).not.toContain('text: null');
  expect(landing(result)['messages']).toBe('2/2');
});
