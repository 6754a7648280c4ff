import { expect, test } from 'vitest';
import { fileCodes } from '../../../../src/errors/codes/files.ts';
import { entities } from '../../../../src/input/entities/entities.ts';
import type { EntityName } from '../../../../src/input/entities/entity.ts';
import { addressKey } from '../../../../src/input/rows/forms/address-key.ts';
import type { CopiedAddress } from '../../../../src/input/rows/forms/copied-address.ts';
import { type CopyRules, fileReferences } from '../../../../src/input/rows/forms/files-step.ts';
import { withCopies } from '../../../../src/pipeline/files/plan-copies.ts';
import { mappingOf } from './mapped.ts';

/** What rows become whose files were copied, or were not. */

const OWN = 'https://files.example.com/chat';
const PNG = 'https://old.example/a.png';
const PDF = 'https://old.example/b.pdf';
const GONE = 'https://old.example/gone.pdf';
const SLACK = 'private+https://files.slack.com/files-pri/T1/x.png?t=xoxe-1';
const IN_EXPORT = 'export:///photos/lost.jpg';
const COPY = `${OWN}/aa/${'a'.repeat(64)}.webp`;

const copied: CopiedAddress = { outcome: 'copied', url: COPY, type: 'image/webp', bytes: 42 };
const KNOWN: Readonly<Record<string, CopiedAddress>> = {
  [PNG]: copied,
  [PDF]: { outcome: 'kept' },
  'https://old.example/new.gif': { outcome: 'unknown', placeholder: `${OWN}/00/0.gif` },
};
const planned = (): CopiedAddress => ({ outcome: 'unknown', placeholder: `${OWN}/00/0.png` });
const failed: CopiedAddress = { outcome: 'failed', why: 'gone' };
type Cells = Readonly<Record<string, unknown>>;
type Options = Partial<Pick<CopyRules, 'onFailure' | 'what' | 'find' | 'meaning'>> & {
  readonly entity?: EntityName;
  readonly map?: string;
};

function mapped({ entity = 'messages', map = '{}', ...rules }: Options = {}) {
  return withCopies(mappingOf(map, undefined, { entity }), entities[entity], {
    what: new Set(['attachments', 'avatars', 'icons']),
    onFailure: 'link',
    find: (address) => KNOWN[addressKey(address)] ?? failed,
    planned,
    ...rules,
  });
}

/** The data of a message as the check takes it, and its type. */
function message(row: Cells, options?: Options) {
  const { fields, problems } = mapped(options)({
    muid: 'm1',
    sender: 'a',
    receiver: 'b',
    receiverType: 'user',
    sentAt: '1795000000',
    ...row,
  });
  const { data, type, category } = (entities.messages.shape?.(fields) ?? fields) as Record<string, unknown>;
  return { data: data as Cells | undefined, type: type ?? 'text', category, problems };
}

const file = (url: string, more: Cells = {}): Cells => ({
  url,
  name: 'a.png',
  mimeType: 'image/png',
  extension: 'png',
  ...more,
});

test('a copy has its own address, type, ending and size; other members, other files and their order stay', () => {
  const { data, type } = message({
    text: 'see',
    attachments: [file(PNG, { size: 7, width: 3 }), file(PDF), file('https://old.example/new.gif')],
  });
  expect(data).toEqual({
    text: 'see',
    attachments: [
      { url: COPY, name: 'a.png', mimeType: 'image/webp', extension: 'webp', size: 42, width: 3 },
      file(PDF),
      file(`${OWN}/00/0.gif`),
    ],
  });
  expect(type).toBe('text');
  expect(message({ attachments: [file(PNG)] }).data).toEqual({
    attachments: [file(COPY, { mimeType: 'image/webp', extension: 'webp' })],
  });
});

