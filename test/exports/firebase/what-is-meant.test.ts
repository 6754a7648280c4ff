import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runHere } from '../../support/command-here.ts';
import { messagesOf, ofDatabase } from './files-of-firebase.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-meant-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Init = { readonly questions?: readonly { readonly id: string; readonly choices: readonly object[] }[] };

/** What `init --yes` asks about a database, and what lands of it as the shape says that it writes. */
async function initOf(database: object, ...options: readonly string[]) {
  const [file, out] = [join(folder, 'database.json'), join(folder, 'pipeline.yaml')];
  writeFileSync(file, JSON.stringify(database));
  const { stdout } = await runHere(['init', file, '--yes', '--force', '--json', '--out', out, ...options]);
  const { questions = [] } = JSON.parse(stdout) as Init;
  const { sources } = parse(readFileSync(out, 'utf8')) as { sources: { export: { shape?: object } } };
  const texts = async (): Promise<readonly string[]> => {
    await using here = await ofDatabase(database, sources.export.shape);
    await here.json('run', '--yes');
    const users = new Map<unknown, unknown>();
    for await (const { uid, name } of here.service.users.list()) users.set(uid, name);
    return [...(await messagesOf(here)).values()].map(
      ({ sender, receiver, data }) => `${users.get(sender)} > ${users.get(receiver)}: ${data?.['text']}`,
    );
  };
  return { questions, shape: sources.export.shape, texts };
}

const T = 1_767_225_600_000;
const users = { u1: { name: 'Ann' }, u2: { name: 'Ben' } };
const said = (by: string, text: string, at: number, more: object = {}) => ({
  senderId: by,
  text,
  timestamp: T + at * 1_000,
  ...more,
});
const chat = (messages: object) => ({ users, chats: { c1: { members: ['u1', 'u2'], messages } } });

test('documents that nothing calls messages are asked about: orders and comments have texts and authors, too', async () => {
  const order = (by: string, note: string) => ({ userId: by, note, createdAt: T, status: 'open' });
  for (const database of [
    { users, orders: { o1: order('u1', 'to the back door, please'), o2: order('u2', 'please ring twice') } },
    {
      users,
      reviews: { p1: { k1: order('u1', 'a very nice chair') }, p2: { k2: order('u2', 'it is red') } },
    },
  ]) {
    const { questions } = await initOf(database);
    expect(questions.map(({ id }) => id)).toEqual(['messages.path']);
    expect(questions[0]?.choices).toHaveLength(1);
  }
});

test('a message whose kind or state says that it was deleted is deleted', async () => {
  const database = chat({
    m1: said('u1', 'stays', 1, { type: 'text', status: 'sent' }),
    m2: said('u1', 'gone by type', 2, { type: 'deleted', status: 'sent' }),
    m3: said('u2', 'gone by status', 3, { type: 'text', status: 'Deleted for everyone' }),
    m4: said('u2', 'gone by unsending', 4, { type: 'text', status: 'unsent' }),
  });
  expect(await (await initOf(database)).texts()).toEqual(['Ann > Ben: stays']);
});

test('of several marks of deletion each counts', async () => {
  const database = chat({
    m1: said('u1', 'stays', 1, { isDeleted: false, unsent: false, deletedAt: 0 }),
    m2: said('u1', 'gone', 2, { isDeleted: true, unsent: false, deletedAt: 0 }),
    m3: said('u1', 'unsent', 3, { isDeleted: false, unsent: true, deletedAt: 0 }),
    m4: said('u1', 'gone since', 4, { isDeleted: false, unsent: false, deletedAt: T + 9_000 }),
  });
  expect(await (await initOf(database)).texts()).toEqual(['Ann > Ben: stays']);
});

test('messages that some have deleted for themselves are asked about', async () => {
  const database = chat({
    m1: said('u1', 'stays', 1, { deletedFor: [] }),
    m2: said('u1', 'half gone', 2, { deletedFor: ['u1'] }),
  });
  expect((await initOf(database)).questions.map(({ id }) => id)).toEqual(['messages.internal']);
  const answered = await initOf(database, '--answer', 'messages.internal=deletedFor');
  expect(await answered.texts()).toEqual(['Ann > Ben: stays']);
  const none = await initOf(database, '--answer', 'messages.internal=false');
  expect(await none.texts()).toEqual(['Ann > Ben: stays', 'Ann > Ben: half gone']);
});

