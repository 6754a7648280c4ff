import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { cli, startSandboxHere } from '../support/cli-here.ts';
import { program } from '../support/repository.ts';
import { contentOf } from '../support/sandbox-process.ts';
import { checkMessages, faultless } from './checker.ts';
import { serviceReader } from './service-reader.ts';
import { FAST, messageLines, targetOf, USERS, workspace } from './workspace.ts';

const reportOf = (text: string): Report => JSON.parse(text) as Report;
const message = (muid: string, more: object = {}): string =>
  `${JSON.stringify({ muid, sender: 'ann', receiver: 'ben', receiverType: 'user', sentAt: 1_700_000_000, text: muid, ...more })}\n`;

test('run lands a repeated row once and rejects a contradicting one, naming the first', async () => {
  using space = workspace(0);
  space.write(
    'messages.ndjson',
    [message('a'), message('b'), message('a'), message('b', { text: 'other' })].join(''),
  );
  const { out, code } = await cli(['run', space.pipeline({}), '--json']);
  const report = reportOf(out);
  expect(code).toBe(4);
  expect(report.entities.messages).toMatchObject({ read: 4, created: 2, skipped: 1, rejected: 1 });
  expect(report.skipped).toEqual({ 'messages.duplicate': 1 });
  expect(report.problems[0]?.samples[0]).toMatchObject({
    line: 4,
    key: 'b',
    message: expect.stringContaining('messages.ndjson:2'),
  });
});

test.each([
  ['skip', 0, { created: 1, skipped: 1, rejected: 0 }],
  ['reject', 4, { created: 1, skipped: 0, rejected: 1 }],
  ['allow', 0, { created: 2, skipped: 0, rejected: 0 }],
])(
  'retention policy %s decides over messages older than the service keeps them',
  async (policy, exit, counts) => {
    using space = workspace(0);
    space.write(
      'messages.ndjson',
      message('old') + message('new', { sentAt: Math.floor(Date.now() / 1000) - 60 }),
    );
    const { out, code } = await cli([
      'run',
      space.pipeline({ rest: `retention: { messagesOlderThanDays: 183, policy: ${policy} }` }),
      '--json',
    ]);
    expect([code, reportOf(out).entities.messages]).toEqual([exit, expect.objectContaining(counts)]);
  },
);

test('ids are lower-cased as the service does it, references too', async () => {
  using space = workspace(0);
  space.write('users.csv', 'uid,name\nANN,Ann\nBen,Ben\n');
  space.write('messages.ndjson', message('a', { sender: 'Ann', receiver: 'BEN' }));
  const sources = '  users: { path: users.csv }\n  messages: { path: messages.ndjson }';
  const { code } = await cli(['run', space.pipeline({ sources })]);
  expect(code).toBe(0);
  const { users, messages } = await contentOf(join(space.folder, '.chatferry/e2e/sandbox.sqlite'));
  expect(users.map(({ uid }) => uid).sort()).toEqual(['ann', 'ben']);
  expect(messages[0]).toMatchObject({ sender: 'ann', receiver: 'ben' });
});

test('several files of one entity in both formats, compressed, in different column orders, make one stream', async () => {
  using space = workspace(0);
  space.write('users-1.csv', USERS);
  space.write('users-2.csv.gz', gzipSync('name,uid\nDee,dee\nEve,eve\nBad,no id\n'));
  space.write(
    'users-10.ndjson.zst',
    zstdCompressSync('{"uid":"fay","name":"Fay"}\n{"uid":"no id","name":"x"}\n'),
  );
  const { out, code } = await cli([
    'run',
    space.pipeline({ sources: '  users: { path: "users-*" }' }),
    '--json',
  ]);
  const report = reportOf(out);
  expect(code).toBe(4);
  expect(report.entities.users).toMatchObject({ read: 8, created: 6, rejected: 2 });
  expect(report.requests.sent).toBe(1);
  expect(report.files.rejects.map((path) => path.split('/').at(-1)).sort()).toEqual([
    'users.csv',
    'users.ndjson',
  ]);
  const csv = readFileSync(report.files.rejects.find((path) => path.endsWith('.csv')) as string, 'utf8');
  expect(csv.split('\n')[1]).toMatch(/^no id,Bad,,ID\.INVALID,uid,.*users-2\.csv\.gz,4,3$/);
});

