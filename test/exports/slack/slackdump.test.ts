import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { zipOf } from '../../input/sources/documents/zip-file.ts';
import { repository } from '../../support/repository.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { messagesOf } from '../dumps.ts';
import {
  type Answers,
  Archive,
  answersOf,
  chunk,
  chunkFiles,
  dumpFiles,
  writeFiles,
} from './slackdump-files.ts';

const EXPORT = join(repository, 'samples/recipes/slack/export');
const ANSWERS = answersOf(EXPORT);

/** A pipeline over files that a test writes into `folder/export`. */
const here = (path = 'export', rest = ''): Promise<ServiceHere> =>
  serviceHere({
    files: {},
    rest: `  export: { system: auto, path: "${path}" }\nretention: { messagesOlderThanDays: 36500 }\n${rest}`,
  });

/** What slackdump can see of the export with one login: not what others note for themselves. */
const withoutNotes: Answers = {
  ...ANSWERS,
  channels: ANSWERS.channels.filter(({ id }) => id !== 'D02SELF'),
};

/** What the service has of each message, without what it adds itself, such as when a user was made. */
const landed = async (service: ServiceHere): Promise<ReadonlyMap<string, unknown>> =>
  new Map(
    [...(await messagesOf(service))].map(([muid, { sender, receiver, sentAt, data }]) => {
      const { text, metadata, entities } = data as Readonly<Record<string, unknown>>;
      const names = JSON.stringify(entities ?? {}).match(/"(?:name|owner|guid|tags)":"[^"]*"/g);
      return [muid, { sender, receiver, sentAt, text, metadata, names }];
    }),
  );

const FORMS: Readonly<Record<string, (folder: string) => void>> = {
  'SQLite, the sample': (folder) =>
    cpSync(join(repository, 'samples/exports/slackdump'), folder, { recursive: true }),
  SQLite: (folder) => {
    using archive = new Archive(join(folder, 'slackdump.sqlite'));
    archive.all(ANSWERS);
  },
  'chunk files': (folder) => writeFiles(folder, chunkFiles(ANSWERS)),
  'dump, a file for each conversation': (folder) => writeFiles(folder, dumpFiles(withoutNotes)),
};

test.each(Object.entries(FORMS))('in %s the same conversations land as of an export', async (form, write) => {
  await using exported = await here(EXPORT);
  await exported.json('run', '--yes');
  const expected = new Map(await landed(exported));
  if (form.startsWith('dump'))
    for (const key of expected.keys()) if (key.startsWith('D02')) expected.delete(key);
  await using dumped = await here();
  write(join(dumped.folder, 'export'));
  const { result, exitCode } = await dumped.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(result.problems).toEqual([]);
  expect(result.entities.groups.skipped).toBe(0);
  expect(result.export).toMatchObject({
    system: 'slack',
    variant: expect.stringContaining(form.replace(', the sample', '')),
  });
  expect(await landed(dumped)).toEqual(expected);
  const groups = async ({ service }: ServiceHere) =>
    (await Array.fromAsync(service.groups.list({}))).map(({ guid, name, type }) => [guid, name, type]);
  expect(await groups(dumped)).toEqual(
    (await groups(exported)).filter(
      ([guid]) => !form.startsWith('dump') || !String(guid).startsWith('self-'),
    ),
  );
});

test('of an archive that was resumed the newest row counts; nothing is written beside the database', async () => {
  await using service = await here('export', 'policies: { reactions: metadata }');
  const folder = join(service.folder, 'export');
  const row = { type: 'message', user: 'U01ROSA', ts: '1740045605.000200', text: 'old' };
  {
    using archive = new Archive(join(folder, 'slackdump.sqlite'));
    archive.people(ANSWERS);
    archive.messages(0, 'C01MENU', [row]);
    archive.session('resume', false);
    archive.messages(0, 'C01MENU', [{ ...row, text: 'new' }]);
    archive.members('C01MENU', ['U01ROSA']);
  }
  const { result } = await service.json('run', '--yes');
  const [message] = (await messagesOf(service)).values();
  expect(message).toMatchObject({ data: { text: 'new' } });
  expect(result.export?.kinds.messages).toMatchObject({ read: 2, imported: 1, dropped: { repeated: 1 } });
  expect(result.export?.kinds.members?.dropped).toMatchObject({ repeated: 4 });
  expect(result.export?.notes.join()).toMatch(/slackdump was interrupted/);
  expect(readdirSync(folder)).toEqual(['slackdump.sqlite']);
});

