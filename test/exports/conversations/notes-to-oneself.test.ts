import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { ServiceHere } from '../../support/service-here.ts';
import { AT, ofFiles } from '../dumps.ts';

/** What is one listed member's own, and what somebody else has written in. */

type Row = readonly (string | number | null)[];
const values = (rows: readonly Row[]): string =>
  rows.map((row) => `(${row.map((cell) => (cell === null ? 'NULL' : `'${cell}'`)).join(',')})`).join(',');

/** Dialogs that name one of their people as a member: who and where, and who writes what in them. */
const dialogs = (members: readonly Row[], said: readonly Row[], bots = ''): string => `
CREATE TABLE users (id text, name text, is_bot int);
CREATE TABLE conversations (id text, type text, name text);
CREATE TABLE participants (conversation_id text, user_id text);
CREATE TABLE messages (id text, conversation_id text, user_id text, body text, created_at int);
INSERT INTO users VALUES ('ann','Ann',0),('ben','Ben',0),('cat','Cat',0)${bots};
INSERT INTO conversations VALUES ${values([...new Set(members.map(([id]) => id ?? ''))].map((id) => [id, 'dm', null]))};
INSERT INTO participants VALUES ${values(members)};
INSERT INTO messages VALUES ${values(said.map((row, index) => [index + 1, ...row, AT + index]))};
`;

/** Every group with its type and members, and every message as who, where, what. */
async function landed({ service }: ServiceHere): Promise<{ groups: unknown; messages: unknown }> {
  const groups: Record<string, string> = {};
  for await (const { guid, type, name } of service.groups.list()) {
    const members: string[] = [];
    for await (const { uid } of service.members.list(String(guid))) members.push(String(uid));
    groups[String(guid)] = `${type} ${JSON.stringify(name)}: ${members.sort().join(' ')}`;
  }
  const messages: string[] = [];
  for await (const { sender, receiver, data } of service.messages.list({ limit: 1000 }))
    messages.push(`${sender} > ${receiver}: ${data?.text}`);
  return { groups, messages: messages.sort() };
}

async function landedOf(dump: string, rest = ''): Promise<{ groups: unknown; messages: unknown }> {
  await using here = await ofFiles({ 'export/chat.sql': dump }, { rest });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems, result.balanced]).toEqual([0, [], true]);
  return await landed(here);
}

test('a dialog of one listed member in which somebody else writes is a conversation of these two', async () => {
  const said = [
    ['d1', 'ann', 'hi'],
    ['d1', 'ben', 'yo'],
    ['d2', 'cat', 'hey'],
  ];
  const dump = dialogs([['d1', 'ann'], ['d2', 'ann']], said); // biome-ignore format: one dialog each
  expect(await landedOf(dump)).toEqual({
    groups: {},
    messages: ['ann > ben: hi', 'ben > ann: yo', 'cat > ann: hey'],
  });
});

test('what somebody wrote to themselves alone stays their notes, and one in which several write is a group of its own', async () => {
  const said = [
    ['notes', 'ann', 'milk'],
    ['many', 'ann', 'all'],
    ['many', 'ben', 'of'],
    ['many', 'cat', 'us'],
  ];
  const dump = dialogs([['many', 'ann'], ['notes', 'ann']], said); // biome-ignore format: one dialog each
  expect(await landedOf(dump)).toEqual({
    groups: {
      'self-ann': 'private "Notes of Ann": ann',
      many: 'private "Ann, Ben, Cat": ann',
    },
    messages: ['ann > many: all', 'ann > self-ann: milk', 'ben > many: of', 'cat > many: us'],
  });
});

test('several conversations of one member are never one: the first stays the notes, a pair that has one gets a group', async () => {
  const said = [
    ['n1', 'ann', 'one'],
    ['n2', 'ann', 'two'],
    ['p1', 'ben', 'first'],
    ['p2', 'ben', 'second'],
  ];
  const members = ['n1', 'n2', 'p1', 'p2'].map((id) => [id, 'ann']);
  expect(await landedOf(dialogs(members, said))).toEqual({
    groups: {
      'self-ann': 'private "Notes of Ann": ann',
      n2: 'private "Notes of Ann": ann',
      p2: 'private "Ann, Ben": ann',
    },
    messages: ['ann > n2: two', 'ann > self-ann: one', 'ben > ann: first', 'ben > p2: second'],
  });
});

