import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { summaryOf } from '../expected.ts';
import { ANN, AT, conversation, intercomHere, lines, part, textsIn } from './intercom-here.ts';

const CONTACTS = JSON.stringify({
  type: 'list',
  data: [
    {
      type: 'contact',
      id: '1',
      workspace_id: 'w',
      external_id: 'app-7',
      role: 'user',
      name: 'Ann Lee',
      email: 'a@x.test',
    },
    {
      type: 'contact',
      id: '2',
      workspace_id: 'w',
      external_id: null,
      role: 'lead',
      name: 'Cy',
      email: 'c@x.test',
    },
  ],
  total_count: 2,
});
const ADMINS = JSON.stringify({
  type: 'admin.list',
  admins: [{ type: 'admin', id: '1', name: 'Bo Berg', email: 'b@x.test', has_inbox_seat: true }],
});
const PAIR = [conversation('501', [part()]), conversation('502', [part()])];
const page = (rows: readonly unknown[]) => ({
  type: 'conversation.list',
  pages: { type: 'pages', page: 1, total_pages: 1 },
  total_count: rows.length,
  conversations: rows,
});

test.each([
  ['lines', { 'a.ndjson': lines(...PAIR) }],
  ['an array', { 'a.json': JSON.stringify(PAIR) }],
  ['a page', { 'a.json': JSON.stringify(page(PAIR)) }],
  [
    'pages',
    {
      'a.json': JSON.stringify(page(PAIR.slice(1))),
      'b.json': JSON.stringify(page(PAIR.slice(0, 1)), null, 2),
    },
  ],
  ['an array of pages', { 'a.json': JSON.stringify([page(PAIR)]) }],
  ['a file for each', { '501.json': JSON.stringify(PAIR[0]), '502.json': JSON.stringify(PAIR[1], null, 2) }],
  ['packed lines', { 'a.ndjson.gz': gzipSync(lines(...PAIR)) }],
])('conversations as %s, with lists of people', async (_, files) => {
  await using here = await intercomHere({ ...files, 'contacts.json': CONTACTS, 'admins.json': ADMINS });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems, result.export?.notes]).toEqual([0, [], []]);
  expect(result.export?.kinds).toMatchObject({
    users: { read: 3, imported: 3 },
    conversations: { read: 2, imported: 2 },
    members: { read: 4, imported: 4 },
    messages: { read: 4, converted: 4 },
  });
  const users = await Array.fromAsync(here.service.users.list());
  expect(users.map(({ uid, name }) => [uid, name]).toSorted()).toEqual([
    ['1', 'Ann Lee'],
    ['2', 'Cy'],
    ['admin-1', 'Bo Berg'],
  ]);
  expect(users.find(({ uid }) => uid === '1')?.metadata).toMatchObject({ source: { externalId: 'app-7' } });
  expect(JSON.stringify(users)).not.toContain('@');
});

test('contacts, admins, bots, teams and others with one number are people of their own', async () => {
  const author = (type: string | null) => part({ author: { type, id: '1', name: String(type) } });
  const all = ['lead', 'admin', 'bot', 'team', null, 'sales'].map(author);
  await using here = await intercomHere({ 'a.ndjson': lines(conversation('501', all)) });
  await here.json('run', '--yes');
  const senders = (await textsIn(here)).map(([sender]) => sender);
  expect(senders).toEqual(['1', '1', 'admin-1', 'bot-1', 'team-1', 'author--1', 'author-sales-1']);
  const members = await Array.fromAsync(here.service.members.list('501'));
  expect(members.map(({ uid }) => uid).toSorted()).toEqual(['1', 'admin-1']);
});

test('a contact whose id is written as that of an admin is not that admin', async () => {
  const odd = { type: 'user', id: 'admin-1', name: 'Odd' };
  await using here = await intercomHere({
    'a.ndjson': lines(conversation('501', [part(), part({ author: odd })])),
  });
  await here.json('run', '--yes');
  expect((await textsIn(here)).map(([sender]) => sender)).toEqual(['1', 'admin-1', 'contact-admin-1']);
});