test.each([undefined, null, '', '  ', 7])(
  'a file whose name is %j is copied with that of its address',
  (name) => {
    const named = (url: string, options?: Options) => {
      const { attachments } = message({ attachments: [file(url, { name })] }, options).data ?? {};
      return (attachments as Cells[] | undefined)?.[0]?.['name'];
    };
    expect(named(`${PNG}?X-Amz-Date=20260101T000000Z&X-Amz-Expires=60&X-Amz-Signature=abc`)).toBe('a.png');
    expect(named('https://old.example/new.gif')).toBe('new.gif');
    expect(named(GONE, { onFailure: 'keep' })).toBe('gone.pdf');
    const find = (): CopiedAddress => copied;
    expect(named('https://old.example/t/secret', { find })).toBe('file.webp');
    expect(named('https://old.example/%E2%82%ac%20b.pdf', { find })).toBe('€ b.pdf');
    expect(named('https://old.example/a%0a.pdf', { find })).toBe('file.webp');
    expect(named('https://old.example/..%2fb.pdf', { find })).toBe('file.webp');
    expect(named('data:image/png;base64,aaaa.png', { find })).toBe('file.webp');
    // Nobody copies it: it is what the source says.
    expect(named(PDF)).toBe(name);
  },
);

test('a file that is yet to be copied has what the check wants; its copy says the rest', () => {
  expect(message({ attachments: [{ url: 'https://old.example/new.gif' }] }).data).toEqual({
    attachments: [
      {
        url: `${OWN}/00/0.gif`,
        name: 'new.gif',
        mimeType: 'application/octet-stream',
        extension: 'gif',
      },
    ],
  });
});

test('files inside of the column data are copied as well, and those of the column attachments win over them', () => {
  expect(message({ data: { text: 'a', attachments: [file(PNG)], x: 1 } }).data).toEqual({
    text: 'a',
    attachments: [file(COPY, { mimeType: 'image/webp', extension: 'webp' })],
    x: 1,
  });
  expect(message({ data: { text: 'a', attachments: [file(GONE)] }, attachments: [file(GONE)] }).data).toEqual(
    {
      text: `a\n[a.png](${GONE})`,
      metadata: { source: { files: [{ name: 'a.png', type: 'image/png' }] } },
    },
  );
});

test('link: a file that was not copied is a link in the text, without what opens it, and named in metadata', () => {
  const { data, type } = message({
    type: 'image',
    metadata: { team: 1, source: { files: [{ name: 'before' }], other: 2 } },
    attachments: [
      file(`${GONE}?X-Amz-Date=20260101T000000Z&X-Amz-Expires=60&X-Amz-Signature=abc`, {
        name: 'a [b]\n(c)',
        size: 3,
      }),
      file(SLACK),
    ],
  });
  expect(data).toEqual({
    text: `[a \\[b\\] (c)](${GONE})\n[a.png](https://files.slack.com/files-pri/T1/x.png)`,
    metadata: {
      team: 1,
      source: {
        files: [
          { name: 'before' },
          { name: 'a [b]\n(c)', type: 'image/png', size: 3 },
          { name: 'a.png', type: 'image/png' },
        ],
        other: 2,
      },
    },
  });
  expect(type).toBe('text');
});

test('a file of the export has no link: a message that would be empty gets its name', () => {
  expect(message({ type: 'image', attachments: [file(IN_EXPORT)] })).toMatchObject({
    data: { text: '[a.png]' },
    type: 'text',
  });
  expect(message({ text: 'a', attachments: [file(IN_EXPORT)] }).data).toEqual({
    text: 'a',
    metadata: { source: { files: [{ name: 'a.png', type: 'image/png' }] } },
  });
  expect(message({ category: 'custom', type: 'poll', attachments: [file(IN_EXPORT)] }).data).toEqual({
    metadata: { source: { files: [{ name: 'a.png', type: 'image/png' }] } },
  });
});