test('a corrected reject file is valid input', async () => {
  using space = workspace(0);
  space.write('users.csv', 'uid,name\nann,Ann\nno id,"B ""q"",\nx"\n');
  const first = reportOf(
    (await cli(['run', space.pipeline({ sources: '  users: { path: users.csv }' }), '--json'])).out,
  );
  const [path] = first.files.rejects as [string];
  space.write('fixed.csv', readFileSync(path, 'utf8').replace('no id', 'ben'));
  const pipeline = space
    .pipeline({ sources: '  users: { path: fixed.csv }' })
    .replace('pipeline.yaml', 'fixed.yaml');
  space.write(
    'fixed.yaml',
    readFileSync(join(space.folder, 'pipeline.yaml'), 'utf8').replace('name: e2e', 'name: fixed'),
  );
  const { out, code } = await cli(['run', pipeline, '--json']);
  expect(code).toBe(0);
  expect(reportOf(out)).toMatchObject({ entities: { users: { read: 1, created: 1 } }, warnings: [] });
  const { users } = await contentOf(join(space.folder, '.chatferry/fixed/sandbox.sqlite'));
  expect(users).toMatchObject([{ uid: 'ben', name: 'B "q",\nx' }]);
});

test('run stops at --max-duration with exit 7 and goes on with the next command', async () => {
  using space = workspace(3_000);
  await using sandbox = await startSandboxHere(space.folder, ['--faults', 'delay=150']);
  const pipeline = space.pipeline({ target: targetOf(sandbox), rest: FAST });
  const stopped = await cli(['run', pipeline, '--yes', '--max-duration', '1s']);
  expect([stopped.code, stopped.err]).toEqual([7, expect.stringContaining('RUN.MAX_DURATION')]);
  expect((await cli(['run', pipeline, '--yes'])).code).toBe(0);
  const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
  expect(await checkMessages([join(space.folder, 'messages.ndjson')], () => true, reader)).toEqual(
    faultless(3_000),
  );
});

test('a reader that closes our output early changes neither the work nor the exit code', async () => {
  using space = workspace(300);
  const child = spawn(process.execPath, [program, 'run', space.pipeline({}), '--json'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  child.stderr.destroy();
  const [code] = (await once(child, 'close')) as [number];
  expect(code).toBe(0);
  const { messages } = await contentOf(join(space.folder, '.chatferry/e2e/sandbox.sqlite'));
  expect(messages.length).toBe(300);
});

test('what the API cannot carry is counted and named, and lands without it', async () => {
  using space = workspace(0);
  space.write('groups.csv', 'guid,name,description\nteam,Team,about us\n');
  space.write('messages.ndjson', message('a') + message('b', { parentMuid: 'a' }) + messageLines(1));
  const { out, code } = await cli(['run', space.pipeline({}), '--json']);
  expect(code).toBe(0);
  expect(reportOf(out)).toMatchObject({
    notCarried: { 'groups.description': 1 },
    kept: { 'messages.parentMuid': 1 },
  });
});

test('validate, run and verify count what the API cannot carry once for each key, however often its row stands there', async () => {
  using space = workspace(0);
  const team = 'team,Team,about us\n';
  space.write('groups.csv', `guid,name,description\n${team}${team}team,Team,another one\n`);
  const reply = message('b', { parentMuid: 'a' });
  space.write('messages.ndjson', message('a') + reply + reply + message('b', { parentMuid: 'c' }));
  const pipeline = space.pipeline({});
  const notCarried = { 'groups.description': 1 };
  const kept = { 'messages.parentMuid': 1 };
  const skipped = { 'groups.duplicate': 1, 'messages.duplicate': 1 };
  const validated = await cli(['validate', pipeline, '--json']);
  expect(reportOf(validated.out)).toMatchObject({ notCarried, kept, skipped });
  const run = await cli(['run', pipeline, '--json']);
  expect(reportOf(run.out)).toMatchObject({ exitCode: 4, notCarried, kept, skipped });
  const compared = await cli(['verify', pipeline, '--json']);
  expect(JSON.parse(compared.out)).toMatchObject({ exitCode: 0, notCarried });
  // The other side: the rows landed, without these values.
  const { groups, messages } = await contentOf(join(space.folder, '.chatferry/e2e/sandbox.sqlite'));
  expect([groups.length, messages.length]).toEqual([1, 2]);
});