test('rows of a database that are no JSON are rejected, other kinds of chunks are left out by name', async () => {
  await using service = await here();
  {
    using archive = new Archive(join(service.folder, 'export/slackdump.sqlite'));
    archive.people(ANSWERS);
    archive.messages(0, 'C01MENU', [{ ts: '1740045605.000200', user: 'U01ROSA', text: 'Soup' }]);
    archive.messages(12, 'C77CANVAS', [{ ts: '1740045606.000200', user: 'U01ROSA', text: 'hidden' }]);
    archive.messages(40, 'C01MENU', [{ ts: '1740045607.000200', user: 'U01ROSA', text: 'later' }]);
    archive.messages(0, 'C88', [{ ts: '1740045608.000200', user: 'U01ROSA', text: 'nowhere' }]);
    archive.messages(0, 'C01MENU', [{ ts: '1740045609.000200', user: 'U01ROSA', text: 'broken' }]);
    archive.database.exec(`UPDATE MESSAGE SET DATA = '{"ts":' WHERE ID = 1740045609000200`);
  }
  const { result } = await service.json('validate');
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual(
    expect.arrayContaining([
      ['EXPORT.CONVERSATION_UNKNOWN', 1],
      ['EXPORT.ROW_UNREADABLE', 1],
    ]),
  );
  expect(result.export?.kinds.messages).toMatchObject({
    read: 5,
    imported: 1,
    dropped: { canvasMessages: 1, chunkType40: 1, unreadable: 1, unknownConversation: 1 },
  });
});

test.each([
  ['without a table', 'DROP TABLE MESSAGE', /another version of slackdump: it has no table MESSAGE/],
  ['without a column', 'ALTER TABLE CHANNEL DROP COLUMN DATA', /it has no column DATA of table CHANNEL/],
])('a database of another version, %s, is refused with a way out', async (_what, change, message) => {
  await using service = await here();
  {
    using archive = new Archive(join(service.folder, 'export/slackdump.sqlite'));
    archive.database.exec(change);
  }
  await expect(service.json('validate')).rejects.toThrow(message);
  await expect(service.json('validate')).rejects.toThrow(/slackdump convert -f export/);
});

test('a first database, whose members have their id in another column, is read', async () => {
  await using service = await here();
  {
    using archive = new Archive(join(service.folder, 'export/slackdump.sqlite'));
    archive.all(ANSWERS);
    archive.database.exec('ALTER TABLE CHANNEL_USER RENAME COLUMN USER_ID TO ID; DROP TABLE TYPES');
  }
  const { result } = await service.json('validate');
  expect(result.problems).toEqual([]);
  expect(result.export?.kinds.members?.read).toBe(ANSWERS.channels.flatMap(({ members }) => members).length);
});

const ROW = { type: 'message', user: 'U01ROSA', text: 'hello' };
const at = (second: number): string => `17400456${String(second).padStart(2, '0')}.000200`;