test('drop: only metadata name the file; keep: its address stays, without what differs each night or is secret', () => {
  expect(message({ attachments: [file(GONE)] }, { onFailure: 'drop' }).data).toEqual({
    text: '[a.png]',
    metadata: { source: { files: [{ name: 'a.png', type: 'image/png' }] } },
  });
  const signed = `${GONE}?Expires=1795000000&Signature=abc&Key-Pair-Id=K`;
  const { data } = message(
    { attachments: [file(GONE), file(signed), file(SLACK), file(IN_EXPORT)] },
    { onFailure: 'keep' },
  );
  expect(data).toEqual({
    attachments: [file(GONE), file(GONE), file('https://files.slack.com/files-pri/T1/x.png')],
    metadata: { source: { files: [{ name: 'a.png', type: 'image/png' }] } },
  });
});

test('reject: each file is a problem of its row, named by its key; a message that was deleted is not rejected', () => {
  const find: CopyRules['find'] = (address) =>
    address.includes('big') ? { outcome: 'failed', why: 'tooLarge' } : failed;
  const attachments = [file(`${GONE}?fat=secret`), file('https://old.example/big.mov')];
  const { problems } = message({ attachments }, { onFailure: 'reject', find });
  expect(problems).toEqual([
    { code: 'FILE.GONE', field: 'attachments', value: GONE, message: expect.stringContaining('not there') },
    {
      code: 'FILE.TOO_LARGE',
      field: 'attachments',
      value: 'https://old.example/big.mov',
      message: expect.stringContaining('maxBytes'),
    },
  ]);
  expect(message({ attachments, deletedAt: '1795000001' }, { onFailure: 'reject', find }).problems).toEqual(
    [],
  );
});

test.each([
  ['gone', 'FILE.GONE'],
  ['login', 'FILE.LOGIN'],
  ['denied', 'FILE.DENIED'],
  ['expired', 'FILE.EXPIRED'],
  ['tooLarge', 'FILE.TOO_LARGE'],
  ['type', 'FILE.TYPE'],
  ['refused', 'FILE.REFUSED'],
  ['empty', 'FILE.EMPTY'],
  ['encoded', 'FILE.ENCODED'],
  ['silent', 'FILE.SILENT'],
] as const)('a file that fails as %s rejects its row by %s', (why, code) => {
  const find: CopyRules['find'] = () => ({ outcome: 'failed', why });
  const { problems } = message({ attachments: [file(GONE)] }, { onFailure: 'reject', find });
  expect(problems.map((problem) => problem.code)).toEqual([code]);
  expect(Object.keys(fileCodes)).toContain(code);
});

test('the type of a message follows its files', () => {
  expect(
    message({ type: 'file', attachments: [file(GONE, { mimeType: 'application/pdf' }), file(PNG)] }).type,
  ).toBe('image');
  expect(message({ type: 'video', attachments: [file(PNG)] }).type).toBe('video');
  expect(message({ map: 1, file: PNG }, { map: 'attachments: { url: file }' }).type).toBe('image');
  expect(message({ file: GONE }, { map: 'attachments: { url: file }' })).toMatchObject({
    type: 'text',
    data: { text: `[gone.pdf](${GONE})` },
  });
});

test('a file that is written into its address has a short name and its type', () => {
  const url = `data:image/png;base64,${'A'.repeat(20_000)}`;
  const map = 'attachments: { url: file }';
  const find: CopyRules['find'] = () => copied;
  expect(message({ file: url }, { map, find }).data).toEqual({
    attachments: [{ url: COPY, name: 'file.png', mimeType: 'image/webp', extension: 'webp' }],
  });
  expect(message({ file: url }, { map }).data).toMatchObject({ text: '[file.png]' });
});

