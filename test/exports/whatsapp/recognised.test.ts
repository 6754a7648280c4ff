import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';
import { chatsHere } from './files-of-whatsapp.ts';

const autoHere = (files: Readonly<Record<string, string>>, more = '', system = 'auto') =>
  serviceHere({
    files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
    rest: `  export: { system: ${system}, path: export, zone: UTC${more} }\nretention: { messagesOlderThanDays: 36500 }\n`,
  });

/** Texts with times and names that are no chats of this app. */
const OTHERS = {
  'a log': '2025-07-13 09:05:00 - main: started\n2025-07-13 09:05:01 - worker: user left\n'.repeat(20),
  'a log in brackets': '[2025-07-13 09:05:00] app.ERROR: failed\n[2025-07-13 09:05:01] app.INFO: ok\n'.repeat(
    20,
  ),
  'a log of Python': '2025-07-13 09:05:00,123 - root - INFO - message: text\n'.repeat(20),
  'a log of a web server': '127.0.0.1 - - [13/Jul/2025:09:05:00 +0000] "GET / HTTP/1.1" 200 1\n'.repeat(20),
  'a log of IRC': '[09:05:00] <ann> hi: there\n[09:05:01] *** bob has joined #quay\n'.repeat(20),
  'a log of IRC with dates': '[2025-07-13 09:05:00] <ann> hi\n[2025-07-13 09:05:09] bob left\n'.repeat(20),
  'a chat of KakaoTalk': '2025년 7월 13일 오후 5:00, 안나 : 안녕\n'.repeat(20),
  'a chat of LINE': '2025/07/13 Sun\n09:05\tAnn\thi\n09:06\tBob\tho\n'.repeat(20),
  'a text from Telegram': 'Ann, [13.07.2025 09:05]\nhi\n\nBob, [13.07.2025 09:06]\nho\n',
  'a table': 'date,time,name,text\n13/07/2025,09:05,Ann,hi\n',
  subtitles: '1\n00:00:01,000 --> 00:00:02,000\nAnn: hi\n',
  'a diary': '13/07/2025 09:05 - Dentist: bring the papers\n14/07/2025 10:00 - Ann: lunch\n',
  'notes with one such line': 'Notes\n\nAnn wrote\n13/07/2025, 09:05 - Ann: hi\n',
  'a list of dates': '13/07/2025\n14/07/2025\n',
} as const;

/** Of these, those that are named. */
const KNOWN: ReadonlySet<string> = new Set(['a log of IRC', 'a chat of KakaoTalk']);

test('no other text with times and names is taken for a chat', async () => {
  for (const [what, text] of Object.entries(OTHERS)) {
    await using here = await autoHere({ 'a.txt': text });
    const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
    const code = KNOWN.has(what) ? 'EXPORT.NOT_READ' : 'EXPORT.UNKNOWN';
    expect([what, exitCode, stderr.split('\n')[0]]).toEqual([what, 2, code]);
  }
});

test('a chat without anything that only chats have is read where the pipeline says that it is one', async () => {
  await using here = await autoHere({ 'a.txt': OTHERS['a diary'] }, '', 'whatsapp');
  const { result } = await here.json('validate');
  expect(result.export).toMatchObject({ system: 'whatsapp', kinds: { messages: { imported: 2 } } });
});

test('a chat about exports of other systems is a chat', async () => {
  const chat = [
    'Ann: CREATE TABLE messages (id int, body text);',
    "INSERT INTO messages VALUES (1,'hi');",
    'Bob: {"type":"user","data":{"id":"ann"}}',
    '[{"message_id":1,"message":"hi","channel_url":"c"}]',
    'Ann: id,sender_id,body,created_at',
  ].map((line) => (/^(?:Ann|Bob)/.test(line) ? `13/07/2025, 09:05 - ${line}` : line));
  await using here = await autoHere({ 'chat.txt': chat.join('\n') });
  const { result } = await here.json('validate');
  expect(result.export).toMatchObject({ system: 'whatsapp', kinds: { messages: { imported: 3 } } });
});

test('a chat that was sent as a file in another one, and other files, are no chats of the export', async () => {
  const chat = (...lines: string[]): string => lines.map((line) => `13/07/2025, 09:05 - ${line}\n`).join('');
  await using here = await chatsHere({
    'WhatsApp Chat with Bob.txt': chat(
      'Ann: other.txt (file attached)',
      'Bob: thanks',
      'Ann: prices.csv (file attached)',
    ),
    'prices.csv': 'a,b\n1,2\n',
    'other.txt': chat('Cy: not of this export', 'Dan: at all'),
    'readme.txt': 'something else',
  });
  const { result } = await here.json('validate');
  expect(result.export?.kinds).toMatchObject({
    users: { read: 2 },
    messages: { read: 3 },
    attachments: { read: 2 },
  });
  expect(result.export?.notes.join()).toContain(
    'files that are not chats were skipped: 1, such as readme.txt',
  );
});

test('among thousands of pictures, the chat is found', async () => {
  await using here = await autoHere({
    'WhatsApp Chat with Bob.txt': '13/07/2025, 09:05 - Ann: hi\n13/07/2025, 09:06 - Bob: ho\n',
  });
  for (let n = 0; n < 600; n++) writeFileSync(join(here.folder, 'export', `IMG-20250713-WA${n}.jpg`), 'x');
  const { result } = await here.json('validate');
  expect(result.export).toMatchObject({ system: 'whatsapp', kinds: { messages: { imported: 2 } } });
});

test('of several chats, one that breaks off counts up to there, and the others count', async () => {
  const chat = '13/07/2025, 09:05 - Ann: hi\n13/07/2025, 09:06 - Bob: ho\n';
  await using here = await chatsHere({ 'a.txt': chat, 'b.txt': chat.replaceAll('Bob', 'Cy') });
  const long = Array.from({ length: 5_000 }, (_, n) => `13/07/2025, 09:05 - Ann: ${Math.sin(n)}\n`);
  const packed = gzipSync(['13/07/2025, 09:05 - Dan: first\n', ...long].join(''));
  writeFileSync(join(here.folder, 'export', 'c.txt.gz'), packed.subarray(0, packed.length / 2));
  const { exitCode, result } = await here.json('validate');
  expect([exitCode, result.balanced, result.problems.map(({ code }) => code)]).toEqual([
    4,
    true,
    ['EXPORT.FILE_DAMAGED'],
  ]);
  expect(result.export?.kinds.conversations?.read).toBe(3);
  expect(result.export?.kinds.messages?.imported).toBeGreaterThan(1_000);
});