test('chunk files: cut off, broken lines, kinds that nobody knows, and users that are missing', async () => {
  await using service = await here();
  const { 'C01MENU.json.gz': whole, ...rest } = chunkFiles(ANSWERS);
  const { 'users.json.gz': _users, ...others } = rest;
  const lines = [
    chunk(0, { id: 'C01MENU', m: [{ ...ROW, ts: at(1) }] }),
    '{"t":0,"ts":1740300000123456789,"id":"C01MENU","m":[{"ts":\n',
    chunk(12, { id: 'C77', m: [{ ...ROW, ts: at(2) }] }),
    chunk(10, { sm: [{ ...ROW, ts: at(3) }] }),
    chunk(9, { b: [{}] }),
    chunk(40, {
      id: 'C01MENU',
      m: [
        { ...ROW, ts: at(4) },
        { ...ROW, ts: at(5) },
      ],
    }),
    chunk(1, {
      id: 'C01MENU',
      p: { ...ROW, ts: at(6), thread_ts: at(6) },
      m: [{ ...ROW, ts: at(7), thread_ts: at(6) }],
    }),
    chunk(0, { id: 'C01MENU', m: [{ ...ROW, ts: 'never' }] }),
    // Nobody can write such a row again as JSON: the text would be longer than the stack.
    chunk(0, {
      id: 'C01MENU',
      m: [
        { ...ROW, ts: at(8), blocks: 'deep' },
        { ...ROW, ts: at(9) },
      ],
    }).replace('"deep"', `${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  ];
  writeFiles(join(service.folder, 'export'), {
    ...others,
    'C01MENU.json.gz': (whole as Buffer).subarray(0, -20),
    'record.jsonl': lines.join(''),
  });
  const { result } = await service.json('validate');
  expect(Object.fromEntries(result.problems.map(({ code, count }) => [code, count]))).toEqual({
    'EXPORT.FILE_DAMAGED': 1,
    'EXPORT.ROW_UNREADABLE': 1,
    'NDJSON.TOO_DEEP': 1,
    'ROW.TIME_INVALID': 1,
  });
  expect(result.export?.kinds.messages?.dropped).toMatchObject({
    canvasMessages: 1,
    searchMessages: 1,
    chunkType40: 2,
  });
  expect(result.export?.notes.join()).toMatch(/not messages: bookmarks/);
  expect(result.export?.notes.join()).toMatch(/missing from the user list: \d/);
  expect(result.balanced).toBe(true);
});

test('who is missing from the user list of chunk files ends the command where the pipeline says so', async () => {
  await using service = await here('export', 'policies: { sender: fail }');
  const { 'users.json.gz': _users, ...others } = chunkFiles(ANSWERS);
  writeFiles(join(service.folder, 'export'), others);
  await expect(service.json('validate')).rejects.toThrow('EXPORT.USER_UNKNOWN');
});

test('a dump alone: who wrote are the members, and what it is of stays private', async () => {
  await using service = await here('export/*.json');
  const dump = (id: string, name: string, ...messages: readonly object[]): string =>
    JSON.stringify({ channel_id: id, name, messages });
  writeFiles(join(service.folder, 'export'), {
    'C05TEAM.json': dump('C05TEAM', 'team', { ...ROW, ts: at(1) }, { ...ROW, user: 'U02LEV', ts: at(2) }),
    // Before slackdump 3 the id came last.
    'D05ONE.json': JSON.stringify({
      name: '',
      messages: [
        { ...ROW, ts: at(3) },
        { ...ROW, user: 'U02LEV', ts: at(4) },
      ],
      channel_id: 'D05ONE',
    }),
    'C05TEAM-1740045601.000200.json': dump('C05TEAM', 'team', { ...ROW, ts: at(1) }),
  });
  const { result } = await service.json('run', '--yes');
  expect(result.problems).toEqual([]);
  expect(result.export?.kinds.messages).toMatchObject({ read: 5, imported: 4, dropped: { repeated: 1 } });
  const groups = await Array.fromAsync(service.service.groups.list({}));
  expect(groups).toMatchObject([{ name: 'team', type: 'private', membersCount: 2 }]);
});

test('a thread of a dump that is longer than a row may be is read in pieces', async () => {
  await using service = await here();
  const replies = Array.from({ length: 1_500 }, (_, index) => ({
    ...ROW,
    thread_ts: at(1),
    text: 'x'.repeat(800),
    ts: `1740045700.${String(index + 1).padStart(6, '0')}`,
  }));
  writeFiles(join(service.folder, 'export'), {
    ...dumpFiles({ ...withoutNotes, messages: {} }),
    'C01MENU.json': JSON.stringify({
      channel_id: 'C01MENU',
      name: 'menu',
      messages: [
        { ...ROW, ts: at(1), thread_ts: at(1), slackdump_thread_replies: replies },
        { ...ROW, ts: at(2) },
      ],
    }),
  });
  const { result } = await service.json('validate');
  expect(result.problems).toEqual([]);
  expect(result.export?.kinds).toMatchObject({
    messages: { read: 1_502, imported: 1_502 },
    replies: { read: 1_500 },
  });
});

test('files of a dump become attachments at the place that the pipeline names', async () => {
  const file = { id: 'F01', name: 'ramen shop.jpg', mimetype: 'image/jpeg', size: 3, mode: 'hosted' };
  await using service = await serviceHere({
    files: { 'export/C01MENU/F01-ramen shop.jpg': 'jpg' },
    rest: '  export: { system: auto, path: export, filesBase: "https://files.example.org/" }\nretention: { messagesOlderThanDays: 36500 }',
  });
  writeFiles(join(service.folder, 'export'), {
    ...dumpFiles({ ...withoutNotes, messages: { C01MENU: [{ ...ROW, ts: at(1), files: [file] }] } }),
  });
  await service.json('run', '--yes');
  const [message] = (await messagesOf(service)).values();
  const url = 'https://files.example.org/C01MENU/F01-ramen%20shop.jpg';
  expect(message).toMatchObject({ data: { attachments: [{ url, mimeType: 'image/jpeg' }] } });
});

test('a database whose log was not written back is read with its log; in an archive it is refused', async () => {
  await using service = await here();
  using archive = new Archive(join(service.folder, 'export/slackdump.sqlite'));
  archive.all(ANSWERS);
  const { result } = await service.json('validate');
  expect(result.export?.kinds.users).toMatchObject({ read: ANSWERS.users.length });
  await using packed = await here();
  const content = readFileSync(join(repository, 'samples/exports/slackdump/slackdump.sqlite'));
  writeFiles(packed.folder, { export: zipOf([{ name: 'slackdump.sqlite', content }]) });
  await expect(packed.json('validate')).rejects.toThrow(/EXPORT\.FORM_UNSUPPORTED[\s\S]*unpack it/);
});

test('a database in which nothing is says that it holds nothing', async () => {
  await using empty = await here();
  new Archive(join(empty.folder, 'export/slackdump.sqlite'))[Symbol.dispose]();
  const { result } = await empty.json('validate');
  expect(result.warnings).toContain(
    'sources.export: it is empty: no people, no conversations and no messages',
  );
});
