import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { runHere } from '../../support/command-here.ts';
import { summaryOf } from '../expected.ts';
import {
  conversation,
  type Lists,
  landed,
  message,
  ofFiles,
  page,
  pagesOf,
  participant,
  sid,
  twilioHere,
  user,
} from './files-of-twilio.ts';

const LISTS: Lists = {
  users: [user('ann'), user('ben')],
  conversations: [conversation('quay')],
  participants: [participant('quay', 'ann'), participant('quay', 'ben')],
  messages: [message('quay', 'ann', 0), message('quay', 'ben', 5), message('quay', 'ann', 3)],
};
const all = Object.entries(LISTS);
const rows = all.flatMap(([, of]) => of);
const ndjson = (each: readonly object[]): string => each.map((row) => `${JSON.stringify(row)}\n`).join('');
const pages = all.map(([key, of]) => page(key, of));
const big = page('messages', [
  ...(LISTS['messages'] ?? []),
  ...Array.from({ length: 200 }, (_, at) => message('quay', 'ann', at + 10)),
]);

test.each([
  [
    'pages with the list first',
    pages
      .map(({ meta, ...list }) => ({ ...list, meta }))
      .map((each, at) => [`${at}.json`, JSON.stringify(each)]),
  ],
  ['pages as lines of one file, messages first', [['all.ndjson', ndjson(pages.toReversed())]]],
  [
    'pages one after the other',
    [['all.json', pages.map((each) => JSON.stringify(each, null, 2)).join('\n')]],
  ],
  ['users behind a page of messages that is long', [['all.ndjson', ndjson([big, ...pages.slice(0, 3)])]]],
  ['arrays', all.map(([key, of]) => [`${key}.json`, JSON.stringify(of)])],
  ['one array', [['all.json', JSON.stringify(rows.toReversed(), null, 1)]]],
  ['records as lines', [['all.ndjson', ndjson(rows.toReversed())]]],
  ['packed', all.map(([key, of]) => [`${key}.json.gz`, gzipSync(JSON.stringify(page(key, of)))])],
  [
    'with a mark of their encoding',
    all.map(([key, of]) => [`${key}.json`, `\uFEFF${JSON.stringify(page(key, of))}`]),
  ],
  [
    'in a zip archive',
    [
      [
        'pages.zip',
        zipOf(all.map(([key, of]) => ({ name: `x/${key}`, content: JSON.stringify(page(key, of)) }))),
      ],
    ],
  ],
] as const)('every form has the same content: %s', async (name, files) => {
  await using here = await ofFiles(
    Object.fromEntries(files.map(([file, content]) => [`export/${file}`, content as string])),
  );
  const { exitCode, result } = await here.json('validate');
  expect([exitCode, result.export?.system, result.problems]).toEqual([0, 'twilio', []]);
  const more = name.includes('long') ? 200 : 0;
  expect(result.export?.kinds).toMatchObject({
    users: { read: 2, imported: 2 },
    conversations: { read: 1, imported: 1 },
    members: { read: 2, imported: 2 },
    messages: { read: 3 + more, imported: 3 + more },
  });
});

test('a page twice, and an older copy of a message: each once, the one that was changed last', async () => {
  const older = page('messages', [
    message('quay', 'ann', 0, { body: 'old', date_updated: '2026-01-01T09:00:00Z' }),
  ]);
  await using here = await ofFiles({
    ...pagesOf(LISTS),
    'export/messages again.json': JSON.stringify(page('messages', LISTS['messages'] ?? [])),
    'export/zzz.json': JSON.stringify(older),
  });
  const { result } = await here.json('run', '--yes');
  // All have one time, and the list is not in the order of the index.
  expect(result.export?.kinds.messages).toMatchObject({ read: 7, imported: 3, dropped: { repeated: 4 } });
  expect((await landed(here)).map(([, , text]) => text)).toEqual(['0', '3', '5']);
});

test('two messages with one index are two messages', async () => {
  const double = message('quay', 'ben', 0, { sid: sid('IM', 'other'), body: 'other' });
  await using here = await twilioHere({ ...LISTS, messages: [...(LISTS['messages'] ?? []), double] });
  await here.json('run', '--yes');
  expect((await landed(here)).map(([, , text]) => text)).toEqual(['0', 'other', '3', '5']);
});

test('of pages that are cut off, what is there counts, and each is named once', async () => {
  for (const key of ['messages', 'participants']) {
    const files = pagesOf(LISTS);
    const text = files[`export/${key}.json`] as string;
    await using here = await ofFiles({ ...files, [`export/${key}.json`]: text.slice(0, text.length - 60) });
    const { report, summary } = await summaryOf(here);
    expect(report.balanced).toBe(true);
    expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['EXPORT.FILE_DAMAGED', 1]]);
    expect(report.problems[0]?.samples[0]).toMatchObject({ file: `${key}.json` });
    expect(summary.kinds.users).toMatchObject({ imported: 2 });
  }
  const lines = ndjson(rows);
  await using alone = await ofFiles({ 'export/all.ndjson': lines.slice(0, lines.length - 40) });
  const { report } = await summaryOf(alone);
  expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['NDJSON.SYNTAX_INVALID', 1]]);
});

