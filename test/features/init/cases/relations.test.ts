import { describe, expect, test } from 'vitest';
import { csv, day, initiated, landing } from '../initiated.ts';

/** Who a column names is said by the values of the other tables; what they do not say is asked, or said. */

const semicolons = (...rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.join(';')}\n`).join('');

const PEOPLE = semicolons(
  ['PNR', 'ANZEIGE'],
  [1, 'Ann Berg'],
  [2, 'Ben Tal'],
  [3, 'Cem Au'],
  [4, 'Dora See'],
);
const ROOMS = semicolons(['RNR', 'BEZ'], [1, 'Sales Team'], [2, 'Help Desk'], [3, 'Board Room']);
const TEXTS = ['Guten Morgen zusammen hier', 'Noch ein langer Text', 'Ja das geht so', 'Nein das geht nicht'];
const PAIRS = [
  [1, 2],
  [2, 3],
  [3, 1],
  [1, 4],
] as const;
const dump = (room: string, person: string) => ({
  't_pers.csv': PEOPLE,
  't_raum.csv': ROOMS,
  't_zuord.csv': semicolons(
    [room, person, 'ROLLE'],
    [1, 1, 'admin'],
    [1, 2, 'member'],
    [2, 3, 'member'],
    [3, 1, 'member'],
  ),
  't_nachricht.csv': semicolons(
    ['NR', room, person, 'ZEIT', 'INHALT'],
    ...PAIRS.map(([r, p], n) => [n + 1, r, p, day(1 + n), TEXTS[n] as string]),
  ),
});

describe('members by numbers', () => {
  test('are known by the names of the keys that they have', async () => {
    const result = await initiated(dump('RNR', 'PNR'));
    expect(result.text).toMatch(/guid: RNR\n +uid: PNR/);
    expect(landing(result)).toEqual({ users: '4/4', groups: '3/3', members: '4/4', messages: '4/4' });
  });

  test('under names that say nothing are asked for, and the answers count', async () => {
    const files = dump('X', 'Y');
    const open = await initiated(files);
    expect(open.questions.map(({ id }) => id)).toEqual(['t-zuord.guid', 't-zuord.uid']);
    expect(open.dryRun).toMatchObject({ error: { code: 'CONFIG.UNANSWERED' } });
    const result = await initiated(files, '--answer', 't-zuord.guid=X', 't-zuord.uid=Y');
    expect(landing(result)).toMatchObject({ members: '4/4' });
  });
});

test('authors by a name that two users have are asked for', async () => {
  const result = await initiated({
    'users.csv': csv(['id', 'name'], [1, 'Ann'], [2, 'Ann'], [3, 'Ben']),
    'messages.csv': csv(
      ['id', 'room', 'author', 'ts', 'body'],
      ['m1', 'r1', 'Ann', day(1), 'hi'],
      ['m2', 'r1', 'Ben', day(2), 'ho'],
    ),
  });
  expect(result.questions.map(({ id }) => id)).toEqual(['messages.sender']);
  expect(result.dryRun).toMatchObject({ error: { code: 'CONFIG.UNANSWERED' } });
});

test('rooms by a name that two rooms have are said to be no groups of their file', async () => {
  const { doubts } = await initiated({
    'rooms.csv': csv(['id', 'name'], [1, 'General'], [2, 'General'], [3, 'Help']),
    'messages.csv': csv(
      ['id', 'room', 'author', 'ts', 'body'],
      ['m1', 'General', 'ann', day(1), 'hi'],
      ['m2', 'Help', 'ben', day(2), 'ho'],
    ),
  });
  expect(doubts).toEqual(['100 % of the values of room in messages.csv are no groups of their file']);
});

test('two users whose ids differ only in capital letters stay two, and each has written what is theirs', async () => {
  const result = await initiated({
    'users.csv': csv(['id', 'name'], ['ann', 'Ann'], ['Ann', 'Ann Two'], ['ben', 'Ben']),
    'messages.csv': csv(
      ['id', 'room', 'author', 'ts', 'body'],
      ['m1', 'r1', 'Ann', day(1), 'hi'],
      ['m2', 'r1', 'ben', day(2), 'ho'],
    ),
  });
  expect(result.text).toContain('uid: { from: id, as: slug }');
  expect(result.text).toContain('sender: { from: author, as: slug }');
  expect(landing(result)).toMatchObject({ users: '3/3', messages: '2/2' });
});

test('receivers whom no file has become users, and that is said', async () => {
  const result = await initiated({
    'users.csv': csv(['id', 'name'], ['ann', 'Ann'], ['ben', 'Ben']),
    'messages.csv': csv(
      ['id', 'from', 'to', 'ts', 'body'],
      ['m1', 'ann', 'ben', day(1), 'hi'],
      ['m2', 'ben', 'zed', day(2), 'ho'],
    ),
  });
  expect(landing(result)).toMatchObject({ users: '3/3', messages: '2/2' });
  expect(result.doubts).toEqual(['50 % of the values of to in messages.csv are no users of their file']);
});

test('rows that stand in two files of a room are said to be one message', async () => {
  const rows = csv(['author', 'date', 'body'], ['ann', day(1), 'good morning'], ['ben', day(2), 'ok']);
  const part = (at: string): [string, string] => [`rooms/${at}.csv`, rows];
  const result = await initiated(Object.fromEntries(['general/1', 'general/2', 'help/1'].map(part)));
  expect(result.doubts).toEqual([
    '2 rows of rooms/general/1.csv stand in another file, too, and are taken as the same message',
  ]);
  expect(result.dryRun['messages']).toMatchObject({ read: 6, lands: 4, leftOut: 2 });
});

test('rows with one empty cell more than the header are messages as others', async () => {
  const result = await initiated({
    'messages.csv': 'id,author,room,at,body\nm1,ann,r1,1783900000,hi,\nm2,ben,r1,1783900001,ho,\n',
  });
  expect(landing(result)).toMatchObject({ users: '2/2', messages: '2/2' });
});

test.each([
  ['status', 'A', 'D'],
  ['visible_to', 'all', 'staff'],
  ['visibility', '1', '0'],
])('a column %s that may hide messages hides them, or is asked for', async (column, one, two) => {
  const { questions, text } = await initiated({
    'messages.csv': csv(
      ['id', 'room', 'author', 'ts', 'body', column],
      ['m1', 'r1', 'ann', day(1), 'hi', one],
      ['m2', 'r1', 'ben', day(2), 'ho', two],
    ),
  });
  const ids = [one, two].map((value) => `messages.${column}.${value}`);
  if (column === 'visibility') expect(text).toContain('where: { visibility: { not: "0" } }');
  else expect(questions.map(({ id }) => id)).toEqual(column === 'status' ? ids : [ids[0], ids[1]]);
  // Nor is it the name of those who wrote.
  expect(text).not.toContain(`column: ${column}`);
});