test('policies.bots leaves out what bots wrote', async () => {
  const bot = part({ author: { type: 'bot', id: '5', name: 'Operator' } });
  await using here = await intercomHere(
    { 'a.ndjson': lines(conversation('501', [bot])) },
    'policies: { bots: skip }',
  );
  const { summary } = await summaryOf(here);
  expect(summary.kinds.messages).toMatchObject({ read: 2, converted: 1, dropped: { bot: 1 } });
});

test('each conversation of the same two people is a group of its own, named by its title, its subject or its contact', async () => {
  const named = (id: string, row: object) => conversation(id, [part()], { ...row });
  const source = (subject: string) => ({ source: { id: '9', subject, body: 'x', author: ANN } });
  const tags = {
    tags: { type: 'tag.list', tags: [{ name: 'billing' }] },
    topics: { topics: [{ name: 'Invoices' }] },
  };
  await using here = await intercomHere({
    'a.ndjson': lines(
      named('501', { title: 'Invoice', state: 'closed', ...tags }),
      named('502', source('<p>Shipping &amp; more</p>')),
      named('503', {}),
    ),
  });
  await here.json('run', '--yes');
  const groups = await Array.fromAsync(here.service.groups.list({ withTags: true }));
  expect(groups.map(({ guid, name, type, tags: own }) => [guid, name, type, own])).toEqual([
    ['501', 'Invoice', 'private', ['archived']],
    ['502', 'Shipping & more', 'private', undefined],
    ['503', 'Ann', 'private', undefined],
  ]);
  // The words of the team about a contact are not for the contact.
  expect(JSON.stringify(groups)).not.toMatch(/billing|Invoices/);
});

test('texts of other kinds than messages may be notes: none is imported', async () => {
  const kinds = ['note', 'note_and_reopen', 'assignment', 'snoozed', 'whatever', 7, null];
  const parts = kinds.map((part_type) => part({ part_type, body: '<p>secret</p>' }));
  const events = ['open', 'close', 'assignment'].map((part_type) => part({ part_type, body: null }));
  const shown = ['open', 'close'].map((part_type) => part({ part_type }));
  await using here = await intercomHere(
    { 'a.ndjson': lines(conversation('501', [...parts, ...events, ...shown])) },
    'policies: { system: text }',
  );
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.messages).toMatchObject({ read: 13, dropped: { internal: 7 } });
  expect(result.export?.notes.join()).toContain(
    'not imported: 5 (assignment 1, snoozed 1, whatever 1, 7 1, unknown 1)',
  );
  const landed = await textsIn(here);
  expect(landed.map(([, text]) => text)).toEqual(['hello', 'open', 'close', 'assignment', 'hi', 'hi']);
  expect(JSON.stringify(landed)).not.toContain('secret');
});

