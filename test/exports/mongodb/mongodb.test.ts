import { gzipSync } from 'node:zlib';
import { ObjectId } from 'bson';
import { describe, expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { summaryOf } from '../expected.ts';
import {
  archiveOf,
  type Collections,
  type Document,
  dumpOf,
  type ExportBytes,
  exportOf,
  landedIn,
  mongoHere,
} from './files-of-mongodb.ts';

/** An id whose first digits are given. */
const id = (begin: string): ObjectId => new ObjectId(begin.padEnd(24, '0'));
const at = (minute: number): Date => new Date(Date.UTC(2024, 4, 1, 10, minute));
const user = (n: number, name: string): Document => ({
  _id: id(`a${n}`),
  name,
  email: `${name.toLowerCase()}@example.com`,
  createdAt: at(0),
});
const people = [user(1, 'Ann'), user(2, 'Ben'), user(3, 'Cat')];
const message = (n: number, author: number, chat: number, content: string): Document => ({
  _id: id(`e${n}`),
  sender: id(`a${author}`),
  content,
  chat: id(`c${chat}`),
  readBy: [],
  createdAt: at(n),
  __v: 0,
});
const MERN: Collections = {
  users: people,
  chats: [
    { _id: id('c1'), chatName: 'sender', isGroupChat: false, users: [id('a1'), id('a2')], createdAt: at(0) },
    {
      _id: id('c2'),
      chatName: 'Team',
      isGroupChat: true,
      users: [id('a1'), id('a2'), id('a3')],
      groupAdmin: id('a1'),
      createdAt: at(0),
    },
  ],
  messages: [message(1, 1, 1, 'hi'), message(2, 2, 1, 'yo'), message(3, 3, 2, 'hello all')],
};
const hex = (begin: string): string => begin.padEnd(24, '0');
const LANDED = [
  `private ${hex('c2')} Team of ${hex('a1')}: ${hex('a1')} ${hex('a2')} ${hex('a3')}`,
  `${hex('a1')} to ${hex('a2')}: hi`,
  `${hex('a2')} to ${hex('a1')}: yo`,
  `${hex('a3')} to ${hex('c2')}: hello all`,
];

const renamed = (
  files: ExportBytes,
  of: (name: string, bytes: string | Uint8Array) => ExportBytes,
): ExportBytes => Object.assign({}, ...Object.entries(files).map(([name, bytes]) => of(name, bytes)));
const asArray = (text: string): string => `[${text.trim().split('\n').join(',\n')}]`;
const asPretty = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.stringify(JSON.parse(line), null, 2))
    .join('\n');

describe('a chat of a usual layout lands by itself, in every form', () => {
  test.each<readonly [string, string, ExportBytes]>([
    ['mongoexport, relaxed', 'JSON', exportOf(MERN)],
    ['mongoexport, canonical', 'JSON', exportOf(MERN, false)],
    ['arrays', 'JSON', renamed(exportOf(MERN), (name, text) => ({ [name]: asArray(String(text)) }))],
    [
      'pretty documents',
      'JSON',
      renamed(exportOf(MERN), (name, text) => ({ [name]: asPretty(String(text)) })),
    ],
    ['mongodump', 'BSON', dumpOf(MERN)],
    [
      'mongodump --gzip',
      'BSON',
      renamed(dumpOf(MERN), (name, bytes) => ({ [`${name}.gz`]: gzipSync(bytes) })),
    ],
    ['mongodump --archive', 'an archive of mongodump', { 'export/chat.archive': archiveOf(MERN) }],
    [
      'mongodump --archive --gzip',
      'an archive of mongodump',
      { 'export/chat.gz': gzipSync(archiveOf(MERN)) },
    ],
  ])('%s', async (_, variant, files) => {
    await using here = await mongoHere(files);
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems]).toEqual([0, []]);
    expect(result.export).toMatchObject({ system: 'mongodb', variant: expect.stringContaining(variant) });
    expect(await landedIn(here)).toEqual(LANDED);
  });
});

