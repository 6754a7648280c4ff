import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '../../../src/sandbox/sandbox.ts';
import { chatService } from '../../../src/service/client/chat-service.ts';
import { runHere } from '../../support/command-here.ts';
import { repository } from '../../support/repository.ts';
import { csv, day, initiated, landing } from './initiated.ts';

/** What init makes of groups whose kind nobody says: nobody sees what they could not see before. */

type Group = { readonly guid: string; readonly type: string };

/** The groups that a draft of init brings into a service, and the text of the draft. */
async function landed(fill: (folder: string) => void, ...flags: readonly string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-closed-'));
  const [from, file] = [join(folder.path, 'from'), join(folder.path, 'p.yaml')];
  mkdirSync(from);
  fill(from);
  const { exitCode } = await runHere(['init', from, '--out', file, '--yes', ...flags]);
  if (exitCode !== 0) return { groups: [], text: '' };
  const text = readFileSync(file, 'utf8');
  await using sandbox = await startSandbox({ dataFile: join(folder.path, 'service.sqlite'), http: true });
  const { baseUrl, files } = sandbox;
  const target = `{ baseUrl: "${baseUrl}", apiKey: { file: ${JSON.stringify(files.apiKey)} } }`;
  const rest = 'limits: { requestsPerMinute: 10000000 }\nretention: { messagesOlderThanDays: 36500 }\n';
  writeFileSync(file, `${text.replace('target: sandbox', `target: ${target}`)}\n${rest}`);
  const some = /^ {2}(?:users|export):$/m.test(text) ? 'users,groups' : 'groups';
  const ran = await runHere(['run', file, '--yes', '--only', some]);
  if (ran.stderr.includes('CONFIG.UNANSWERED')) return { groups: [], text };
  if (ran.exitCode !== 0 && ran.exitCode !== 4) throw new Error(ran.stderr);
  await using service = chatService({ baseUrl, apiKey: readFileSync(files.apiKey, 'utf8').trim() });
  const groups: Group[] = [];
  for await (const { guid, type } of service.groups.list())
    groups.push({ guid: String(guid), type: String(type) });
  return { groups: groups.sort((one, other) => (one.guid < other.guid ? -1 : 1)), text };
}

const write =
  (files: Readonly<Record<string, string>>) =>
  (folder: string): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };

const MESSAGES = [
  '{"id":"1","sender":"ann","room":"dm-ann-ben","sentAt":1793491200,"text":"private"}',
  '{"id":"2","sender":"ben","room":"dm-ann-ben","sentAt":1793491201,"text":"secret"}',
].join('\n');

test('conversations of messages alone are private, and the draft says that it does not know', async () => {
  const { groups, text } = await landed(write({ 'messages.ndjson': MESSAGES }));
  expect(groups).toEqual([{ guid: 'dm-ann-ben', type: 'private' }]);
  expect(text).toMatch(/groups:\n(?:.*\n)*? {4}# \? the type of these groups is unknown/);
  expect(text).toContain('type: { const: private }');
});

test('so are groups of a file that does not say it, and those whose cell is empty', async () => {
  const plain = csv(['guid', 'name'], ['secret', 'Board only'], ['more', 'More']);
  const rooms = await landed(write({ 'groups.csv': plain, 'messages.ndjson': MESSAGES }));
  expect(rooms.groups).toEqual([
    { guid: 'dm-ann-ben', type: 'private' },
    { guid: 'more', type: 'private' },
    { guid: 'secret', type: 'private' },
  ]);
  expect(rooms.text).toContain('# ? the type of these groups');
  const some = csv(['guid', 'name', 'type'], ['a', 'A', 'public'], ['x', 'X', '']);
  const mixed = await landed(write({ 'groups.csv': some }));
  expect(mixed.groups).toEqual([
    { guid: 'a', type: 'public' },
    { guid: 'x', type: 'private' },
  ]);
  expect(mixed.text).toContain('# ? 1 groups have no type and become private');
  const empty = csv(['guid', 'name', 'type'], ['x', 'X', '']);
  const none = await landed(write({ 'groups.csv': empty }));
  expect(none.groups).toEqual([{ guid: 'x', type: 'private' }]);
});

test('a number is no word for a public group', async () => {
  const rooms = csv(['id', 'name', 'type'], [1, 'One', 0], [2, 'Two', 1], [3, 'Three', 2]);
  const { groups, text } = await landed(write({ 'rooms.csv': rooms }));
  expect(new Set(groups.map(({ type }) => type))).toEqual(new Set(['private']));
  expect(text).toContain('type: { from: type, values: { "0": private, "1": private, "2": private } }');
});

/** Words with which data says that everybody may read a group. */
const WORD = /public|open|channel|guild|supergroup|"O"|'O'|\tO\t|broadcast|livestream/i;

const folders = [
  ...['small', 'legacy', 'legacy-dump', 'history', 'broken'].map((name) => `samples/${name}`),
  ...['discord', 'gitter', 'slack', 'sql-dumps'].map((name) => `samples/recipes/${name}`),
  ...[
    'crisp',
    'discord',
    'firebase',
    'intercom',
    'mongodb',
    'rocketchat',
    'sendbird',
    'slackdump',
    'sql',
    'stream',
    'telegram',
    'twilio',
    'whatsapp',
  ].map((name) => `samples/exports/${name}`),
];

test.each(folders)('no draft makes a public group without a word in the data: %s', async (name) => {
  const source = join(repository, name);
  const { groups } = await landed(
    (folder) => cpSync(source, folder, { recursive: true, filter: (path) => !/\.ya?ml$|README/.test(path) }),
    '--zone',
    'UTC',
  );
  const open = groups.filter(({ type }) => type !== 'private');
  // Slack names the list of its public channels so; slackdump's rows have no mark of a private one.
  const isOfSlack = /slack/.test(name);
  if (open.length > 0 && !isOfSlack) expect(textOf(source)).toMatch(WORD);
});

const textOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:csv|tsv|ndjson|json|jsonl|sql|txt)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const USERS = csv(
  ['mail', 'name'],
  ['Anna.X@acme.example', 'Anna'],
  ['ben@acme.example', 'Ben'],
  ['Cy@acme.example', 'Cy'],
);
const said = (...authors: readonly string[]) =>
  csv(
    ['id', 'room', 'author', 'ts', 'body'],
    ...authors.map((author, at) => [`m${at}`, 'lobby', author, day(at + 1), 'words']),
  );

