import { describe, expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';
import { summaryOf } from '../expected.ts';
import { messagesOf, ofDatabase } from './files-of-firebase.ts';

const HOME = {
  users: { path: 'people/{user}', name: ['nick', 'mail'], deactivated: 'closedAt' },
  conversations: {
    path: 'rooms/{conversation}',
    name: 'title',
    type: 'kind',
    public: 'open',
    members: 'who',
    roles: 'rights',
  },
  scopes: { boss: 'admin' },
  messages: {
    path: 'rooms/{conversation}/messages/{message}',
    sender: 'by',
    time: 'at',
    text: 'body',
    file: 'files',
    parent: 'answers',
    reactions: 'likes',
    deleted: 'gone',
  },
};

/** The same chat as exporters write it: documents within documents in a member of their own. */
const ann = { nick: 'Ann', closedAt: { _seconds: 1_767_225_700, _nanoseconds: 0 } };
const room = { title: 'Quay', kind: 'open', who: ['ann', 'bob'], rights: { ann: 'boss' }, colour: 'blue' };
const at = { __datatype__: 'timestamp', value: { _seconds: 1_767_225_600, _nanoseconds: 250_000_000 } };
const by = { __datatype__: 'documentReference', value: 'people/ann' };
const messages = {
  m1: {
    by,
    at,
    body: 'first',
    likes: { '👍': ['ann', 'bob'] },
    place: { __datatype__: 'geopoint', value: { _latitude: 1 } },
  },
  m2: {
    by: 'bob',
    at,
    body: 'second',
    answers: 'm1',
    files: ['https://cdn.example/a.png', 'https://cdn.example/b.png'],
  },
  m3: { by: 'bob', at, body: 'secret', gone: true },
};
const people = { ann, bob: { mail: 'bob@example.com' } };

test.each([
  ['side by side', { people, rooms: { r1: { ...room, messages } } }],
  [
    'in __collections__',
    { __collections__: { people, rooms: { r1: { ...room, __collections__: { messages } } } } },
  ],
  [
    'in subCollection',
    {
      people,
      rooms: {
        r1: { ...room, subCollection: { 'rooms/r1/messages': messages, 'rooms/r1/logs': { l1: {} } } },
      },
    },
  ],
])('a layout of its own, documents within documents %s', async (_, database) => {
  await using here = await ofDatabase(database, HOME);
  const { summary } = await summaryOf(here);
  expect(summary.kinds).toMatchObject({
    users: { read: 2, imported: 2 },
    conversations: { read: 1, imported: 1 },
    members: { read: 2, imported: 2 },
    messages: { read: 3, imported: 2, dropped: { deleted: 1 } },
    replies: { kept: 1 },
    reactions: { read: 2, kept: 2 },
    attachments: { imported: 2 },
  });
  await here.json('run', '--yes');
  const landed = await messagesOf(here);
  expect(landed.get('r1:m1')).toMatchObject({
    sender: 'ann',
    receiver: 'r1',
    sentAt: 1_767_225_600,
    data: { text: 'first', metadata: { source: { time: 1_767_225_600_250, place: { _latitude: 1 } } } },
  });
  expect(landed.get('r1:m2')?.data).toMatchObject({
    attachments: [{ url: 'https://cdn.example/a.png' }, { url: 'https://cdn.example/b.png' }],
    metadata: { source: { parentMuid: 'r1:m1' } },
  });
  const { metadata } = await here.service.groups.get('r1');
  expect(metadata).toMatchObject({ source: { colour: 'blue' } });
});

test('a conversation with more messages than fit into one row is read field by field', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 6_000 }, (_, n) => [
      `m${n}`,
      { by: 'ann', at: 1_767_225_600_000 + n, body: `${n} ${'x'.repeat(300)}` },
    ]),
  );
  await using here = await ofDatabase({ people, rooms: { r1: { messages: many, ...room } } }, HOME);
  const { summary, report } = await summaryOf(here);
  expect(summary.kinds).toMatchObject({
    conversations: { read: 1, imported: 1 },
    messages: { read: 6_000, imported: 6_000 },
  });
  expect(report.problems).toEqual([]);
});

test('two users whose ids are the name of a conversation, and lists where names are 0, 1, …', async () => {
  const database = {
    users: { a_1: { name: 'A' }, b2: { name: 'B' } },
    chats: {
      a_1_b2: {
        messages: [
          null,
          { from: 'a_1', date: 1_767_225_600_000, text: 'hi' },
          { from: 'b2', date: 1_767_225_601_000, text: 'yes' },
        ],
      },
    },
  };
  await using here = await ofDatabase(database, {
    users: { path: 'users/{user}', name: 'name' },
    conversations: { pair: '_' },
    messages: { path: 'chats/{conversation}/messages/{message}', sender: 'from', time: 'date', text: 'text' },
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    conversations: { converted: 1 },
    messages: { read: 2, imported: 2 },
  });
  expect(
    [...(await messagesOf(here))].map(([muid, { sender, receiver }]) => [muid, sender, receiver]),
  ).toEqual([
    ['a_1_b2:1', 'a_1', 'b2'],
    ['a_1_b2:2', 'b2', 'a_1'],
  ]);
});