test('rows of wrong types are rejected, each once', async () => {
  const odd = [
    7,
    null,
    'text',
    [],
    {},
    { sid: null, body: 'no sid' },
    { sid: sid('IM', 'x'), body: 'no conversation' },
  ];
  for (const files of [
    {
      ...pagesOf(LISTS),
      'export/odd.json': JSON.stringify({
        meta: {},
        messages: [...(LISTS['messages'] ?? []).slice(0, 1), ...odd],
      }),
    },
    {
      'export/all.ndjson':
        ndjson([...rows, message('quay', 'ann', 0)]) +
        odd.map((each) => `${JSON.stringify(each)}\n`).join(''),
    },
    { 'export/all.json': JSON.stringify([...rows, message('quay', 'ann', 0), ...odd]) },
  ]) {
    await using here = await ofFiles(files as Readonly<Record<string, string>>);
    const { report, summary } = await summaryOf(here);
    expect(report.balanced).toBe(true);
    expect(report.problems.reduce((sum, { count }) => sum + count, 0)).toBe(odd.length);
    expect(summary.kinds.messages).toMatchObject({ imported: 3, dropped: { repeated: 1 } });
  }
});

test('several services are asked about, and never melted', async () => {
  const other = { chat_service_sid: sid('IS', 2) };
  const lists = {
    users: [
      ...(LISTS['users'] ?? []),
      user('ann', { ...other, sid: sid('US', 'x'), friendly_name: 'Another Ann' }),
    ],
    conversations: [...(LISTS['conversations'] ?? []), conversation('pier', other)],
    participants: [...(LISTS['participants'] ?? []), participant('pier', 'ann')],
    messages: [...(LISTS['messages'] ?? []), message('pier', 'ann', 0, { body: 'of another Ann' })],
  };
  await using here = await twilioHere(lists);
  const refused = await runHere(['validate', here.pipeline]);
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('EXPORT.SHAPE_UNCLEAR')]);
  expect(refused.stderr).toMatch(/users\.json/);
  const path = join(here.folder, 'export');
  const out = join(here.folder, 'made.yaml');
  const asked = await runHere(['init', path, '--yes', '--out', out]);
  expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining('--answer service=IS')]);
  const made = await runHere(['init', path, '--yes', '--out', out, '--answer', `service=${sid('IS', 1)}`]);
  expect([made.exitCode, made.stderr]).toEqual([0, expect.anything()]);
  await using own = await twilioHere(lists, {
    system: 'twilio',
    options: `, shape: { service: ${sid('IS', 1)} }`,
  });
  const { result } = await own.json('run', '--yes');
  expect(result.export?.kinds).toMatchObject({
    users: { read: 3, imported: 2, dropped: { otherService: 1 } },
    conversations: { read: 2, imported: 1, dropped: { otherService: 1 } },
    members: { read: 3, imported: 2, dropped: { otherService: 1 } },
    messages: { read: 4, imported: 3, dropped: { otherService: 1 } },
  });
  expect(JSON.stringify(await landed(own))).not.toContain('of another Ann');
  for (const [shape, words] of [
    [`{ service: ${sid('IS', 3)} }`, sid('IS', 2)],
    ['{ services: x }', 'sources.export.shape'],
  ]) {
    await using none = await twilioHere(lists, { system: 'twilio', options: `, shape: ${shape}` });
    const { exitCode, stderr } = await runHere(['validate', none.pipeline]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('EXPORT.SHAPE_INVALID')]);
    expect(stderr).toContain(words);
  }
});

test('without a list of users, participants are called by their identity', async () => {
  const { users: _, ...rest } = LISTS;
  await using here = await twilioHere(rest as Lists);
  await here.json('run', '--yes');
  const users = await Array.fromAsync(here.service.users.list());
  expect(users.map(({ uid, name }) => [uid, name]).toSorted()).toEqual([
    ['ann', 'ann'],
    ['ben', 'ben'],
  ]);
});

test('files of another kind beside the pages are counted, and pages without records are pages', async () => {
  const empty = Object.fromEntries(
    ['users', 'roles'].map((key) => [`export/empty-${key}.json`, JSON.stringify(page(key, []))]),
  );
  await using here = await ofFiles({ ...pagesOf(LISTS), ...empty, 'export/notes.json': '{"a":1}' });
  writeFileSync(join(here.folder, 'export/a.png'), 'x');
  const { summary } = await summaryOf(here);
  expect(summary.notes).toContain('files that do not come from Twilio were skipped: 2 (a.png, notes.json)');
  expect(summary.variant).toBe('6 × pages of the REST API');
});
