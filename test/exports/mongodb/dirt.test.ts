import { gzipSync } from 'node:zlib';
import { Binary, Decimal128, Long, ObjectId, Timestamp, UUID } from 'bson';
import { describe, expect, test } from 'vitest';
import type { ServiceHere } from '../../support/service-here.ts';
import {
  archiveOf,
  bsonOf,
  type Document,
  dumpOf,
  exportOf,
  landedIn,
  mongoHere,
} from './files-of-mongodb.ts';

const users = [
  { _id: 'ann', name: 'Ann' },
  { _id: 'ben', name: 'Ben' },
];
const conversations = [{ _id: 'c', title: 'Team' }];
const members = [
  { conversationId: 'c', userId: 'ann' },
  { conversationId: 'c', userId: 'ben' },
];
const message = (n: number, more: Document = {}): Document => ({
  _id: `m${n}`,
  conversationId: 'c',
  senderId: 'ann',
  text: `text ${n}`,
  createdAt: new Date(Date.UTC(2025, 0, 1, 0, n)),
  ...more,
});
const three = [message(1), message(2), message(3)];
const chatOf = (messages: readonly Document[]) => ({ users, conversations, members, messages });

const texts = async (here: ServiceHere): Promise<readonly string[]> =>
  (await landedIn(here)).filter((line) => / to /.test(line)).map((line) => line.replace(/^\S+ to \S+: /, ''));

async function landed(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<{ problems: readonly unknown[]; texts: readonly string[]; exitCode: number }> {
  await using here = await mongoHere(files);
  const { exitCode, result } = await here.json('run', '--yes');
  const problems = result.problems.map(({ code, count }) => [code, count]);
  return { problems, texts: await texts(here), exitCode };
}

describe('a file that is cut or damaged: what stands before it counts, and the place is said', () => {
  const dump = dumpOf(chatOf(three));
  const whole = bsonOf(three);
  const withMessages = (messages: Uint8Array) => ({ ...dump, 'export/chat/messages.bson': messages });
  const wrongLength = Buffer.from(whole);
  wrongLength.writeInt32LE(2, bsonOf(three.slice(0, 2)).length);
  const hugeLength = Buffer.from(whole);
  hugeLength.writeInt32LE(100_000_000, bsonOf(three.slice(0, 2)).length);

  test.each<readonly [string, Uint8Array, RegExp]>([
    [
      'inside of a document',
      whole.subarray(0, -9),
      /ends inside of a document, of whose \d+ bytes \d+ are there/,
    ],
    ['inside of a length', whole.subarray(0, bsonOf(three.slice(0, 2)).length + 2), /inside of a length/],
    ['in its gzip', gzipSync(whole).subarray(0, -12), /cut off/],
    ['a length of 2', wrongLength, /stands 2/],
    ['a document of 100 MB', hugeLength, /stands 100000000/],
  ])('%s', async (_, bytes, words) => {
    await using here = await mongoHere(withMessages(bytes));
    const { result } = await here.json('run', '--yes');
    expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['EXPORT.FILE_DAMAGED', 1]]);
    expect(JSON.stringify(result.problems)).toMatch(words);
    expect(JSON.stringify(result.problems)).toMatch(/byte \d+/);
    expect((await texts(here)).length).toBeGreaterThanOrEqual(2);
  });

  test('an archive that is cut', async () => {
    const { problems } = await landed({ 'export/x.archive': archiveOf(chatOf(three)).subarray(0, -300) });
    expect(problems).not.toEqual([]);
  });

  test('a document whose inside is damaged is rejected alone', async () => {
    const bytes = Buffer.from(whole);
    // The length of a text in the second document.
    bytes.writeInt32LE(9_999, whole.indexOf('text 2') - 4);
    const { problems, texts: left } = await landed(withMessages(bytes));
    expect(problems).toEqual([['EXPORT.ROW_UNREADABLE', 1]]);
    expect(left).toEqual(['text 1', 'text 3']);
  });
});

