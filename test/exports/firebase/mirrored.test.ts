import { describe, expect, test } from 'vitest';
import { summaryOf } from '../expected.ts';
import { messagesOf, ofDatabase } from './files-of-firebase.ts';

const users = { u1: { name: 'Ann' }, u2: { name: 'Ben' }, u3: { name: 'Cat' } };
const at = 1_767_225_600_000;
const said = {
  '-N1': { from: 'u1', message: 'hi', time: at },
  '-N2': { from: 'u2', message: 'yo', time: at + 1_000 },
};
const fields = { sender: 'from', time: 'time', text: 'message' };
const shapeOf = (path: string) => ({
  users: { path: 'users/{user}', name: 'name' },
  messages: { path, ...fields },
});

const landed = async (database: object, shape: object) => {
  await using here = await ofDatabase(database, shape);
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  await here.json('run', '--yes');
  const messages = [...(await messagesOf(here)).values()];
  return {
    kinds: summary.kinds,
    notes: summary.notes,
    codes: report.problems.map(({ code, count }) => `${code} ${count}`),
    texts: messages.map(({ data, sender, receiver }) => `${sender} > ${receiver}: ${data?.['text']}`).sort(),
  };
};

describe('a message that each of two users has is one message of these two', () => {
  test.each([
    ['messages/{user}/{peer}/{message}', { messages: { u1: { u2: said }, u2: { u1: said } } }],
    [
      'chats/{user}{peer}/messages/{message}',
      { chats: { u1u2: { last: 'yo', messages: said }, u2u1: { messages: said } } },
    ],
    [
      'chats/{user}_{peer}/messages/{message}',
      { chats: { u1_u2: { messages: said }, u2_u1: { messages: said } } },
    ],
    ['dm/chat-{user}.{peer}-x/{message}', { dm: { 'chat-u1.u2-x': said, 'chat-u2.u1-x': said } }],
  ])('%s', async (path, database) => {
    const { kinds, texts, notes } = await landed({ users, ...database }, shapeOf(path));
    expect(kinds).toMatchObject({
      conversations: { read: 1, converted: 1 },
      messages: { read: 4, imported: 2, dropped: { repeated: 2 } },
    });
    expect([texts, notes]).toEqual([['u1 > u2: hi', 'u2 > u1: yo'], []]);
  });

  test('in Firestore, in a list of each document and with the room beside it', async () => {
    const listed = Object.entries(said).map(([id, message]) => ({ id, ...message }));
    const database = {
      __collections__: {
        users,
        chats: { u1u2: { messages: listed, opened: '2026-01-01T00:00:00Z' }, u2u1: { messages: listed } },
      },
    };
    const shape = {
      ...shapeOf('chats/{user}{peer}.messages.{message}'),
      conversations: { path: 'chats/{user}{peer}', createdAt: 'opened' },
    };
    const messages = { ...shape.messages, id: 'id' };
    const { kinds, texts } = await landed(database, { ...shape, messages });
    expect([kinds.conversations, kinds.messages]).toMatchObject([
      { read: 2, converted: 1, dropped: { repeated: 1 } },
      { read: 4, imported: 2, dropped: { repeated: 2 } },
    ]);
    expect(texts).toEqual(['u1 > u2: hi', 'u2 > u1: yo']);
  });

  test('also one whose copies have keys of their own: what the author has counts, and nothing is lost', async () => {
    const room = (key: string, rows: readonly object[]) => ({
      messages: Object.fromEntries(rows.map((row, index) => [`-${key}${index}`, row])),
    });
    const rows = [
      { from: 'u1', message: 'ok', time: at },
      { from: 'u1', message: 'ok', time: at + 1 },
      { from: 'u2', message: 'yo', time: at + 2 },
    ];
    const gone = { from: 'u1', message: 'its author has deleted it for themselves', time: at + 3 };
    const { kinds, texts } = await landed(
      { users, chats: { u1u2: room('a', rows), u2u1: room('b', [...rows, gone]) } },
      shapeOf('chats/{user}{peer}/messages/{message}'),
    );
    expect(kinds.messages).toMatchObject({ read: 7, imported: 4, dropped: { repeated: 3 } });
    expect(texts).toEqual([`u1 > u2: ${gone.message}`, 'u1 > u2: ok', 'u1 > u2: ok', 'u2 > u1: yo']);
  });

  test('copies that differ are said, and a deleted one counts', async () => {
    const edited = { ...said['-N1'], message: 'hi!' };
    const { texts, notes } = await landed(
      {
        users,
        messages: {
          u1: { u2: { ...said, '-N3': { ...said['-N1'], message: 'oops', gone: true } } },
          u2: { u1: { '-N1': edited, '-N3': { ...said['-N1'], message: 'oops' } } },
        },
      },
      {
        ...shapeOf('messages/{user}/{peer}/{message}'),
        messages: { path: 'messages/{user}/{peer}/{message}', ...fields, deleted: 'gone' },
      },
    );
    expect(texts).toEqual(['u1 > u2: hi!', 'u2 > u1: yo']);
    expect(notes).toEqual([expect.stringContaining('another text, author or time: 1;')]);
  });
});