test.each(['hiddenFromSender', 'ownerOnly', 'wasUnsent', 'unreadableToUsers'])(
  'a mark is not harmless because a word of one stands in it: %s',
  async (name) => {
    const database = chat({
      m1: said('u1', 'a', 1, { [name]: false }),
      m2: said('u1', 'b', 2, { [name]: true }),
    });
    expect((await initOf(database)).questions.map(({ id }) => id)).toEqual(['messages.internal']);
  },
);

test('e-mails as keys, with commas for the dots that the database refuses, are those of the authors', async () => {
  const people = { 'ann@x,com': { name: 'Ann' }, 'ben@x,co,uk': { name: 'Ben' } };
  const talk = {
    k1: { sender: 'ann@x.com', message: 'hi there', time: T },
    k2: { sender: 'ben@x,co,uk', message: 'yo there', time: T + 1_000 },
  };
  const expected = ['Ann > Ben: hi there', 'Ben > Ann: yo there'];
  for (const chats of [
    { 'ann@x,com_ben@x,co,uk': talk },
    { c1: { members: ['ann@x.com', 'ben@x,co,uk'], messages: talk } },
    { c1: { members: { 'ann@x,com': true, 'ben@x,co,uk': true }, messages: talk } },
  ]) {
    const { shape, questions, texts } = await initOf({ users: people, chats });
    expect([questions, shape]).toEqual([[], expect.objectContaining({ commas: true })]);
    expect(await texts()).toEqual(expected);
  }
});

const NAMED = { c1: { title: 'Team', type: 'group', members: { u1: true, u2: true } } };
const flat = (all: object) =>
  Object.fromEntries(Object.entries(all).map(([key, one]) => [key, { chatId: 'c1', ...one }]));

test.each<readonly [layout: string, database: (messages: object) => object, shape: object | undefined]>([
  ['chats', (all) => ({ users, chats: NAMED, messages: { c1: all } }), undefined],
  ['flat', (all) => ({ users, chats: NAMED, messages: flat(all) }), undefined],
  [
    'its own',
    (all) => ({ rooms: { c1: all } }),
    {
      messages: {
        path: 'rooms/{conversation}/{message}',
        sender: 'senderId',
        time: 'timestamp',
        text: 'text',
        internal: 'isInternal',
        deleted: 'deletedForEveryone',
      },
    },
  ],
])('what was taken away, or is for few, stays closed: layout %s', async (layout, database, shape) => {
  const messages = {
    m1: said('u1', 'stays', 1, { isInternal: false, hidden: false, visibility: 'public', edited: true }),
    m2: said('u1', 'internal', 2, { isInternal: true }),
    m3: said('u1', 'deleted', 3, { deletedForEveryone: true }),
    m4: said('u1', 'hidden', 4, { hidden: true }),
    m5: said('u1', 'for some', 5, { adminOnly: true }),
    m6: said('u1', 'seen inside', 6, { visibility: 'internal' }),
    m7: said('u1', 'a note', 7, { type: 'internal_note' }),
  };
  await using here = await ofDatabase(database(messages), shape);
  const { result } = await here.json('run', '--yes');
  expect([...(await messagesOf(here)).values()].map(({ data }) => data?.['text'])).toEqual(['stays']);
  expect(result.export?.kinds.messages).toMatchObject({ read: 7, dropped: { deleted: 1, internal: 5 } });
  expect(result.export?.notes).toContain(
    'marks that the shape does not name, for which messages are skipped: hidden 1, adminOnly 1; if they say nothing of who may read:  messages: { ignore: [hidden, adminOnly] }',
  );
  const own = {
    ...shape,
    messages: { ...(shape as { messages?: object })?.messages, ignore: ['hidden', 'adminOnly'] },
  };
  await using named = await ofDatabase(database(messages), shape ? own : { preset: layout, ...own });
  await named.json('run', '--yes');
  expect((await messagesOf(named)).size).toBe(3);
});