test('what does not fit into the data of a message is left out: first the links, then the names; files with copies become links', () => {
  const long = 'x'.repeat(9_900);
  const left = [file(`https://old.example/${'y'.repeat(300)}`)];
  const named = { source: { files: [{ name: 'a.png', type: 'image/png' }] } };
  expect(message({ text: long, attachments: left }).data).toEqual({ text: long, metadata: named });
  const longer = 'x'.repeat(10_200);
  // What is too large with the addresses of copies as well is so whatever became of its files.
  expect(message({ text: longer, attachments: left }).data).toMatchObject({
    text: longer,
    attachments: [{}],
  });
  // Thread and edit need room as well.
  expect(message({ text: 'x'.repeat(9_000), attachments: left, parentMuid: 'm0' }).data).toEqual({
    text: 'x'.repeat(9_000),
  });
  const many = Array.from({ length: 70 }, (_, at) => ({ ...file(`https://o.ex/${at}`), name: `${at}` }));
  const { data = {}, problems } = message({ text: 'many', attachments: many }, { find: () => copied });
  const attachments = data['attachments'] as readonly unknown[];
  // Copies that have no room are links.
  const links = String(data['text']).split(`](${COPY})`).length - 1;
  expect([attachments.length + links, data['metadata']]).toEqual([70, undefined]);
  expect(attachments.length).toBeGreaterThan(30);
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(10_240);
  expect(problems).toEqual([]);
  const hostile = Array.from({ length: 20_000 }, (_, at) => file(`https://o.ex/${at}`));
  expect(
    Buffer.byteLength(JSON.stringify(message({ attachments: hostile }, { find: () => copied }).data)),
  ).toBeGreaterThan(10_240);
});

test('metadata, text and files of another kind stay for the check to judge', () => {
  for (const row of [
    { attachments: 'none', text: 'a' },
    { attachments: [PNG], text: 'a' },
    { attachments: [file(GONE)], metadata: 'text', text: 5 },
    { data: 'none' },
  ])
    expect(() => message(row)).not.toThrow();
  expect(message({ attachments: [file(GONE)], metadata: { source: 'x' } }).data?.['metadata']).toEqual({
    source: 'x',
  });
});

test('pictures of people and groups: a copy, else none; kept as they are where that was asked for', () => {
  const avatarOf = (avatar: string, options: Options = {}) =>
    mapped({ entity: 'users', ...options })({ uid: 'a', name: 'A', avatar }).fields;
  expect(avatarOf(PNG)).toEqual({ uid: 'a', name: 'A', avatar: COPY });
  expect(avatarOf(PDF)['avatar']).toBe(PDF);
  for (const onFailure of ['link', 'drop', 'reject'] as const)
    expect(avatarOf(GONE, { onFailure })).toEqual({ uid: 'a', name: 'A' });
  expect(avatarOf(GONE, { onFailure: 'keep' })['avatar']).toBe(GONE);
  expect(avatarOf(IN_EXPORT, { onFailure: 'keep' })).toEqual({ uid: 'a', name: 'A' });
  expect(avatarOf('a.png')['avatar']).toBe('a.png');
  expect(avatarOf(PNG, { what: new Set(['icons']) })['avatar']).toBe(PNG);
  expect(mapped({ entity: 'groups' })({ guid: 'g', icon: PNG }).fields['icon']).toBe(COPY);
});

test('the mapping keeps what is known of rows without files, and says that copies give rows another meaning', () => {
  const plain = mappingOf('{}', ['muid', 'text'], { entity: 'messages' });
  const rules: CopyRules = {
    planned,
    what: new Set(['attachments', 'avatars']),
    onFailure: 'link',
    find: () => failed,
  };
  expect(withCopies(plain, entities.messages, rules)).toBe(plain);
  expect(
    withCopies(mappingOf('{}', ['uid', 'name'], { entity: 'users' }), entities.users, rules).isPlain,
  ).toBe(true);
  expect(
    withCopies(mappingOf('{}', ['uid', 'avatar'], { entity: 'users' }), entities.users, rules).isPlain,
  ).toBe(false);
  const with_ = mappingOf('{}', ['muid', 'attachments'], { entity: 'messages' });
  let revision = 1;
  const wrapped = withCopies(with_, entities.messages, { ...rules, meaning: () => revision });
  const before = JSON.stringify(wrapped.meaning);
  expect(wrapped.isPlain).toBe(true);
  expect(before).not.toBe(JSON.stringify(with_.meaning));
  revision = 2;
  expect(JSON.stringify(wrapped.meaning)).not.toBe(before);
  const cells = ['m1', JSON.stringify([file(GONE)])];
  expect(wrapped.some(new Set(['muid']))(cells)).toEqual({ muid: 'm1' });
  expect(wrapped.some(new Set(['text']))(cells)).toMatchObject({ text: `[a.png](${GONE})` });
  expect(wrapped.cell(cells, 'muid')).toBe('m1');
});

