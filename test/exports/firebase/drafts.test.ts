import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runHere } from '../../support/command-here.ts';
import { messagesOf, ofDatabase } from './files-of-firebase.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-draft-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Question = {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly { readonly value: string }[];
};
type Init = {
  readonly questions?: readonly Question[];
  readonly doubts: readonly string[];
  readonly dryRun?: { readonly entities: Record<string, { lands: number }> };
};

/** What `init --yes` writes for a database, and says. */
const drafted = async (database: unknown, ...options: readonly string[]) => {
  const file = join(folder, 'database.json');
  const out = join(folder, 'pipeline.yaml');
  writeFileSync(file, typeof database === 'string' ? database : JSON.stringify(database));
  const { exitCode, stdout, stderr } = await runHere([
    'init',
    file,
    '--yes',
    '--force',
    '--json',
    '--out',
    out,
    ...options,
  ]);
  if (stdout === '') return { exitCode, error: stderr, questions: [], doubts: [], shape: undefined };
  const { questions = [], doubts } = JSON.parse(stdout) as Init;
  const { sources } = parse(readFileSync(out, 'utf8')) as {
    sources: { export: { system: string; shape?: object } };
  };
  return {
    exitCode,
    error: '',
    questions: questions.map(({ id }) => id),
    doubts,
    shape: sources.export.shape,
    text: stdout,
  };
};

/** What lands of a database as `init` has written its shape. */
const landed = async (database: unknown, shape: object | undefined) => {
  await using here = await ofDatabase(database, shape);
  const { result } = await here.json('run', '--yes');
  const messages = [...(await messagesOf(here)).values()];
  return {
    kinds: result.export?.kinds,
    texts: messages
      .map(({ data, sender, receiver }) => `${sender} > ${receiver}: ${data?.['text'] ?? 'file'}`)
      .sort(),
  };
};

const T = 1_767_225_600_000;
const users = { u1: { name: 'Ann' }, u2: { name: 'Ben' }, u3: { name: 'Cat' } };
const time = (seconds: number) => ({ _seconds: T / 1_000 + seconds, _nanoseconds: 0 });