test('files in a store whose addresses end are links and are listed, also pictures of a text', async () => {
  const url = 'https://downloads.intercomcdn.com/i/o/1/a.png?expires=1&signature=2';
  const attachment = { type: 'upload', name: 'a.png', url, content_type: 'image/png', filesize: 5 };
  const picture = `<p>see <img class="x" src="${url.replace('&', '&amp;')}" width="3"> <img src="https://x.test/b.png"></p>`;
  const open = {
    type: 'upload',
    name: 'c.pdf',
    url: 'https://x.test/c.pdf',
    content_type: 'application/pdf',
  };
  await using here = await intercomHere({
    'a.ndjson': lines(
      conversation('501', [
        part({ body: null, attachments: [attachment] }),
        part({ body: picture }),
        part({ body: '<p>doc</p>', attachments: [open, 'x', { url: 7 }] }),
      ]),
    ),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.attachments).toMatchObject({ read: 4, imported: 1, converted: 2, kept: 1 });
  const texts = (await textsIn(here)).map(([, text]) => text);
  expect(texts.slice(1)).toEqual([
    `[a.png](${url})`,
    `see ![](https://x.test/b.png)\n[a.png](${url})`,
    'doc',
  ]);
});

test('conversations that lack parts are named with their number', async () => {
  const cut = (id: string, total: number, of: readonly unknown[]) =>
    conversation(id, of, { conversation_parts: { conversation_parts: of, total_count: total } });
  const listed = (id: string) => {
    const { conversation_parts: _, ...row } = conversation(id);
    return { ...row, admin_assignee_id: 1, statistics: { count_conversation_parts: 3 } };
  };
  await using here = await intercomHere({
    'a.json': JSON.stringify(page([listed('501'), listed('502')])),
    'b.ndjson': lines(conversation('501', [part(), part(), part()]), cut('503', 700, [part(), part()])),
  });
  const { summary } = await summaryOf(here);
  expect(summary.notes).toEqual([
    'conversations without their parts: 1 (502); lists have none, so get each by  GET /conversations/{id}',
    'parts that the export lacks: 698, of conversations: 1 (503); Intercom gives 500 of each',
  ]);
  expect(summary.kinds).toMatchObject({
    conversations: { read: 4, imported: 3, dropped: { repeated: 1 } },
    messages: { read: 9, converted: 8, dropped: { repeated: 1 } },
  });
});

test('of two copies of a conversation the last one says who may read, and the newer text counts', async () => {
  const two = {
    contacts: {
      contacts: [
        { type: 'contact', id: '1' },
        { type: 'contact', id: '2', name: 'Cy' },
      ],
    },
  };
  const text = (body: string, updated_at: number) => part({ id: '77', body, created_at: AT + 1, updated_at });
  await using here = await intercomHere({
    '1.ndjson': lines(conversation('501', [text('<p>new</p>', AT + 60)], two)),
    '2.ndjson': lines(conversation('501', [text('<p>old</p>', AT)])),
  });
  await here.json('run', '--yes');
  const members = await Array.fromAsync(here.service.members.list('501'));
  expect(members.map(({ uid }) => uid).toSorted()).toEqual(['1', 'admin-1']);
  expect((await textsIn(here)).map(([, each]) => each)).toEqual(['hello', 'new']);
});

test('an assignee who is in no list is a member with a number for a name', async () => {
  await using here = await intercomHere({
    'a.ndjson': lines(conversation('501', [], { admin_assignee_id: 9 })),
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.members).toMatchObject({ read: 2, imported: 2 });
  expect((await here.service.users.get('admin-9')).name).toBe('admin-9');
});

test('a conversation that is assigned to nobody has no such member, and 0 may be the number of somebody', async () => {
  const zero = part({ author: { type: 'admin', id: '0', name: 'Zero' } });
  await using here = await intercomHere({
    'a.ndjson': lines(conversation('501', [], { admin_assignee_id: 0 }), conversation('502', [zero])),
  });
  await here.json('run', '--yes');
  const members = async (guid: string) =>
    (await Array.fromAsync(here.service.members.list(guid))).map(({ uid }) => uid).toSorted();
  expect([await members('501'), await members('502')]).toEqual([['1'], ['1', 'admin-0']]);
});

test('an answer that is an error is rejected, and other files are named', async () => {
  const error = { type: 'error.list', request_id: 'x', errors: [{ code: 'unauthorized', message: 'No' }] };
  await using here = await intercomHere({
    'a.json': JSON.stringify(conversation('1', [part()])),
    'b.json': JSON.stringify(error, null, 2),
    'c.html': '<!doctype html>',
  });
  const { result } = await here.json('validate');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['EXPORT.FILE_DAMAGED', 1]]);
  expect(result.problems[0]?.samples[0]?.message).toContain('unauthorized');
  expect(result.export?.kinds.messages).toMatchObject({ read: 3, dropped: { unreadable: 1 } });
  expect(result.export?.notes).toContain(
    "files that do not come from Intercom's API were skipped: 1 (c.html)",
  );
});

test('a list that counts more conversations than the files have says so', async () => {
  const notes = async (total: number): Promise<readonly string[]> => {
    const { conversation_parts: _, ...listed } = conversation('1');
    const list = {
      type: 'conversation.list',
      pages: { type: 'pages', page: 1, total_pages: 3 },
      total_count: total,
      conversations: [listed],
    };
    await using here = await intercomHere({
      'list.json': JSON.stringify(list),
      'a.ndjson': lines(conversation('1', [part()]), conversation('2', [part()])),
    });
    return (await here.json('validate')).result.export?.notes ?? [];
  };
  expect(await notes(2)).toEqual([]);
  expect(await notes(50)).toEqual([
    'conversations that a list counts and no file has: 48; get all of its pages, and each by  GET /conversations/{id}',
  ]);
});