test('Chat SDK, below a root of its own', async () => {
  const database = {
    prod: {
      users: {
        u1: { meta: { name: 'Ann', pictureURL: 'https://cdn.example/a.png' } },
        u2: { meta: { name: 'Bob' } },
      },
      threads: {
        t1: {
          meta: { name: 'Crew', type: 1, creator: 'u1', 'creation-date': 1_767_225_000_000 },
          users: { u1: { status: 'owner' }, u2: { status: 'banned' }, u3: { status: 'none' } },
          messages: {
            '-OAbcdefghijklmnopqr': { from: 'u1', date: 1_767_225_600_000, type: 0, meta: { text: 'hello' } },
            '-OAbcdefghijklmnopqs': {
              'user-firebase-id': 'u2',
              date: 1_767_225_601_000,
              type: 2,
              json_v2: { 'image-url': 'https://cdn.example/p.png' },
            },
          },
        },
        t2: {
          meta: { type: 2, 'creation-date': 1 },
          users: { u1: { status: 'owner' }, u2: { status: 'member' } },
        },
      },
    },
  };
  await using here = await ofDatabase(database);
  const { summary } = await summaryOf(here);
  expect(summary).toMatchObject({
    variant: 'JSON of a database, layout chat-sdk',
    kinds: {
      users: { imported: 2 },
      conversations: { imported: 1, converted: 1 },
      members: { read: 5, imported: 2, converted: 2, dropped: { none: 1 } },
      messages: { read: 2, imported: 2 },
      attachments: { imported: 1 },
    },
  });
});

describe('what cannot be read', () => {
  test('is refused by name: an unknown layout, a wrong shape, an export of the export service', async () => {
    const unknown = { shelf: { '-OAbcdefghijklmnopqr': { title: 'x' } } };
    for (const [shape, code] of [
      [undefined, 'EXPORT.SHAPE_MISSING'],
      [{ preset: 'no-such' }, 'EXPORT.SHAPE_INVALID'],
      [{ messages: { path: 'shelf/{book}' } }, 'EXPORT.SHAPE_INVALID'],
      [{ users: { path: 'shelf/{user}' } }, 'EXPORT.SHAPE_INVALID'],
      [{ message: {} }, 'EXPORT.SHAPE_INVALID'],
    ] as const) {
      await using here = await ofDatabase(unknown, shape);
      await expect(here.json('validate')).rejects.toThrow(code);
    }
    await using managed = await serviceHere({
      files: { 'export/all_namespaces/kind_rooms/output-0': '\u0001binary' },
      rest: '  export: { system: auto, path: export }',
    });
    await expect(managed.json('validate')).rejects.toThrow('EXPORT.FORM_UNSUPPORTED');
  });

  test('is rejected with its place: messages without an author, a time or a conversation', async () => {
    const rows = {
      a: { by: 'ann', at: 1_767_225_600_000, body: 'fine', room: 'r1' },
      b: { by: 'ann', at: 1_767_225_600_000, body: 'no room' },
      c: { by: 'ann', body: 'no time', room: 'r1' },
      d: { at: 1_767_225_600_000, body: 'nobody', room: 'r1' },
      e: 'no document',
    };
    await using here = await ofDatabase(
      { rooms: { r1: room }, people, messages: rows },
      {
        ...HOME,
        messages: {
          path: 'messages/{message}',
          conversation: 'room',
          sender: 'by',
          time: 'at',
          text: 'body',
        },
      },
    );
    const { summary, report } = await summaryOf(here);
    expect(report.balanced).toBe(true);
    expect(report.problems.map(({ code, count }) => [code, count]).sort()).toEqual([
      ['EXPORT.ROW_UNKNOWN', 1],
      ['ROW.FIELD_MISSING', 1],
      ['ROW.TIME_INVALID', 1],
    ]);
    expect(summary.kinds.messages).toMatchObject({
      read: 5,
      imported: 2,
      dropped: { unreadable: 2, timeInvalid: 1 },
    });
  });

  test('a document of something else is not taken for a database, unless the pipeline says so', async () => {
    const files = { 'export/a.json': '{"rooms":{"join":{"!a:example.org":{"timeline":{}}}}}' };
    await using auto = await serviceHere({ files, rest: '  export: { system: auto, path: export }' });
    await expect(auto.json('validate')).rejects.toThrow('EXPORT.UNKNOWN');
    await using declared = await serviceHere({ files, rest: '  export: { system: firebase, path: export }' });
    await expect(declared.json('validate')).rejects.toThrow('EXPORT.SHAPE_MISSING');
  });

  test('a layout is recognised by what stands far behind the beginning of the file', async () => {
    const users = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, n) => [`user-${n}`, { firstName: `User ${n}`, createdAt: at }]),
    );
    const rooms = {
      r1: {
        type: 'group',
        name: 'R',
        userIds: ['user-1'],
        __collections__: {
          messages: { m1: { authorId: 'user-1', createdAt: at, text: 'hi', type: 'text' } },
        },
      },
    };
    await using here = await ofDatabase({ __collections__: { users, rooms } });
    const { summary } = await summaryOf(here);
    expect(summary).toMatchObject({
      variant: 'Firestore, layout flutter_firebase_chat_core',
      kinds: { users: { imported: 3_000 }, messages: { imported: 1 } },
    });
  });

  test('a cut file is refused', async () => {
    await using here = await ofDatabase('{"rooms":{"r1":{"title":"Quay"', HOME);
    await expect(here.json('validate')).rejects.toThrow('SOURCE.TRUNCATED');
  });
});