test('the ids of two users are told by the known ones, and what is not clear is rejected by name', async () => {
  const messages = { '-N1': { from: 'a', message: 'hi', time: at } };
  const { kinds, texts, codes } = await landed(
    {
      users: {
        a: { name: 'A' },
        ab: { name: 'AB' },
        bc: { name: 'BC' },
        c: { name: 'C' },
        aa: { name: 'AA' },
      },
      // a and bc, or ab and c; a and aa in either order; nobody.
      chats: { abc: { messages }, aaa: { messages }, axz: { messages }, ab: { messages } },
    },
    shapeOf('chats/{user}{peer}/messages/{message}'),
  );
  expect(texts).toEqual(['a > aa: hi']);
  expect(kinds.messages).toMatchObject({ read: 4, imported: 1, dropped: { unreadable: 3 } });
  expect(codes).toEqual(['EXPORT.ROW_UNREADABLE 3']);
});

test('a flat collection whose messages name both ends: with themselves, and without a receiver', async () => {
  const rows = {
    a: { ...said['-N1'], to: 'u2' },
    b: { ...said['-N2'], to: 'u1' },
    c: { ...said['-N1'], to: 'u1', message: 'note' },
    d: said['-N1'],
  };
  const { kinds, texts } = await landed(
    { users, messages: rows },
    { users: { path: 'users/{user}' }, messages: { path: 'messages/{message}', ...fields, receiver: 'to' } },
  );
  expect(kinds).toMatchObject({
    conversations: { read: 2, converted: 2 },
    messages: { read: 4, imported: 3, dropped: { unreadable: 1 } },
  });
  expect(texts).toEqual(['u1 > self-u1: note', 'u1 > u2: hi', 'u2 > u1: yo']);
});

test('lists whose elements have their ids in them, and one time for all', async () => {
  const database = {
    users: [
      { uid: 'u1', name: 'Ann' },
      { uid: 'u2', name: 'Ben' },
    ],
    rooms: [
      {
        key: 'r1',
        title: 'Team',
        who: { '-M1': 'u1', '-M2': 'u2' },
        messages: [
          { from: 'u1', message: 'one' },
          { from: 'u2', message: 'two' },
        ],
      },
      { key: 'r2', title: 'Other', who: ['u2'], messages: [{ from: 'u2', message: 'three' }] },
      { title: 'without an id', messages: [{ from: 'u2', message: 'four' }] },
    ],
  };
  const { kinds, texts } = await landed(database, {
    users: { path: 'users/{user}', id: 'uid', name: 'name' },
    conversations: { path: 'rooms/{conversation}', id: 'key', name: 'title', members: 'who' },
    messages: { path: 'rooms/{conversation}/messages/{message}', ...fields, time: '2022-01-01T00:00:00Z' },
  });
  expect(kinds).toMatchObject({
    users: { imported: 2 },
    conversations: { read: 3, imported: 2, dropped: { unreadable: 1 } },
    members: { read: 3, imported: 3 },
    messages: { read: 4, imported: 3, dropped: { unreadable: 1 } },
  });
  expect(texts).toEqual(['u1 > r1: one', 'u2 > r1: two', 'u2 > r2: three']);
});