test('references of rows, as they are mapped and as the check has shaped them', () => {
  const fields = {
    attachments: [file(PNG), file('ftp://a/b'), 7, { url: SLACK }, file('data:,a'), file(IN_EXPORT)],
  };
  const found = [
    { address: PNG, type: 'image/png', name: 'a.png' },
    { address: SLACK, type: undefined, name: undefined },
    { address: 'data:,a', type: 'image/png', name: 'a.png' },
    { address: IN_EXPORT, type: 'image/png', name: 'a.png' },
  ];
  expect(fileReferences('messages', fields)).toEqual(found);
  expect(fileReferences('messages', { data: fields })).toEqual(found);
  expect(fileReferences('users', { avatar: PNG })).toEqual([{ address: PNG }]);
  expect(fileReferences('groups', { icon: '/a.png' })).toEqual([]);
  expect(fileReferences('members', { attachments: [file(PNG)] })).toEqual([]);
});

test.each([
  'http://h.example/gone.txt?token=NIGHT',
  'http://h.example/gone.txt?access_token=NIGHT',
  'https://user:NIGHT@h.example/gone.txt',
  'https://h.example/gone.txt;jsessionid=NIGHT',
  'https://h.example/get?url=https%3A%2F%2Fh.example%2Fa.png%3Fsig%3DNIGHT',
])('what stays of an address has no secret, and is the same each night: %s', (address) => {
  for (const onFailure of ['link', 'keep', 'reject'] as const)
    expect(JSON.stringify(message({ attachments: [file(address)] }, { onFailure }))).not.toContain('NIGHT');
  const [one, two] = ['1', '2'].map(
    (night) => message({ attachments: [file(address.replace('NIGHT', night.repeat(9)))] }).data?.['text'],
  );
  expect(one).toMatch(/^\[a\.png\]\(https?:\/\/h\.example\/g/);
  if (!address.includes('url=')) expect(one).toBe(two);
});

test('a file has the name of its path without the session of a server', () => {
  const map = 'attachments: { url: file }';
  const { data } = message({ file: 'https://h.example/a.png;jsessionid=NIGHT' }, { map });
  expect(data?.['text']).toBe('[a.png](https://h.example/a.png)');
});

test('a row with a faulty file keeps every file in its place, so that the check names the right one', () => {
  const attachments = [file(GONE), file(PNG), { url: 'no address' }, file(PDF, { mimeType: undefined })];
  for (const onFailure of ['link', 'reject'] as const) {
    const { data, problems } = message({ attachments }, { onFailure });
    expect(data?.['attachments']).toMatchObject([
      { name: 'a.png' },
      { name: 'a.png' },
      { url: 'no address' },
      {},
    ]);
    expect(problems).toEqual([]);
  }
});

test('a row that is sent now with a file that nobody has asked for is a problem, whatever becomes of failed files', () => {
  const find = (): CopiedAddress => ({ outcome: 'unknown', placeholder: `${OWN}/00/0.png`, isLate: true });
  for (const onFailure of ['link', 'keep', 'drop', 'reject'] as const) {
    const { problems } = message({ attachments: [file(PNG)] }, { onFailure, find });
    expect(problems).toMatchObject([{ code: 'FILE.UNASKED', field: 'attachments', value: PNG }]);
    const avatar = mapped({ entity: 'users', onFailure, find })({ uid: 'a', name: 'A', avatar: PNG });
    expect(avatar.problems).toMatchObject([{ code: 'FILE.UNASKED', field: 'avatar', value: PNG }]);
  }
  expect(Object.keys(fileCodes)).toContain('FILE.UNASKED');
});
