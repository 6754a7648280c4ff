import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Verification } from '../../../src/report/result/verification.ts';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { serviceHere } from '../../support/service-here.ts';
import { chatsHere, landed, textsOf } from './files-of-whatsapp.ts';

/** One chat, as the phones of both people export it: Ann's has no seconds and no files, Bob's begins later. */
const ANN = [
  '13/07/2025, 09:04 - Messages and calls are end-to-end encrypted.',
  '13/07/2025, 09:05 - Ann: before Bob had this phone',
  '13/07/2025, 09:06 - Bob: one',
  '13/07/2025, 09:06 - Ann: two @491712345678',
  '13/07/2025, 09:06 - Bob: one',
  '13/07/2025, 09:06 - Ann: <Media omitted>',
  'the view',
  '13/07/2025, 09:06 - Bob: three',
  '13/07/2025, 09:07 - Ann: You deleted this message',
  '13/07/2025, 09:08 - Bob: four <This message was edited>',
];
const BOB = [
  '[7/13/25, 9:06:01\u202fAM] Ann: \u200eMessages and calls are end-to-end encrypted.',
  '[7/13/25, 9:06:02\u202fAM] Bob: one',
  '[7/13/25, 9:06:03\u202fAM] Ann: two @\u2068Cy from work\u2069',
  '[7/13/25, 9:06:04\u202fAM] Bob: one',
  '\u200e[7/13/25, 9:06:05\u202fAM] Ann: the view \u200e<attached: 0001-PHOTO.jpg>',
  '[7/13/25, 9:06:06\u202fAM] Bob: three',
  '[7/13/25, 9:07:30\u202fAM] Ann: \u200eThis message was deleted.',
  '[7/13/25, 9:08:00\u202fAM] Bob: four \u200e<This message was edited>',
  '[7/13/25, 9:09:00\u202fAM] Ann: only Bob has this',
];
const annsFile = (lines: readonly string[] = ANN): string => `${lines.join('\n')}\n`;
const ALL = [
  ['2025-07-13T09:05:00', 'ann', 'before Bob had this phone'],
  ['2025-07-13T09:06:02', 'bob', 'one'],
  ['2025-07-13T09:06:03', 'ann', 'two @Cy from work'],
  ['2025-07-13T09:06:04', 'bob', 'one'],
  ['2025-07-13T09:06:05', 'ann', 'the view'],
  ['2025-07-13T09:06:06', 'bob', 'three'],
  ['2025-07-13T09:08:00', 'bob', 'four'],
  ['2025-07-13T09:09:00', 'ann', 'only Bob has this'],
];

const FILES = {
  'WhatsApp Chat with Bob.txt': annsFile(),
  'WhatsApp Chat - Ann/_chat.txt': `${BOB.join('\r\n')}\r\n`,
  'WhatsApp Chat - Ann/0001-PHOTO.jpg': 'not really a photo',
};

test("two people's exports of one chat, from Android and from an iPhone, are one conversation in order", async () => {
  await using here = await chatsHere(FILES, { options: ', filesBase: https://files.example.test/' });
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  const { kinds, notes } = result.export ?? { kinds: {}, notes: [] };
  expect(kinds).toMatchObject({
    users: { read: 2 },
    conversations: { read: 1, converted: 1 },
    messages: { read: 18, imported: 8, dropped: { repeated: 7, deleted: 1, system: 2 } },
    attachments: { read: 1, converted: 1 },
    edits: { read: 1, kept: 1 },
  });
  expect(notes.join('\n')).toContain(
    'duplicate messages: 7; they were recognised only by minute, author and text',
  );
  expect(notes.join('\n')).toContain('each name becomes one person: 2 in 2 chats');
  const found = await landed(here);
  expect(found.map(({ at, sender, text }) => [at, sender, text])).toEqual(ALL);
  expect(found.flatMap(({ files }) => files)).toEqual([
    'https://files.example.test/WhatsApp%20Chat%20-%20Ann/0001-PHOTO.jpg',
  ]);
  expect(found.map(({ receiver }) => receiver)).toEqual(
    found.map(({ sender }) => (sender === 'ann' ? 'bob' : 'ann')),
  );
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
});

test("the file that grew over night, and then the other's export, bring only what is new", async () => {
  await using here = await chatsHere(
    { 'WhatsApp Chat with Bob.txt': annsFile(ANN.slice(0, 5)) },
    { rest: 'sync: { onMissing: delete, maxDelete: 5 }' },
  );
  const run = async (): Promise<readonly [created: number, updated: number, sent: number]> => {
    const before = here.requests.length;
    const { exitCode, result } = await here.json('run', '--yes');
    expect(exitCode).toBe(0);
    const { created, updated } = result.entities.messages as unknown as { created: number; updated: number };
    return [created, updated, here.requests.length - before];
  };
  expect(await run()).toMatchObject([4, expect.anything(), expect.anything()]);
  const path = join(here.folder, 'export/WhatsApp Chat with Bob.txt');
  writeFileSync(path, annsFile());
  // The photo without its file is the text that stands below it.
  expect((await run())[0]).toBe(3);
  expect(await textsOf(here)).toEqual([
    'before Bob had this phone',
    'one',
    'two @491712345678',
    'one',
    'the view',
    'three',
    'four',
  ]);
  expect(await run()).toEqual([0, 0, 0]);
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
});