test.each<readonly [layout: string, database: (messages: object) => object, fields: object]>([
  [
    'flutter_firebase_chat_core',
    (messages) => ({
      users,
      rooms: { r1: { type: 'group', name: 'Team', userIds: ['u1', 'u2'], messages } },
    }),
    { authorId: 'u1', type: 'text', text: 'x', createdAt: T },
  ],
  [
    'chat-sdk',
    (messages) => ({
      pre: {
        users: { u1: { meta: { name: 'Ann' } } },
        threads: {
          t1: { meta: { 'creation-date': T, type: 1 }, users: { u1: { status: 'owner' } }, messages },
        },
      },
    }),
    { from: 'u1', type: 0, date: T, meta: { text: 'x' } },
  ],
  ['friendlychat', (messages) => ({ messages }), { text: 'x', name: 'Ann', timestamp: T }],
])(
  'the layout %s says of no message that it is for everybody if a mark says that it is not',
  async (layout, database, one) => {
    const messages = {
      '-Nabc0000000000000001': one,
      '-Nabc0000000000000002': { ...one, isDeleted: true },
      '-Nabc0000000000000003': { ...one, isInternal: true },
    };
    await using here = await ofDatabase(database(messages));
    const { result } = await here.json('run', '--yes');
    expect(result.export?.variant).toContain(layout);
    expect(result.export?.kinds.messages).toMatchObject({ read: 3, dropped: { deleted: 1, internal: 1 } });
  },
);

test('two conversations of the same two people are two, and whoever was put out of one still counts', async () => {
  const chats = {
    c1: { members: ['u1', 'u2'], product: 'boat', messages: { m1: said('u1', 'the boat', 1) } },
    c2: { members: ['u1', 'u2'], product: 'oar', messages: { m1: said('u1', 'the oar', 2) } },
    c3: { members: { u1: true, u2: true, u3: false }, messages: { m1: said('u1', 'of three', 3) } },
  };
  const { texts } = await initOf({ users: { ...users, u3: { name: 'Cy' } }, chats });
  expect((await texts()).filter((text) => text.startsWith('Ann > Ben'))).toEqual(['Ann > Ben: the boat']);
  expect(await texts()).toHaveLength(3);
});

test('lists of those who may see a message are asked about', async () => {
  for (const visibleTo of [['u1'], 'u1']) {
    const { questions } = await initOf(
      chat({ m1: said('u1', 'a', 1), m2: said('u2', 'b', 2, { visibleTo }) }),
    );
    expect(questions.map(({ id }) => id)).toEqual(['messages.internal']);
  }
});

test('a mark called note leaves a message out', async () => {
  const named = { c1: { title: 'Team', members: { u1: true, u2: true } } };
  const messages = { c1: { m1: said('u1', 'stays', 1), m2: said('u1', 'inside', 2, { note: true }) } };
  await using here = await ofDatabase({ users, chats: named, messages });
  await here.json('run', '--yes');
  expect([...(await messagesOf(here)).values()].map(({ data }) => data?.['text'])).toEqual(['stays']);
});

test('a mark can say that everybody may read a conversation', async () => {
  const chats = {
    c1: { title: 'Lobby', isPublic: true },
    c2: { title: 'Team', isPublic: false, members: ['u1', 'u2'] },
  };
  const messages = { c1: { m1: said('u1', 'a', 1) }, c2: { m2: said('u1', 'b', 2) } };
  const shape = { preset: 'chats', conversations: { type: 'isPublic', public: ['true'] } };
  await using here = await ofDatabase({ users, chats, messages }, shape);
  await here.json('run', '--yes');
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map(({ name, type }) => [name, type]).toSorted()).toEqual([
    ['Lobby', 'public'],
    ['Team', 'private'],
  ]);
});

test('a download that was cut off is known as a database, and the error says where it ends', async () => {
  const whole = JSON.stringify(
    chat({ m1: said('u1', 'hi there', 1), m2: said('u2', 'yo there', 2) }),
    null,
    1,
  );
  const file = join(folder, 'cut.json');
  writeFileSync(file, whole.slice(0, -60));
  const { exitCode, stderr } = await runHere(['init', file, '--yes', '--out', join(folder, 'cut.yaml')]);
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('SOURCE.TRUNCATED')]);
});