describe('usual layouts land right by init --yes alone', () => {
  const talk = {
    '-N1': { from: 'u1', message: 'hi', time: T, type: 'text', seen: true },
    '-N2': { from: 'u2', message: 'yo', time: T + 1_000, type: 'text', seen: false },
  };
  const own = (key: string) => ({
    [`-${key}1`]: { senderId: 'u1', message: 'hi' },
    [`-${key}2`]: { senderId: 'u2', message: 'yo' },
  });
  test.each<readonly [name: string, database: object, path: string | undefined, texts: readonly string[]]>([
    [
      'messages of all chats beside each other',
      {
        users,
        chats: { c1: { participants: ['u1', 'u2'], lastMessage: 'yo' } },
        messages: {
          m1: { chatId: 'c1', senderId: 'u1', text: 'hi', timestamp: T },
          m2: { chatId: 'c1', senderId: 'u2', text: 'yo', timestamp: T + 1_000 },
        },
      },
      undefined,
      ['u1 > u2: hi', 'u2 > u1: yo'],
    ],
    [
      'rooms that nothing lists',
      {
        users: { u1: { username: 'Ann' } },
        messages: { 'room-a': { '-Nabc0000000000000001': { sender: 'u1', message: 'hi', timestamp: T } } },
      },
      'messages/{conversation}/{message}',
      ['u1 > room-a: hi'],
    ],
    [
      'two names that are users',
      { users, messages: { u1: { u2: talk }, u2: { u1: talk } } },
      'messages/{user}/{peer}/{message}',
      ['u1 > u2: hi', 'u2 > u1: yo'],
    ],
    [
      'a name that is made of two users',
      { users, chats: { u1u2: { last: 'yo', messages: talk }, u2u1: { last: 'yo', messages: talk } } },
      'chats/{user}{peer}/messages/{message}',
      ['u1 > u2: hi', 'u2 > u1: yo'],
    ],
    [
      'the same with a sign between, one room for two',
      { users, chats: { u1_u2: { messages: talk } } },
      'chats/{user}_{peer}/messages/{message}',
      ['u1 > u2: hi', 'u2 > u1: yo'],
    ],
    [
      'users under keys of their own, and copies, too',
      {
        user: { '-A1': { name: 'Ann', uid: 'u1' }, '-A2': { name: 'Ben', uid: 'u2' } },
        chats: {
          u1u2: {
            messages: { '-OAbcdefghijklmnopq1': own('x')['-x1'], '-OAbcdefghijklmnopq3': own('x')['-x2'] },
          },
          u2u1: {
            messages: { '-OAbcdefghijklmnopq2': own('y')['-y1'], '-OAbcdefghijklmnopq4': own('y')['-y2'] },
          },
        },
      },
      'chats/{user}{peer}/messages/{message}',
      ['u1 > u2: hi', 'u2 > u1: yo'],
    ],
    [
      'a list of messages in a document of Firestore',
      {
        __collections__: {
          users: { u1: { uid: 'u1', displayName: 'Ann' }, u2: { uid: 'u2', displayName: 'Ben' } },
          chats: {
            u1u2: {
              messages: [
                { id: 'a', text: 'hi you', senderId: 'u1', date: time(1) },
                { id: 'b', text: '', senderId: 'u2', date: time(2), img: 'https://cdn.example/p.png' },
              ],
            },
          },
          userChats: {
            u1: {
              u1u2: {
                date: time(2),
                lastMessage: { text: 'hi you' },
                userInfo: { uid: 'u2', displayName: 'Ben' },
              },
            },
            u2: { u1u2: { date: time(2), userInfo: { uid: 'u1', displayName: 'Ann' } } },
          },
        },
      },
      'chats/{user}{peer}.messages.{message}',
      ['u1 > u2: hi you', 'u2 > u1: file'],
    ],
    [
      'lists, whose members each user lists',
      {
        users: { u1: { id: 'u1', username: 'ann' }, u2: { id: 'u2', username: 'ben' } },
        userchats: {
          u1: { chats: [{ chatId: 'c1', receiverId: 'u2', updatedAt: T, isSeen: true }] },
          u2: { chats: [{ chatId: 'c1', receiverId: 'u1', updatedAt: T, isSeen: false }] },
        },
        chats: {
          c1: {
            createdAt: { seconds: T / 1_000, nanoseconds: 0 },
            messages: [
              { senderId: 'u1', text: 'hi you', createdAt: { seconds: T / 1_000, nanoseconds: 5 } },
              { senderId: 'u2', text: 'yo', createdAt: { seconds: T / 1_000 + 1, nanoseconds: 0 } },
            ],
          },
        },
      },
      'chats/{conversation}/messages/{message}',
      ['u1 > c1: hi you', 'u2 > c1: yo'],
    ],
    [
      'lists alone',
      {
        users: [
          { id: 'u1', name: 'Ann' },
          { id: 'u2', name: 'Ben' },
          { id: 'u3', name: 'Cat' },
        ],
        rooms: [
          {
            id: 'r1',
            members: ['u1', 'u2', 'u3'],
            name: 'Team',
            messages: [{ id: 'm1', senderId: 'u1', text: 'hi all', createdAt: time(1) }],
          },
          {
            id: 'r2',
            members: ['u1', 'u2'],
            messages: [{ id: 'm1', senderId: 'u2', text: 'psst', createdAt: time(2) }],
          },
        ],
      },
      'rooms/{conversation}/messages/{message}',
      ['u1 > r1: hi all', 'u2 > u1: psst'],
    ],
    [
      'both ends in each message',
      {
        users: { u1: { nickname: 'Ann', id: 'u1' }, u2: { nickname: 'Ben', id: 'u2' } },
        messages: {
          a: { idFrom: 'u1', idTo: 'u2', content: 'hi', timestamp: String(T), type: 0 },
          b: { idFrom: 'u2', idTo: 'u1', content: 'yo', timestamp: String(T + 1), type: 0 },
        },
      },
      'messages/{message}',
      ['u1 > u2: hi', 'u2 > u1: yo'],
    ],
  ])('%s', async (_, database, path, texts) => {
    const { questions, shape, error } = await drafted(database);
    expect([questions, error]).toEqual([[], '']);
    expect(shape).toEqual(
      path === undefined
        ? undefined
        : expect.objectContaining({ messages: expect.objectContaining({ path }) }),
    );
    expect((await landed(database, shape)).texts).toEqual(texts);
  });
});