test('what one export says was deleted or edited is neither sent as another one still has it', async () => {
  const late = (text: string): string =>
    `13/07/2025, 09:06 - Ann: hello\n13/07/2025, 09:07 - Bob: ${text}\n13/07/2025, 09:08 - Ann: bye\n`;
  for (const [now, texts, dropped] of [
    ['This message was deleted', ['hello', 'bye'], { deleted: 2, repeated: 2 }],
    ['the truth <This message was edited>', ['hello', 'the truth', 'bye'], { beforeEdit: 1, repeated: 2 }],
  ] as const) {
    await using here = await chatsHere({
      'june/WhatsApp Chat with Bob.txt': late('a secret'),
      'july/WhatsApp Chat with Bob.txt': late(now),
    });
    const { result } = await here.json('run', '--yes');
    expect(result.export?.kinds.messages?.dropped).toEqual(dropped);
    expect(await textsOf(here)).toEqual(texts);
  }
});

test('zip archives of several chats, named as phones of several languages name them, are their conversations', async () => {
  const chat = (...lines: string[]): string => lines.map((line) => `13/07/2025, 09:06 - ${line}\n`).join('');
  const pair = chat('Ann: hi', 'Bob: ho');
  const crew = chat('Ann created group "Crew"', 'Ann: hi', 'Bob: ho');
  await using here = await chatsHere({});
  mkdirSync(join(here.folder, 'export'));
  const put = (name: string, text: string): void =>
    writeFileSync(join(here.folder, 'export', `${name}.zip`), zipOf([{ name: '_chat.txt', content: text }]));
  put('WhatsApp Chat mit Bob', pair);
  put('WhatsApp Chat mit Bob (1)', pair);
  put('Chat de WhatsApp con Ann', pair);
  put('Discussion WhatsApp avec Crew', crew);
  put('Conversa do WhatsApp com Crew', `${crew}${chat('Cy: and me')}`);
  const yaml = join(here.folder, 'pipeline.yaml');
  writeFileSync(yaml, readFileSync(yaml, 'utf8').replace('path: export,', 'path: export/*.zip,'));
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.export?.kinds.conversations).toMatchObject({ read: 2, imported: 1, converted: 1 });
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map(({ name }) => name)).toEqual(['Crew']);
  expect(result.entities.messages).toMatchObject({ created: 5 });
});

test('exports of one name without a message in common, and files of one name in several archives, are said', async () => {
  const chat = (...lines: string[]): string =>
    lines.map((line) => `[13/07/2025, 09:06:01] ${line}\n`).join('');
  const zip = (text: string): Buffer =>
    zipOf([
      { name: '_chat.txt', content: text },
      { name: '0001-PHOTO.jpg', content: text },
    ]);
  await using here = await serviceHere({
    files: {
      'a/WhatsApp Chat - Crew.zip': zip(chat('Ann: <attached: 0001-PHOTO.jpg>', 'Bob: one', 'Cy: two')),
      'b/WhatsApp Chat - Crew.zip': zip(chat('Dan: <attached: 0001-PHOTO.jpg>', 'Eve: three', 'Fay: four')),
    },
    rest: '  export: { system: whatsapp, path: [a/*.zip, b/*.zip], zone: UTC }\n',
  });
  const { result } = await here.json('validate');
  const notes = result.export?.notes.join('\n') ?? '';
  expect(notes).toContain(
    '2 exports have the name Crew and count as one chat, but have no message in common',
  );
  expect(notes).toContain('files with the same name in several archives: 1, such as 0001-PHOTO.jpg');
});

test('two files of one name in two folders, which the app has not named, are two chats', async () => {
  const chat = (...people: string[]): string =>
    people.map((name) => `13/07/2025, 09:06 - ${name}: hi\n`).join('');
  await using here = await chatsHere({
    'home/_chat.txt': chat('Ann', 'Bob', 'Cy'),
    'work/_chat.txt': chat('Dan', 'Eve', 'Fay'),
    'work/old/chat.txt': chat('Gus', 'Hal', 'Ida'),
  });
  await here.json('run', '--yes');
  const groups = await Array.fromAsync(here.service.groups.list());
  expect(groups.map(({ name }) => name).toSorted()).toEqual(['chat', 'home', 'work']);
});