test('e-mail addresses that differ only in capital letters are one person', async () => {
  const messages = said('anna.x@acme.example', 'BEN@acme.example', 'Anna.X@acme.example', 'cy@acme.example');
  const result = await initiated({ 'users.csv': USERS, 'messages.csv': messages });
  expect(result.text).toContain('uid: { from: mail, as: [trim, lower, slug] }');
  expect(result.text).toContain('sender: { from: author, as: [trim, lower, slug] }');
  expect(landing(result)).toMatchObject({ users: '3/3', messages: '4/4' });
});

test('addresses are made lower case also where no two differ yet', async () => {
  const result = await initiated({ 'messages.csv': said('Anna.X@acme.example', 'ben@acme.example') });
  expect(result.text).toContain('sender: { from: author, as: [trim, lower, slug] }');
});

test('other ids that differ only in capital letters are one person, with a line to check; two rows of users are two', async () => {
  const one = await initiated({ 'messages.csv': said('Anna B.', 'anna b.', 'Ben') });
  expect(one.text).toContain('as: [trim, lower, slug]');
  expect(landing(one)).toMatchObject({ users: '2/2' });
  const two = csv(['id', 'name'], ['k/Q9', 'Kay'], ['k/q9', 'Kim']);
  const apart = await initiated({ 'users.csv': two, 'messages.csv': said('k/Q9', 'k/q9') });
  expect(apart.text).not.toContain('lower');
  expect(apart.dryRun['users']).toMatchObject({
    read: 2,
    lands: 2,
    doubtful: { code: 'ID.CASE_DIFFERS', count: 1 },
  });
});

test('rooms whose names differ only in capital letters stay two', async () => {
  const rows = csv(
    ['id', 'room', 'author', 'ts', 'body'],
    ['m1', 'Board Room', 'ann', day(1), 'a'],
    ['m2', 'board room', 'ben', day(2), 'b'],
  );
  expect(landing(await initiated({ 'messages.csv': rows }))).toMatchObject({ groups: '2/2' });
});

test.each([
  ['private', 'true', 'false'],
  ['is_internal', '1', '0'],
])('internal notes are no messages: %s', async (column, yes, no) => {
  const rows = csv(
    ['id', 'room', 'author', 'ts', 'body', column],
    ['m1', 'desk', 'ann', day(1), 'hello', no],
    ['m2', 'desk', 'ben', day(2), 'what a customer', yes],
    ['m3', 'desk', 'ann', day(3), 'goodbye', ''],
  );
  const result = await initiated({ 'messages.csv': rows });
  expect(result.dryRun['messages']).toMatchObject({ read: 3, lands: 2, leftOut: 1 });
  expect(result.text).toContain(`internal notes (${column}) are skipped`);
});

test('a column that may mark internal notes and has other words is asked for, not guessed', async () => {
  const rows = csv(
    ['id', 'room', 'author', 'ts', 'body', 'private'],
    ['m1', 'desk', 'ann', day(1), 'hello', 'everybody'],
    ['m2', 'desk', 'ben', day(2), 'hm', 'staff'],
  );
  const { text } = await initiated({ 'messages.csv': rows });
  expect(text).toContain('# ? private: ');
  expect(text).toContain('values: { everybody: "?", staff: "?" }');
});
