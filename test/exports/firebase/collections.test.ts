import { describe, expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';
import { summaryOf } from '../expected.ts';
import { messagesOf } from './files-of-firebase.ts';

/** Files of one collection each, as exporters write them. */
const SHAPE = {
  users: { path: 'people/{user}', name: 'nick' },
  conversations: {
    path: 'rooms/{conversation}',
    name: 'title',
    type: 'kind',
    public: 'open',
    members: 'who',
  },
  messages: {
    path: 'rooms/{conversation}/messages/{message}',
    sender: 'by',
    time: 'at',
    text: 'body',
    reactions: 'likes',
  },
};
const people = { ann: { nick: 'Ann' }, bob: { nick: 'Bob' } };
const room = { title: 'Quay', kind: 'open', who: ['ann', 'bob'] };
const at = '2026-01-01T00:00:00.250Z';
const messages = {
  m1: { by: 'ann', at, body: 'first', likes: { '👍': ['bob'] } },
  m2: { by: 'bob', at, body: 'second' },
};

const withIds = (documents: object, name: string): readonly object[] =>
  Object.entries(documents).map(([id, document]) => ({ [name]: id, ...document }));
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const landed = async (files: Readonly<Record<string, string>>, shape: object) => {
  await using here = await serviceHere({
    files,
    rest: `  export: ${JSON.stringify({ system: 'firebase', path: 'export', shape })}\nretention: { messagesOlderThanDays: 36500 }\n`,
  });
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  await here.json('run', '--yes');
  const texts = [...(await messagesOf(here))].map(([muid, { data, sender }]) => [
    muid,
    sender,
    data?.['text'],
  ]);
  const codes = report.problems.map(({ code, count }) => `${code} ${count}`);
  return { kinds: summary.kinds, texts: texts.sort(), codes, notes: summary.notes };
};
const ALL = {
  users: { read: 2, imported: 2 },
  conversations: { read: 1, imported: 1 },
  members: { read: 2, imported: 2 },
  messages: { read: 2, imported: 2 },
  reactions: { read: 1, kept: 1 },
};
const TEXTS = [
  ['r1:m1', 'ann', 'first'],
  ['r1:m2', 'bob', 'second'],
];
const inFiles = (users: string, conversations: string, said: string) => ({
  users: { ...SHAPE.users, in: users },
  conversations: { ...SHAPE.conversations, in: conversations },
  messages: { ...SHAPE.messages, in: said },
});

describe('collections in files of their own', () => {
  test('documents under their ids', async () => {
    const { kinds, texts } = await landed(
      {
        'export/people.json': JSON.stringify(people),
        'export/rooms.json': JSON.stringify({ r1: room }),
        'export/messages-r1.json': JSON.stringify(messages),
      },
      inFiles('people.json', 'rooms.json', 'messages-{conversation}.json'),
    );
    expect([kinds, texts]).toMatchObject([ALL, TEXTS]);
  });

  test.each([
    ['arrays', (rows: readonly object[]) => JSON.stringify(rows), 'json'],
    ['lines', lines, 'ndjson'],
  ] as const)('%s with the id in each document', async (_, written, ending) => {
    const { kinds, texts } = await landed(
      {
        [`export/a/people.${ending}`]: written(withIds(people, 'id')),
        [`export/a/rooms.${ending}`]: written(withIds({ r1: room }, '__id__')),
        [`export/r1/messages.${ending}`]: written(withIds(messages, '_id')),
      },
      inFiles(`people.${ending}`, `rooms.${ending}`, `{conversation}/messages.${ending}`),
    );
    expect([kinds, texts]).toMatchObject([ALL, TEXTS]);
  });

  test('one file with all messages, whose rooms are a field, and a document without an id', async () => {
    const rows = withIds(messages, 'key').map((row) => ({ ...row, room: 'r1' }));
    const { path: _, ...rest } = SHAPE.messages;
    const { kinds, texts, codes } = await landed(
      {
        'export/people.json': JSON.stringify(people),
        'export/rooms.json': JSON.stringify({ r1: room }),
        'export/all.ndjson': lines([...rows, { by: 'ann', at, body: 'lost', room: 'r1' }]),
      },
      {
        ...inFiles('people.json', 'rooms.json', ''),
        messages: { ...rest, path: 'messages/{message}', in: 'all.ndjson', id: 'key', conversation: 'room' },
      },
    );
    expect([kinds.messages, texts]).toMatchObject([
      { read: 3, imported: 2, dropped: { unreadable: 1 } },
      TEXTS,
    ]);
    expect(codes).toEqual(['ROW.FIELD_MISSING 1']);
  });
});

describe('Firefoo', () => {
  const firefoo = (resourcePath: readonly string[], data: object): string =>
    JSON.stringify({
      meta: {
        format: 'JSON',
        version: '1.1.0',
        projectId: 'p',
        resourcePath,
        recursive: true,
        creationTime: 1,
        app: 'firefoo',
      },
      data,
    });
  const typed = Object.fromEntries(
    Object.entries(messages).map(([id, { by, ...rest }]) => [
      id,
      { ...rest, by: { __ref__: `people/${by}` }, at: { __time__: at } },
    ]),
  );

  test('a collection with those of its documents, and each alone', async () => {
    const nested = await landed(
      {
        'export/people.json': firefoo(['people'], people),
        'export/rooms.json': firefoo(['rooms'], { r1: { ...room, __collections__: { messages: typed } } }),
      },
      SHAPE,
    );
    expect([nested.kinds, nested.texts]).toMatchObject([ALL, TEXTS]);
    const alone = await landed(
      {
        'export/1.json': firefoo(['people'], people),
        'export/2.json': firefoo(['rooms'], { r1: room }),
        'export/3.json': firefoo(['rooms', 'r1', 'messages'], typed),
      },
      SHAPE,
    );
    expect([alone.kinds, alone.texts]).toMatchObject([ALL, TEXTS]);
  });
});
