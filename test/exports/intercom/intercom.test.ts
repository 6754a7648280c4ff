import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { expectedOf, exportHere, fixtures, kindOf, outcomes, summaryOf, sumsOf } from '../expected.ts';

const PATH = 'intercom/synthetic';

type Person = { readonly id: string; readonly type: string };
type Part = {
  readonly id: string;
  readonly part_type: string;
  readonly author: Person;
  readonly body: string | null;
};
type Conversation = {
  readonly id: string;
  readonly source: Part;
  readonly contacts: { readonly contacts: readonly Person[] };
  readonly teammates: { readonly admins: readonly Person[] } | null;
  readonly admin_assignee_id?: number;
  readonly conversation_parts: { readonly conversation_parts: readonly Part[] };
};

const conversationsOf = (path: string, name: string): readonly Conversation[] =>
  readFileSync(join(fixtures, path, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Conversation);

/** Who stands in the lists of the files, beside those who write; the other program counts authors alone. */
function peopleOf(conversations: readonly Conversation[]) {
  const [authors, all, written, members] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  const idOf = ({ id, type }: Person): string => `${type === 'user' ? 'contact' : type} ${id}`;
  for (const { id, source, contacts, teammates, admin_assignee_id, conversation_parts } of conversations) {
    for (const { author } of [source, ...conversation_parts.conversation_parts]) {
      authors.add(idOf(author));
      written.add(`${id} ${idOf(author)}`);
      if (author.type === 'admin') members.add(`${id} ${idOf(author)}`);
    }
    const assignee = admin_assignee_id ? [{ id: String(admin_assignee_id), type: 'admin' }] : [];
    for (const person of [...contacts.contacts, ...(teammates?.admins ?? []), ...assignee]) {
      all.add(idOf(person));
      members.add(`${id} ${idOf(person)}`);
    }
  }
  for (const author of authors) all.add(author);
  return { authors, all, written, members };
}

test.each([
  [PATH, 'intercom-conversations.ndjson', 0],
  // The only change of a text is that it was deleted.
  ['intercom/openapi', 'conversations.ndjson', 1],
])('the sums of %s are those of another program, and every kind adds up', async (path, name, deletions) => {
  await using here = await exportHere(path);
  const { summary, report } = await summaryOf(here);
  const expected = expectedOf(path);
  const { authors, all, written, members } = peopleOf(conversationsOf(path, name));
  expect([authors.size, written.size]).toEqual([expected.users, expected.memberships]);
  expect(summary).toMatchObject({ system: 'intercom', label: 'Intercom' });
  expect(sumsOf(summary)).toEqual({
    ...sumsOf(summary),
    users: all.size,
    conversations_total: expected.conversations_total,
    memberships: members.size,
    message_rows: expected.message_rows,
    messages: expected.messages,
    deleted: expected.deleted,
    edited: expected.edited - deletions,
    attachments: expected.attachments,
  });
  for (const kind of ['users', 'conversations', 'members', 'messages', 'edits', 'attachments'] as const)
    expect(outcomes(kindOf(summary, kind)), kind).toBe(kindOf(summary, kind).read);
  expect([report.balanced, report.problems]).toEqual([true, []]);
});

test('notes, events and what was deleted stay out, each under its name', async () => {
  await using here = await exportHere(PATH);
  const { summary } = await summaryOf(here);
  const { by_kind, deleted, messages } = expectedOf(PATH);
  const { dropped, imported, converted, detail } = kindOf(summary, 'messages');
  // Two events have files, which may be of a note; one comment has nothing; one deleted text is a note.
  expect(dropped).toEqual({
    internal: Number(by_kind['note']) + 2,
    system: Number(by_kind['system']) - 1,
    empty: 1,
    deleted: deleted - 1,
  });
  expect(detail).toEqual({ system: { assignment: 12 } });
  expect(imported + converted).toBe(messages - 23 - 12 - 1 - 17);
  expect(summary.notes).toEqual([
    'texts and files of events, which may be notes and are not imported: 2 (assignment 2)',
  ]);
});

test('a run lands the conversations each by itself, verify finds them, and a second run sends nothing', async () => {
  await using here = await exportHere(PATH);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.entities).toMatchObject({ groups: { created: 9 }, messages: { created: 357 } });
  const groups = await Array.fromAsync(here.service.groups.list({ withTags: true }));
  expect(new Set(groups.map(({ type }) => type))).toEqual(new Set(['private']));
  expect(groups.filter(({ tags }) => tags?.includes('archived')).map(({ name }) => name)).toEqual([
    'General 7',
  ]);
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const sent = here.requests.length;
  await here.json('run', '--yes');
  expect(here.requests.slice(sent).filter((request) => !request.startsWith('GET'))).toEqual([]);
});

test('no note is published, whatever the policies', async () => {
  const notes = conversationsOf(PATH, 'intercom-conversations.ndjson')
    .flatMap(({ conversation_parts }) => conversation_parts.conversation_parts)
    .filter(({ part_type }) => part_type === 'note');
  expect(notes).toHaveLength(21);
  const ids = new Set(notes.map(({ id }) => id));
  for (const [rest, count] of [
    ['system: text, deletions: metadata', 357 + 12 + 17],
    ['deleted: placeholder, markup: raw', 357 + 17],
  ] as const) {
    await using here = await exportHere(PATH, { rest: `policies: { ${rest} }` });
    expect((await here.json('run', '--yes')).result.entities.messages).toMatchObject({ created: count });
    const landed = await Array.fromAsync(here.service.messages.list({ limit: 1000 }));
    expect(landed.filter(({ muid = '' }) => ids.has(muid.slice(muid.indexOf(':') + 1)))).toEqual([]);
  }
});