test('init takes a folder of mongoexport as it is, and says what it recognised', async () => {
  await using here = await mongoHere(exportOf(MERN));
  const path = `${here.folder}/export`;
  const { exitCode, stdout } = await runHere([
    'init',
    path,
    '--zone',
    'UTC',
    '--yes',
    '--out',
    `${here.folder}/made.yaml`,
  ]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('shape: mern');
  expect((await runHere(['validate', `${here.folder}/made.yaml`])).exitCode).toBe(0);
  expect((await runHere(['inspect', path])).stdout).toContain('MongoDB');
});

test('the preset can be declared, and a part of it replaced', async () => {
  await using here = await mongoHere(exportOf(MERN), {
    system: 'mongodb',
    shape: '{ preset: mern, conversations: { table: chats, id: _id, type: false, name: chatName } }',
  });
  const { summary } = await summaryOf(here);
  // Two members and a name: a group.
  expect(summary.kinds).toMatchObject({ conversations: { imported: 2 }, messages: { imported: 3 } });
});

describe('lists in documents are tables', () => {
  const lama: Collections = {
    users: people,
    conversations: [{ _id: id('c1'), members: [String(id('a1')), String(id('a2'))], createdAt: at(0) }],
    messages: [
      {
        _id: id('e1'),
        conversationId: String(id('c1')),
        sender: String(id('a1')),
        text: 'hi',
        createdAt: at(1),
      },
      {
        _id: id('e2'),
        conversationId: String(id('c1')),
        sender: String(id('a2')),
        text: 'yo',
        createdAt: at(2),
      },
    ],
  };

  test('a list of members is found by its name', async () => {
    await using here = await mongoHere(exportOf(lama));
    const { result } = await here.json('run', '--yes');
    expect(result.problems).toEqual([]);
    expect(await landedIn(here)).toEqual(LANDED.slice(1, 3));
  });

  test('messages and members in their conversation, as a shape says', async () => {
    const rooms = [
      {
        _id: id('c2'),
        title: 'Team',
        kind: 'open',
        seats: [{ who: id('a1'), rank: 'boss' }, { who: id('a3') }],
        talk: [
          { by: { person: id('a1') }, words: 'first', at: at(1), likes: [id('a3')] },
          { by: { person: id('a3') }, words: 'second', at: at(2) },
        ],
        reactions: {},
      },
    ];
    await using here = await mongoHere(exportOf({ users: people, rooms }), {
      system: 'mongodb',
      shape: JSON.stringify({
        conversations: { table: 'rooms', id: '_id', name: 'title', type: 'kind', types: { open: 'public' } },
        participants: {
          table: 'rooms.seats',
          conversation: '$parent',
          user: 'who',
          role: 'rank',
          roles: { boss: 'admin' },
        },
        messages: {
          table: 'rooms.talk',
          id: '$id',
          conversation: '$parent',
          sender: 'by.person',
          text: 'words',
          time: 'at',
        },
      }),
    });
    const { result } = await here.json('run', '--yes');
    expect(result.problems).toEqual([]);
    expect(await landedIn(here)).toEqual([
      `public ${hex('c2')} Team: ${hex('a1')} ${hex('a3')}`,
      `${hex('a1')} to ${hex('c2')}: first`,
      `${hex('a3')} to ${hex('c2')}: second`,
    ]);
  });

  test('reactions by emoji, and files, are found where messages list them', async () => {
    const messages = [
      {
        _id: id('e1'),
        conversationId: String(id('c1')),
        sender: String(id('a1')),
        text: 'hi',
        createdAt: at(1),
        reactions: { '👍': [String(id('a1')), String(id('a2'))], '🎉': [String(id('a2'))] },
        attachments: [{ url: 'https://files.example.com/a.png', name: 'a.png' }],
      },
    ];
    await using here = await mongoHere(exportOf({ ...lama, messages }));
    const { summary } = await summaryOf(here);
    expect(summary.kinds).toMatchObject({
      messages: { imported: 1 },
      reactions: { read: 3, kept: 3 },
      attachments: { imported: 1 },
    });
  });
});

test('a layout that nobody knows ends with a shape to fill in', async () => {
  const odd: Collections = {
    persons: people,
    talks: MERN['chats']?.map(({ _id, users }) => ({ _id, seats: users })) ?? [],
    lines:
      MERN['messages']?.map(({ _id, sender, content, chat, createdAt }) => ({
        _id,
        von: sender,
        inhalt: `${content} and so on`,
        wo: chat,
        wann: createdAt,
      })) ?? [],
  };
  await using here = await mongoHere(exportOf(odd));
  const made = `${here.folder}/made.yaml`;
  const { stdout, stderr } = await runHere(['init', `${here.folder}/export`, '--out', made, '--yes']);
  expect(stdout + stderr).not.toContain('EXPORT.UNKNOWN');
  expect(stdout + stderr).toContain('lines');
});

test('an object is no id, and a list in the place of a text rejects its row alone', async () => {
  const messages = [
    ...(MERN['messages'] ?? []),
    { ...message(4, 1, 1, 'from an object'), sender: { name: 'Ann' } },
    { ...message(5, 1, 1, ''), content: ['a', 'list'] },
    { ...message(6, 1, 1, 'no room'), chat: null },
  ];
  await using here = await mongoHere(dumpOf({ ...MERN, messages }));
  const { result } = await here.json('run', '--yes');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['EXPORT.ROW_UNREADABLE', 3]]);
  expect(await landedIn(here)).toEqual(LANDED);
});
