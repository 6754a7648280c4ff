import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import type { ServiceHere } from '../../support/service-here.ts';
import { exportHere, summaryOf } from '../expected.ts';

const session = (number: number): string => `session_0000000${number}-0000-4000-8000-000000000000`;
const BO = 'operator-a4c32c68-9e91-4e29-b8b4-eb6b6d8ae6d1';
const OTHER = 'operator-b5d43d79-0f02-4f30-89c5-fc7c7e9bf7e2';

const messagesIn = async ({ service }: ServiceHere) =>
  (await Array.fromAsync(service.messages.list({ limit: 100 })))
    .map(({ receiver, sender, data }) => [receiver, sender, data?.text])
    .toSorted((a, b) => (String(a) < String(b) ? -1 : 1));

test('answers of the API land, each session by itself; notes, events and unknown kinds stay out', async () => {
  await using here = await exportHere('crisp/api');
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.export).toMatchObject({
    system: 'crisp',
    kinds: {
      users: { read: 8, imported: 8 },
      conversations: { read: 5, imported: 5 },
      messages: { read: 16, dropped: { internal: 1, system: 1, unknownKind: 1 } },
      attachments: { read: 3, imported: 3 },
      edits: { read: 1, kept: 1 },
    },
    notes: [expect.stringContaining('conversations without a message in the export: 1')],
  });
  const groups = await Array.fromAsync(here.service.groups.list({ withTags: true }));
  expect(groups.map(({ guid, name, type, tags }) => [guid, name, type, tags?.join()])).toEqual([
    [session(1), 'Invoice 1042', 'private', 'archived'],
    [session(2), 'Ann Lee', 'private', undefined],
    [session(3), 'Cy', 'private', undefined],
    [session(4), 'Cy', 'private', undefined],
    [session(5), 'visitor12', 'private', undefined],
  ]);
  const membersOf = async (number: number) =>
    (await Array.fromAsync(here.service.members.list(session(number)))).map(({ uid }) => uid).toSorted();
  expect([await membersOf(1), await membersOf(3), await membersOf(4)]).toEqual([
    [BO, session(1)],
    ['people-p-3'],
    [BO, OTHER, 'people-p-3'],
  ]);
  const participant = `participant-${session(1)}-di-727902ef5a76`;
  const landed = await messagesIn(here);
  expect(landed.map(([receiver, sender, text]) => [receiver, sender, text ?? null])).toEqual(
    [
      [session(1), session(1), 'Hello, where is my invoice?'],
      [session(1), 'website-helper-b417754df139', 'One moment, please.'],
      [session(1), BO, null],
      [session(1), session(1), null],
      [session(1), BO, null],
      [session(1), participant, 'I am in copy.'],
      [session(2), BO, 'What is it about?'],
      [session(2), BO, 'Your order?'],
      [session(2), BO, 'Have a look'],
      [session(2), session(2), 'thanks'],
      [session(3), 'people-p-3', 'one'],
      [session(4), 'people-p-3', 'two'],
      [session(4), BO, 'three'],
    ].toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
  );
  expect((await here.service.users.get(BO)).name).toBe('Bo Berg');
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
  const sent = here.requests.length;
  await here.json('run', '--yes');
  expect(here.requests.slice(sent).filter((request) => !request.startsWith('GET'))).toEqual([]);
});

test('the answers to questions of a program are kept beside them', async () => {
  await using here = await exportHere('crisp/api');
  await here.json('run', '--yes');
  const found = await Array.fromAsync(here.service.messages.list({ limit: 100 }));
  const sourceOf = (text: string) => found.find(({ data }) => data?.text === text)?.data?.metadata;
  expect(sourceOf('What is it about?')).toMatchObject({
    source: {
      choices: [
        { label: 'Sales', selected: true },
        { label: 'Help', selected: false },
      ],
    },
  });
  expect(sourceOf('Your order?')).toMatchObject({ source: { answer: '1042' } });
  expect(sourceOf('I am in copy.')).toMatchObject({ source: { origin: 'email' } });
});

test('the form of its import tool is read where it can be of nothing else, or is declared', async () => {
  await using here = await exportHere('crisp/import');
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect(result.export?.kinds).toMatchObject({
    conversations: { read: 3, imported: 3 },
    messages: { read: 8, dropped: { internal: 2 } },
    attachments: { read: 1, imported: 1 },
  });
  const landed = await messagesIn(here);
  expect(new Set(landed.map(([receiver]) => receiver)).size).toBe(3);
  expect(landed.map(([, sender]) => String(sender).replace(/import-.*/, 'import')).toSorted()).toEqual([
    'visitor-import',
    'visitor-import',
    'visitor-import',
    'visitor-import',
    expect.stringMatching(/^website-bo-berg-/),
    expect.stringMatching(/^website-operator-/),
  ]);
});

test('no note is published, whatever the policies', async () => {
  for (const [path, count] of [
    ['crisp/api', 14],
    ['crisp/import', 6],
  ] as const) {
    await using here = await exportHere(path, { rest: 'policies: { system: text, deletions: metadata }' });
    expect((await here.json('run', '--yes')).result.entities.messages).toMatchObject({ created: count });
    const texts = JSON.stringify(await messagesIn(here));
    expect(texts).not.toMatch(/Pays late|not for Ann|"No\."/);
  }
});

test('a file that could be of anything is of Crisp only where the pipeline says so', async () => {
  await using here = await exportHere('crisp/import');
  const { readFileSync, writeFileSync } = await import('node:fs');
  const path = `${here.folder}/export/conversations.json`;
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('storage.crisp.chat', 'x.test'));
  await expect(here.json('validate')).rejects.toThrow(/EXPORT\.UNKNOWN[\s\S]*system: crisp/);
  writeFileSync(here.pipeline, readFileSync(here.pipeline, 'utf8').replace('system: auto', 'system: crisp'));
  expect((await summaryOf(here)).summary.kinds.messages).toMatchObject({ read: 8 });
});