describe('what is not clear is asked, and never guessed', () => {
  test('names that tell nothing', async () => {
    const database = {
      aa: { k1: { n: 'Ann' }, k2: { n: 'Ben' } },
      bb: { x1: { z1: { w: 'k1', q: 'hello you', t: T }, z2: { w: 'k2', q: 'oh I see', t: T + 1 } } },
    };
    expect((await drafted(database)).questions).toEqual(['messages.path']);
    const { questions, shape } = await drafted(database, '--answer', 'messages.path=bb/*/*');
    expect([questions, shape]).toEqual([
      [],
      expect.objectContaining({ messages: expect.objectContaining({ path: 'bb/{conversation}/{message}' }) }),
    ]);
    expect((await landed(database, shape)).texts).toEqual(['k1 > x1: hello you', 'k2 > x1: oh I see']);
  });

  test('two places of messages: the answer says which, and the others are named', async () => {
    const chat = { members: ['u1', 'u2'], messages: { m1: { senderId: 'u1', text: 'hi', timestamp: T } } };
    const database = { users, chats: { c1: chat }, groups: { g1: { ...chat, name: 'G' } } };
    const open = await drafted(database);
    expect([open.questions, open.shape]).toMatchObject([['messages.path'], { messages: { path: '?' } }]);
    const told = await drafted(database, '--answer', 'messages.path=groups/*/messages/*');
    expect([told.questions, told.shape]).toMatchObject([
      [],
      {
        conversations: { path: 'groups/{conversation}', members: 'members' },
        messages: { path: 'groups/{conversation}/messages/{message}' },
      },
    ]);
    expect(told.doubts.join()).toContain('chats/*/messages/* look like messages and are not read');
    const wrong = await drafted(database, '--answer', 'messages.path=shelf/{message}');
    expect(wrong.error).toContain('nothing stands there; there are users/*, chats/*');
  });

  test('a mark that may be for few, and rooms that are called by one user each', async () => {
    const messages = {
      m1: { sender: 'u1', text: 'hi', time: T },
      m2: { sender: 'u2', text: 'secret', time: T + 1, hushed: true },
    };
    const database = { users, rooms: { u1: { messages } } };
    const open = await drafted(database);
    expect(open.questions).toEqual(['messages.path', 'messages.internal']);
    const answers = ['messages.path=rooms/{conversation}/messages/{message}', 'messages.internal=hushed'];
    const { shape, questions } = await drafted(
      database,
      ...answers.flatMap((answer) => ['--answer', answer]),
    );
    expect(questions).toEqual([]);
    const { kinds, texts } = await landed(database, shape);
    expect(texts).toEqual(['u1 > u1: hi']);
    expect(kinds?.messages).toMatchObject({ read: 2, imported: 1, dropped: { internal: 1 } });
  });

  test('no time, and keys that have none', async () => {
    const database = {
      users,
      chats: { c1: { messages: { m1: { senderId: 'u1', text: 'hi' }, m2: { senderId: 'u2', text: 'yo' } } } },
    };
    const open = await drafted({ ...database, odd: { '-OAbcdefghijklmnopqr': { x: 1 } } });
    expect(open.questions).toEqual(['messages.time']);
    const { shape } = await drafted(
      { ...database, odd: { '-OAbcdefghijklmnopqr': { x: 1 } } },
      '--answer',
      'messages.time=2022-01-01T00:00:00Z',
    );
    expect((await landed(database, shape)).texts).toEqual(['u1 > c1: hi', 'u2 > c1: yo']);
  });

  test('inspect says what stands where', async () => {
    const file = join(folder, 'inspected.json');
    const chat = { messages: { m1: { senderId: 'u1', text: 'hi', timestamp: T } } };
    writeFileSync(file, JSON.stringify({ users, chats: { c1: chat }, groups: { g1: chat } }));
    const { stdout } = await runHere(['inspect', file]);
    expect(stdout).toContain('Firebase export');
    expect(stdout).toContain('groups/*/messages/*: 1 document; fields senderId text timestamp');
    expect(stdout).toContain('messages.path');
  });
});
