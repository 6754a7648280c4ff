import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { csv, day, initiated } from './initiated.ts';

/** Files that may be read in two ways. */

const TABLES = {
  'users.csv': csv(['id', 'display_name'], [1, 'Ann'], [2, 'B'.repeat(120)]),
  'rooms.csv': csv(['id', 'name', 'type'], [7, 'Sales', 'private']),
  'participants.csv': csv(['room_id', 'user_id'], [7, 1], [7, 2]),
  'messages.csv': csv(
    ['id', 'room_id', 'sender_id', 'body', 'created_at'],
    ...Array.from({ length: 6 }, (_, n) => [n + 1, 7, 1 + (n % 2), `text ${n}`, day(n + 1)]),
  ),
};

test('CSV files of tables of a chat are rehearsed as system: sql too, and both counts are shown', async () => {
  const result = await initiated(TABLES, '--zone', 'UTC');
  expect(result).toMatchObject({
    others: [
      {
        system: 'sql',
        source: expect.stringContaining('system: sql'),
        rehearsal: { messages: { read: 6, lands: 6 } },
      },
    ],
  });
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [name, text] of Object.entries(TABLES)) await writeFile(join(folder.path, name), text);
  const { stdout } = await runHere(['init', folder.path, '--yes', '--zone', 'UTC']);
  expect(stdout).toContain('can also be read as system: sql: users 2 of 2');
  expect(stdout).toContain('sources: { export: { system: sql, path: ".", zone: UTC } }');
  expect(await readFile(join(folder.path, 'pipeline.yaml'), 'utf8')).not.toContain('system: sql');
  const shown = await runHere(['inspect', folder.path]);
  expect(shown.stdout).toContain('may be an export of SQL (CSV files of tables)');
});

test('a reading in which fewer rows would be imported is not offered', async () => {
  const result = await initiated(
    {
      'users.csv': csv(['PersNr', 'Nachname'], ...[1, 2, 3].map((n) => [n, `User ${n}`])),
      'messages.csv': csv(
        ['id', 'sender', 'room', 'text', 'sent'],
        ...[1, 2, 3].map((n) => [n, n, 'r', `text number ${n}`, day(n)]),
      ),
    },
    '--zone',
    'UTC',
  );
  expect(result.dryRun['messages']).toMatchObject({ read: 3, lands: 3 });
  expect(result).not.toHaveProperty('others');
});

test('tables that are no tables of a chat are read in one way', async () => {
  const result = await initiated({ 'users.csv': csv(['uid', 'name'], ['ann', 'Ann']) });
  expect(result).not.toHaveProperty('others');
});

test('a chat of WhatsApp without a line of the app is said to be one, perhaps', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const chat = join(folder.path, 'chat.txt');
  await writeFile(
    chat,
    ['hallo', 'hoi', 'dag'].map((text, n) => `[25-12-2025 10:0${n}:00] Ann: ${text}\n`).join(''),
  );
  const shown = await runHere(['inspect', chat]);
  expect(shown.stdout).toContain('may be an export of WhatsApp');
  const made = await runHere(['init', chat, '--yes', '--out', join(folder.path, 'p.yaml')]);
  expect([made.exitCode, made.stderr]).toEqual([2, expect.stringContaining('system: whatsapp')]);
});

test('a text whose lines have no cells is said to be no table', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const text = join(folder.path, 'talk.txt');
  await writeFile(text, 'Ann\n10:00\nHi "there" you\n\nBen\n10:01\nYes, "well"\n');
  const { stdout } = await runHere(['inspect', text]);
  expect(stdout).toContain('no table is found in it');
});
