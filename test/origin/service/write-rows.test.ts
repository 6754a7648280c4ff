import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pulledLine } from '../../../src/exports/files/pulled-rows.ts';
import { DEFAULT_POLICIES } from '../../../src/input/entities/policies.ts';
import { writeServiceRows } from '../../../src/origin/service/rows/write-rows.ts';
import { realSystem } from '../../../src/system/system.ts';

type Row = Readonly<Record<string, unknown>>;
type Records = Readonly<Record<string, readonly (Row & { readonly of?: string })[]>>;

/** Makes rows of records, by list; a record of a user or group has `of` beside its own members. */
async function rowsOf(records: Records) {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-rows-'));
  try {
    const [from, to] = [join(folder, 'pulled'), join(folder, 'rows')];
    for (const path of [from, to]) mkdirSync(path);
    for (const [list, rows] of Object.entries(records)) {
      const lines = rows.map(({ of, ...row }) => pulledLine('service', list, of, JSON.stringify(row)));
      writeFileSync(join(from, `${list}.1.ndjson`), lines.join(''));
    }
    const policies = DEFAULT_POLICIES;
    const signal = new AbortController().signal;
    const made = await writeServiceRows({ from, to, prefix: 'old', policies }, realSystem, signal);
    const read = (entity: string): Row[] =>
      readFileSync(join(to, `${entity}.ndjson`), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Row);
    const rows = Object.fromEntries(Object.keys(made.files).map((entity) => [entity, read(entity)]));
    // Nothing else stays there.
    expect(readdirSync(to).sort()).toEqual(
      Object.keys(made.files)
        .map((entity) => `${entity}.ndjson`)
        .sort(),
    );
    return { ...made, rows };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const user = (uid: string, more: Row = {}): Row => ({
  uid,
  name: uid,
  role: 'default',
  createdAt: 1,
  ...more,
});
const group = (guid: string, more: Row = {}): Row => ({
  guid,
  name: guid,
  type: 'public',
  createdAt: 10,
  ...more,
});
const message = (id: string, more: Row = {}): Row => ({
  id,
  sender: 'a',
  receiver: 'g',
  receiverType: 'group',
  category: 'message',
  type: 'text',
  data: { text: `text ${id}`, entities: { sender: { entity: { uid: 'x', name: 'Xenia' } } } },
  sentAt: 100 + Number(id),
  ...more,
});
const PEOPLE: Records = { users: [user('a'), user('b')], conversations: [group('g')] };

test('the last version of a record counts, at the place of the first', async () => {
  const { rows, kinds } = await rowsOf({
    ...PEOPLE,
    messages: [
      message('1'),
      message('2'),
      message('1', { data: { text: 'edited' }, editedAt: 200, editedBy: 'b' }),
    ],
  });
  expect(rows['messages']).toMatchObject([
    { muid: 'old-1', data: { text: 'edited' }, editedAt: 200, editedBy: 'b', sentAt: 101 },
    { muid: 'old-2', data: { text: 'text 2' }, editedAt: null },
  ]);
  expect(kinds.messages).toMatchObject({ read: 2, imported: 2 });
});

test('what a list gave twice, because it changed while it was read, is there once', async () => {
  const member = { of: 'g', ...user('a', { scope: 'admin', joinedAt: 20 }) };
  const { rows, kinds } = await rowsOf({
    users: [user('a'), user('b'), user('a', { name: 'Ann' })],
    conversations: [group('g'), group('g')],
    roles: [
      { role: 'agent', name: 'Agent' },
      { role: 'agent', name: 'Agent' },
    ],
    members: [member, { of: 'g', ...user('b', { scope: 'participant', joinedAt: 20 }) }, member],
    banned: [
      { of: 'g', ...user('a') },
      { of: 'g', ...user('a') },
    ],
  });
  expect(Object.entries(rows).map(([entity, each]) => [entity, each.length])).toEqual(
    expect.arrayContaining([
      ['users', 2],
      ['groups', 1],
      ['roles', 1],
      ['members', 2],
      ['bans', 1],
    ]),
  );
  expect(rows['users']?.[0]).toMatchObject({ name: 'Ann' });
  expect(kinds.members).toMatchObject({ read: 2 });
});

test('answers, quotes and reactions name messages by their keys', async () => {
  const { rows } = await rowsOf({
    ...PEOPLE,
    messages: [
      message('1', { muid: 'own', data: { text: 'x', reactions: [{ reaction: '👍', count: 2 }] } }),
      message('2', { parentId: '1', quotedMessageId: 1 }),
      message('3', { parentId: '77', pinnedAt: 300, pinnedBy: 'app_system' }),
    ],
    reactions: [
      { of: '1', page: 0, reactions: [{ reaction: '👎', uid: 'a', reactedAt: 1 }] },
      { of: '1', page: 0, reactions: [{ reaction: '👍', uid: 'a', reactedAt: 2 }] },
      { of: '1', page: 1, reactions: [{ reaction: '👍', uid: 'b', reactedAt: 3 }] },
      { of: '2', page: 0, reactions: [{ reaction: '👍', uid: 'b', reactedAt: 4 }] },
    ],
  });
  expect(rows['messages']).toMatchObject([
    { muid: 'own', parentMuid: null, data: { text: 'x' } },
    { muid: 'old-2', parentMuid: 'own', data: { metadata: { source: { quoted: 'own' } } } },
    { muid: 'old-3', parentMuid: 'old-77' },
  ]);
  // The first answer of the list was replaced, and message 2 has no reactions any more.
  expect(rows['reactions']).toEqual([
    { muid: 'own', uid: 'a', reaction: '👍', reactedAt: 2 },
    { muid: 'own', uid: 'b', reaction: '👍', reactedAt: 3 },
  ]);
  expect(rows['pins']).toEqual([{ muid: 'old-3', pinnedAt: 300 }]);
});

test('what cannot come along is counted by name', async () => {
  const { kinds, notes } = await rowsOf({
    ...PEOPLE,
    roles: [
      { role: 'default', name: 'Default' },
      { role: 'agent', name: 'Agent', settings: { listUsers: 'all' } },
    ],
    messages: [
      message('1', { category: 'action', type: 'groupMember' }),
      message('2', { category: 'call', type: 'audio' }),
      message('3', { category: 'later', type: 'form' }),
      message('4', { sender: 'app_system' }),
      message('5', { receiver: 'gone' }),
      message('6', { data: { text: 'bad', moderation: { status: 'disapproved' } } }),
      message('7', { data: { text: 'good', moderation: { status: 'approved' } } }),
      message('8', { category: 'interactive', type: 'form', data: { interactiveData: { title: 't' } } }),
    ],
  });
  expect(kinds.messages).toMatchObject({
    read: 8,
    imported: 2,
    dropped: { system: 2, category: 1, byTheApp: 1, groupGone: 1, notApproved: 1 },
    detail: { system: { 'action.groupMember': 1, 'call.audio': 1 } },
  });
  expect(notes).toEqual([
    'roles with settings, which are not written: 1; set them in the new app',
    'messages of the app itself, which cannot be the sender of an imported message: 1',
  ]);
});

test('null is what a record does not have', async () => {
  const nulls = Object.fromEntries(
    [
      'deletedAt',
      'deletedBy',
      'editedAt',
      'editedBy',
      'pinnedAt',
      'pinnedBy',
      'parentId',
      'readAt',
      'tags',
    ].map((name) => [name, null]),
  );
  const none = { deactivatedAt: null, lastActiveAt: null, tags: null };
  const records = (more: Row, ofUser: Row): Records => ({
    users: [user('a', ofUser)],
    conversations: [group('g', ofUser)],
    roles: [{ role: 'agent', name: 'Agent', ...(more === nulls ? { settings: null } : {}) }],
    messages: [
      message('1', { ...more, data: { text: 'x', ...(more === nulls ? { moderation: null } : {}) } }),
      message(
        '2',
        more === nulls
          ? { ...more, data: { text: 'y', moderation: { status: null } } }
          : { data: { text: 'y' } },
      ),
    ],
  });
  const [absent, isNull] = [await rowsOf(records({}, {})), await rowsOf(records(nulls, none))];
  expect(isNull.rows).toEqual(absent.rows);
  expect([isNull.kinds, isNull.notes]).toEqual([absent.kinds, absent.notes]);
});

test('rights stay closed where the service does not tell them', async () => {
  const { rows, notes } = await rowsOf({
    users: [user('a', { deactivatedAt: 50, authToken: 'a_secret' })],
    conversations: [
      group('p', { type: 'password', owner: 'a' }),
      group('q', { type: 'private', owner: 'app_system' }),
    ],
    members: [
      { of: 'p', ...user('a', { scope: 'admin', joinedAt: 10 }) },
      { of: 'nowhere', ...user('a', { scope: 'admin', joinedAt: 10 }) },
    ],
    banned: [{ of: 'q', ...user('a') }],
  });
  expect(rows['groups']?.map(({ guid, type, owner }) => [guid, type, owner])).toEqual([
    ['p', undefined, 'a'],
    ['q', 'private', undefined],
  ]);
  expect(rows['users']).toMatchObject([{ uid: 'a', deactivatedAt: 50 }]);
  expect(JSON.stringify(rows)).not.toContain('secret');
  // The import takes no time of joining that is not after that of the group.
  expect(rows['members']).toEqual([{ guid: 'p', uid: 'a', scope: 'admin', joinedAt: 11 }]);
  expect(rows['bans']).toEqual([{ guid: 'q', uid: 'a' }]);
  expect(notes).toEqual([
    'groups with a password, which the service does not tell: 1; they are created as private groups',
  ]);
});

test('whoever was deleted stays the author of messages, deactivated', async () => {
  const { rows, kinds } = await rowsOf({ ...PEOPLE, messages: [message('1', { sender: 'x' })] });
  expect(rows['users']?.at(-1)).toEqual({ uid: 'x', name: 'Xenia', deactivatedAt: 101 });
  expect(kinds.users).toMatchObject({ read: 3, imported: 2, converted: 1 });
});

test('a friendship is written once, and the later of two records is right', async () => {
  const { rows } = await rowsOf({
    users: [user('a'), user('b'), user('c')],
    relations: [
      { of: 'a', uid: 'a', friends: ['b', 'c'], blocked: ['c'] },
      { of: 'b', uid: 'b', friends: ['a'], blocked: [] },
      { of: 'c', uid: 'c', friends: [], blocked: ['nobody'] },
    ],
  });
  expect(rows['friends']).toEqual([{ uid: 'a', friendUid: 'b' }]);
  expect(rows['blocks']).toEqual([{ uid: 'a', blockedUid: 'c' }]);
});

test('files without a name get one, and addresses that end are counted', async () => {
  const attachments = [
    { url: 'https://files.example.com/a%20b.png?X-Amz-Signature=1' },
    {
      url: 'https://files.example.com/c',
      name: 'c.pdf',
      mimeType: 'application/pdf',
      extension: 'pdf',
      size: 3,
    },
    'nonsense',
  ];
  const { rows, notes } = await rowsOf({
    ...PEOPLE,
    messages: [message('1', { type: 'file', data: { attachments } })],
  });
  expect(rows['messages']?.[0]?.['data']).toEqual({
    attachments: [
      { ...(attachments[0] as object), name: 'a b.png', mimeType: 'image/png', extension: 'png' },
      attachments[1],
      'nonsense',
    ],
  });
  expect(notes).toEqual([
    'addresses of files that stop working after a day or so: 1; run soon, and copy the files',
  ]);
});