test('a program that writes in notes does not make them a conversation of two', async () => {
  const said = [
    ['n1', 'ann', 'milk'],
    ['n1', 'rob', 'reminder: milk'],
  ];
  expect(await landedOf(dialogs([['n1', 'ann']], said, `,('rob','Rob',1)`))).toMatchObject({
    groups: { 'self-ann': 'private "Notes of Ann": ann' },
    messages: ['ann > self-ann: milk', 'rob > self-ann: reminder: milk'],
  });
});

test('self: drop leaves out notes, never what somebody else wrote in', async () => {
  const said = [
    ['n1', 'ann', 'milk'],
    ['d1', 'ben', 'hi'],
  ];
  const dump = dialogs([['n1', 'ann'], ['d1', 'ann']], said); // biome-ignore format: one dialog each
  expect(await landedOf(dump, 'policies: { self: drop }')).toEqual({
    groups: {},
    messages: ['ben > ann: hi'],
  });
});

test('a conversation in which somebody who is left out wrote is left out as a whole', async () => {
  const said = [
    ['d1', 'ann', 'to ben'],
    ['d1', 'ben', 'to ann'],
  ];
  const dump = dialogs([['d1', 'ann']], said);
  await using here = await ofFiles({ 'export/chat.sql': dump }, { options: ', exclude: { users: [ben] }' });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    conversations: { read: 1, dropped: { excluded: 1 } },
    members: { read: 1, dropped: { excluded: 1 } },
    messages: { read: 2, dropped: { excluded: 2 } },
  });
  expect(await landed(here)).toEqual({ groups: {}, messages: [] });
});

test('what becomes of such conversations is said, and their counts add up', async () => {
  const said = [
    ['d1', 'ben', 'a'],
    ['many', 'ben', 'b'],
    ['many', 'cat', 'c'],
    ['n1', 'ann', 'd'],
  ];
  const dump = dialogs(['d1', 'many', 'n1'].map((id) => [id, 'ann']), said); // biome-ignore format: one dialog each
  await using here = await ofFiles({ 'export/chat.sql': dump });
  const { result } = await here.json('validate');
  expect(result.export?.kinds).toMatchObject({
    conversations: { read: 3, converted: 3, dropped: {} },
    members: { read: 3, imported: 2, converted: 1, dropped: {} },
    messages: { read: 4, imported: 4 },
  });
  expect(result.export?.notes).toContain(
    'conversations with one listed member in which others write: 1 between these two people, 1 private group of its own, with the listed member as its only member',
  );
});

test('a sync names what became another conversation than the notes that it was, and how to move it', async () => {
  const members = [['d1', 'ann'], ...['ann', 'ben', 'cat'].map((user) => ['all', user])];
  const first = [
    ['all', 'cat', 'to all'],
    ['d1', 'ann', 'to ben'],
  ];
  await using here = await ofFiles(
    { 'export/chat.sql': dialogs(members, first) },
    { rest: 'sync: { onMissing: keep }\n' },
  );
  await here.json('run', '--yes');
  const { groups, messages } = await landed(here);
  const all = Object.keys(groups as object).find((guid) => guid.startsWith('dm-')) ?? '';
  expect(messages).toEqual(['ann > self-ann: to ben', `cat > ${all}: to all`]);
  const later = dialogs(members, [...first, ['d1', 'ben', 'an answer']]);
  writeFileSync(join(here.folder, 'export/chat.sql'), later);
  const { result } = await here.json<PlanDocument>('plan');
  expect(result.warnings.filter((text) => text.includes('self-ann'))).toEqual([
    expect.stringMatching(
      /^1 message of the conversation d1 is in self-ann in the service, .*exclude: \{ conversations: \[d1\] \}.*onMissing: delete/,
    ),
  ]);
  // What it says works.
  const pipeline = readFileSync(here.pipeline, 'utf8');
  const once = pipeline
    .replace('path: export', 'path: export, exclude: { conversations: [d1] }')
    .replace('onMissing: keep', 'onMissing: delete');
  writeFileSync(here.pipeline, once);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  writeFileSync(here.pipeline, pipeline);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await landed(here)).toEqual({
    groups: { [all]: 'private "Ann, Ben, Cat": ann ben cat' },
    messages: ['ann > ben: to ben', 'ben > ann: an answer', `cat > ${all}: to all`],
  });
});
