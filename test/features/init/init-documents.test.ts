import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { runHere } from '../../support/command-here.ts';
import { csv, day, initiated, landing } from './initiated.ts';

describe('JSON documents and archives', () => {
  const document = (id: string, first: number): string =>
    JSON.stringify({
      channel: { id, name: `Room ${id}`, type: 'text' },
      messages: [first, first + 1].map((n) => ({
        id: `${id}-${n}`,
        author: { id: `u${n % 3}`, name: `User ${n % 3}` },
        timestamp: day(n),
        content: `text ${n}`,
        attachments: n % 2 ? [{ url: `https://files.example/${n}.png`, fileName: `${n}.png` }] : [],
      })),
    });

  test('rows inside a document, with the channel around them, and attachments in lists', async () => {
    const result = await initiated({
      'a.json': document('c1', 1),
      'b.json': document('c2', 3),
      'c.json': document('c3', 5),
      'd.json': document('c4', 7),
    });
    expect(result.text).toContain('rows: "$.messages[*]"');
    expect(result.text).toContain('receiver: "^.channel.id"');
    expect(result.text).toContain(
      'attachments: { url: "attachments[*].url", name: "attachments[*].fileName" }',
    );
    expect(result.text).toContain('name: { column: author.name, prefer: last }');
    expect(landing(result)).toMatchObject({ users: '3/3', groups: '4/4', messages: '8/8' });
  });

  test('rows under names in objects that have names of their own are all read, each in its conversation', async () => {
    const message = (sender: string, n: number) => ({ sender, text: `text ${n}`, time: Date.parse(day(n)) });
    const result = await initiated({
      'users.json': JSON.stringify({ u1: { name: 'Ann' }, u2: { name: 'Ben' } }),
      'messages.json': JSON.stringify({
        c1: { k1: message('u1', 1), k2: message('u2', 2) },
        c2: { k3: message('u1', 3) },
      }),
    });
    expect(result.text).toContain('rows: $.*.*');
    expect(result.text).toContain('receiver: "^.$key"');
    expect(landing(result)).toMatchObject({ users: '2/2', groups: '2/2', members: '3/3', messages: '3/3' });
  });

  test('conversations of two people inside a document are joined with its rows', async () => {
    const room = (id: string, kind: string, people: readonly string[], first: number) => ({
      room_id: id,
      title: `Room ${id}`,
      kind,
      participants: people.map((user_id) => ({ user_id })),
      messages: people.map((sender, n) => ({
        message_id: `m${first + n}`,
        sender,
        sent_at: day(first + n),
        text: `text ${first + n}`,
      })),
    });
    const people = ['u1', 'u2', 'u3'];
    const result = await initiated(
      {
        'd.json': JSON.stringify({
          users: people.map((id) => ({ id, name: `User ${id}` })),
          rooms: [
            room('r1', 'private', people, 1),
            room('r2', 'dm', ['u1', 'u2'], 4),
            room('r3', 'private', people, 6),
          ],
        }),
      },
      '--answer',
      'd-rooms-participants.guid=^.room_id',
    );
    expect(result.text).toContain('c: { path: d.json, rows: "$.rooms[*]", on: { room_id: "^.room_id" } }');
    expect(result.text).toContain('p: { path: d.json, rows: "$.rooms[*].participants[*]"');
    expect(landing(result)).toMatchObject({ users: '3/3', groups: '2/3', messages: '8/8' });
  });

  test('a zip archive is entered like a folder', async () => {
    const line = (n: number): string =>
      JSON.stringify([{ user: `U${n}`, ts: `171000000${n}.5`, text: `hello <@U1> ${n}` }]);
    const result = await initiated({
      'export.zip': zipOf(
        Object.entries({
          'users.json': JSON.stringify([
            { id: 'U1', name: 'ann' },
            { id: 'U2', name: 'ben' },
          ]),
          'general/2024-03-09.json': line(1),
          'general/2024-03-10.json': line(2),
          'random/2024-03-09.json': line(1),
          'random/2024-03-10.json': line(2),
        }).map(([name, content]) => ({ name, content })),
      ),
    });
    expect(result.text).toContain('path: "export.zip!/users.json"');
    expect(result.text).toContain('path: "export.zip!/*/*.json"');
    expect(landing(result)).toEqual({ users: '2/2', groups: '2/2', members: '4/4', messages: '4/4' });
  });
});

describe('lists of members', () => {
  const messages = csv(
    ['id', 'room_id', 'sender', 'ts', 'body'],
    ['m1', 'c1', 'u1', day(1), 'x'],
    ['m2', 'c2', 'u2', day(2), 'y'],
  );

  test('a column with a list of ids, or of objects, is exploded', async () => {
    const users = JSON.stringify(['u1', 'u2', 'u3'].map((id) => ({ id, name: `User ${id}` })));
    for (const [members, uid] of [
      [['u1', 'u2'], 'uid: members'],
      [[{ user_id: 'u1' }, { user_id: 'u3' }], 'uid: members.user_id'],
    ]) {
      const channels = JSON.stringify(['c1', 'c2'].map((id) => ({ id, name: `Room ${id}`, members })));
      const result = await initiated({
        'users.json': users,
        'channels.json': channels,
        'messages.csv': messages,
      });
      expect(result.text).toContain('explode: members');
      expect(result.text).toContain(uid as string);
      expect(landing(result)).toEqual({ users: '3/3', groups: '2/2', members: '4/4', messages: '2/2' });
    }
  });

  test('conversations of few people become private groups, never public ones', async () => {
    const line = JSON.stringify([
      { user: 'u1', ts: '1710000001.5', text: 'psst' },
      { user: 'u2', ts: '1710000002.5', text: 'what' },
    ]);
    const result = await initiated({
      'users.json': JSON.stringify([
        { id: 'u1', name: 'Ann' },
        { id: 'u2', name: 'Ben' },
      ]),
      'channels.json': JSON.stringify([{ id: 'c1', name: 'general', members: ['u1', 'u2'] }]),
      'dms.json': JSON.stringify([{ id: 'd1', members: ['u1', 'u2'] }]),
      'd1/2024-03-09.json': line,
      'd2/2024-03-10.json': line,
    });
    expect(result.text.match(/type: \{ const: private \}/g)).toHaveLength(2);
    expect(result.dryRun['messages']).toMatchObject({ read: 4, lands: 4 });
  });
});

test('inspect enters a folder and shows files of one form as one, with what is left out', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const room of ['a', 'b', 'c', 'd']) {
    await mkdir(join(folder.path, room));
    const rows = csv(['author', 'date', 'body'], ['ann', day(1), 'hello'], ['ben', day(2), 'hello you']);
    await writeFile(join(folder.path, room, '1.csv'), rows);
  }
  await writeFile(join(folder.path, 'broken.json'), '{ "a": ');
  const { exitCode, stdout } = await runHere(['inspect', folder.path]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/\*\/1\.csv\n {2}rows {6}8 /);
  expect(stdout).toMatch(/author +id +100 % +2 /);
  expect(stdout).toContain('1 cannot be read');
  const { stdout: json } = await runHere(['inspect', folder.path, '--json']);
  expect(JSON.parse(json).files).toHaveLength(5);
});