describe('types', () => {
  const more = (n: number, createdAt: unknown, text: unknown = `text ${n}`): Document =>
    message(n, { createdAt, text });

  test.each([
    ['BSON', dumpOf],
    ['canonical', (collections: ReturnType<typeof chatOf>) => exportOf(collections, false)],
    // mongoexport writes all digits, which the library has lost.
    [
      'relaxed',
      (collections: ReturnType<typeof chatOf>) => {
        const files = exportOf(collections);
        const text = String(files['export/messages.json']).replace('9007199254740992', '9007199254740993');
        return { ...files, 'export/messages.json': text };
      },
    ],
  ] as const)('%s: each value is what it stands for', async (_, filesOf) => {
    const time = Date.UTC(2025, 0, 1);
    const uuid = new UUID('01234567-89ab-cdef-0123-456789abcdef');
    const { problems, texts: found } = await landed(
      filesOf(
        chatOf([
          more(1, new Date(time), Decimal128.fromString('1.50')),
          more(2, Long.fromNumber(time + 1), Long.fromString('9007199254740993')),
          more(3, new Timestamp({ t: time / 1_000 + 2, i: 1 }), uuid),
          more(4, new Date(time + 3_000), new Binary(Buffer.from('ab'))),
          more(5, time + 4_000, new ObjectId('0123456789abcdef01234567')),
          more(6, time + 5_000, 2.5),
          // Before 1970: no time of a message.
          more(7, new Date(-86_400_000)),
        ]),
      ),
    );
    expect(problems).toEqual([['ROW.TIME_INVALID', 1]]);
    expect([...found].sort()).toEqual(
      [
        '1.50',
        '9007199254740993',
        '01234567-89ab-cdef-0123-456789abcdef',
        '6162',
        '0123456789abcdef01234567',
        '2.5',
      ].sort(),
    );
  });

  test('Extended JSON of version 1, and what only looks like it', async () => {
    const rows = [
      '{"_id":"m1","conversationId":"c","senderId":"ann","text":"ms","createdAt":{"$date":1735689600000}}',
      '{"_id":"m2","conversationId":"c","senderId":"ann","text":"offset","createdAt":{"$date":"2025-01-01T02:00:00.000+0200"}}',
      '{"_id":"m3","conversationId":"c","senderId":"ann","text":{"$binary":"YWI=","$type":"00"},"createdAt":{"$date":{"$numberLong":"1735689600000"}}}',
      '{"_id":"m4","conversationId":"c","senderId":{"$ref":"users","$id":"ben"},"text":{"$undefined":true},"createdAt":{"$date":1735689600000}}',
      '{"_id":"m5","conversationId":"c","senderId":{"$oid":{"x":1}},"text":"no id","createdAt":{"$date":1735689600000}}',
      '{"_id":"m6","conversationId":"c","senderId":"ann","text":"a {\\"$oid\\": \\"in a text\\"}","createdAt":{"$date":1735689600000}}',
      '{"__proto__":{"senderId":"ben"},"constructor":{"$oid":"x"},"_id":"m7","conversationId":"c","text":"of nobody","senderId":"ann","createdAt":{"$date":1735689600000}}',
    ];
    const files = { ...exportOf(chatOf([])), 'export/messages.json': `${rows.join('\n')}\n` };
    const { problems, texts: found } = await landed(files);
    expect(problems).toEqual([['EXPORT.ROW_UNREADABLE', 1]]);
    expect([...found].sort()).toEqual(['6162', 'a {"$oid": "in a text"}', 'ms', 'of nobody', 'offset']);
  });
});

test('one of two rows with the same id lands', async () => {
  const { texts: found } = await landed(
    exportOf(chatOf([message(1), message(1, { text: 'later' }), message(2)])),
  );
  expect(found).toEqual(['later', 'text 2']);
});

test('documents that are nested too deeply are rejected, in JSON and BSON', async () => {
  let deep: Document = {};
  for (let level = 0; level < 300; level++) deep = { deep };
  const messages = [message(1), message(2, { deep }), message(3)];
  for (const files of [dumpOf(chatOf(messages)), exportOf(chatOf(messages))]) {
    const { problems, texts: found } = await landed(files);
    expect(problems).toEqual([[expect.stringMatching(/ROW_UNREADABLE|TOO_DEEP/), 1]]);
    expect(found).toEqual(['text 1', 'text 3']);
  }
});

test('names that are values make no columns, and a mark that comes late is seen', async () => {
  const read = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`user-${at}`, new Date(at)]));
  const messages = [
    ...Array.from({ length: 30 }, (_, at) => message(at, { readBy: read })),
    message(301, { isInternal: true, text: 'for the staff' }),
  ];
  await using here = await mongoHere(dumpOf(chatOf(messages)));
  const { result } = await here.json('validate');
  expect(result.export?.kinds.messages).toMatchObject({ imported: 30, dropped: { internal: 1 } });
});

test('a path with half a character is no address, and stops nothing', async () => {
  const messages = [message(1), message(2, { attachments: [{ path: '\ud800.png' }] })];
  await using here = await mongoHere(exportOf(chatOf(messages)), {
    options: ', filesBase: https://files.example.com/',
  });
  const { result } = await here.json('run', '--yes');
  expect(result.export?.kinds.attachments?.read).toBe(1);
  expect(await texts(here)).toEqual(['text 1', 'text 2']);
});

test('documents in the language of the shell are refused with what to do', async () => {
  await expect(
    landed({
      'export/messages.json': '{ "_id" : ObjectId("0123456789abcdef01234567"), "text" : "hi" }\n',
    }),
  ).rejects.toThrow(/EXPORT\.FORM_UNSUPPORTED[\s\S]*mongoexport --collection=messages/);
});
