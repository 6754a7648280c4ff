import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { cli, startSandboxHere } from '../support/cli-here.ts';
import { mainHere } from '../support/main-here.ts';
import { startCli } from './cli-process.ts';
import { FAST, messageLines, targetOf, USERS, workspace } from './workspace.ts';

const users = (more = ''): string => `  users: { path: users.csv${more} }`;

test.each<[string, string | Uint8Array, string, string, RegExp]>([
  ['an empty file', '', users(), 'SOURCE.EMPTY', /users\.csv/],
  ['a header with a name twice', 'uid,name,uid\na,A,a\n', users(), 'SOURCE.HEADER_INVALID', /"?uid/],
  ['a delimiter that cannot be told', 'key;label\na;A\n', users(), 'SOURCE.DELIMITER_WRONG', /;/],
  [
    'a mapped column that is not there',
    USERS,
    users(', map: { name: nmae }'),
    'SOURCE.COLUMN_MISSING',
    /nmae.*did you mean name/,
  ],
  ['an unknown encoding', USERS, users(', encoding: klingon'), 'SOURCE.ENCODING_UNKNOWN', /klingon/],
  [
    'a header that is not UTF-8',
    Buffer.from('uid,name,caf\xe9\na,A,x\n', 'latin1'),
    users(),
    'SOURCE.ENCODING_UNKNOWN',
    /encoding/,
  ],
  [
    'a broken gzip file',
    Buffer.from('1f8b0800000000000003ab', 'hex'),
    users(),
    'SOURCE.TRUNCATED',
    /users\.csv/,
  ],
])(
  '%s is refused before anything is sent, with code, place and next step',
  async (_, content, sources, code, says) => {
    using space = workspace(0);
    space.write('users.csv', content);
    for (const command of ['validate', 'run']) {
      const { code: exit, err, out } = await mainHere([command, space.pipeline({ sources })]);
      expect(err, command).toContain(code);
      expect(err).toMatch(says);
      expect(err).toContain('→');
      expect(out).toBe('');
      expect([2, 9]).toContain(exit);
    }
  },
);

test.each([
  ['a missing file', 'sources:\n  users: { path: gone.csv }', 'SOURCE.MISSING', /gone\.csv/],
  ['a glob without a match', 'sources:\n  users: { path: "gone-*.csv" }', 'SOURCE.MISSING', /gone-\*\.csv/],
  [
    'an unknown key',
    'sources:\n  users: { path: users.csv, delimeter: ";" }',
    'CONFIG.INVALID',
    /pipeline\.yaml:5:\d+[\s\S]*did you mean delimiter/,
  ],
  [
    'an unknown field in a map',
    'sources:\n  users: { path: users.csv, map: { nmae: name } }',
    'CONFIG.INVALID',
    /nmae[\s\S]*did you mean name/,
  ],
  ['a wrong type', 'sources:\n  users: { path: 7 }', 'CONFIG.INVALID', /pipeline\.yaml:5/],
  ['no sources', 'limits: { batch: 50 }', 'CONFIG.INVALID', /sources/],
  ['broken YAML', 'sources: [', 'CONFIG.SYNTAX', /pipeline\.yaml:\d+:\d+/],
  [
    'a key twice',
    'sources:\n  users: { path: users.csv }\nsources: {}',
    'CONFIG.SYNTAX',
    /this key is there twice/,
  ],
  [
    'a variable that is not set',
    `sources:\n  users: { path: "$\{CHATFERRY_NOT_SET}.csv" }`,
    'CONFIG.ENV_MISSING',
    /CHATFERRY_NOT_SET/,
  ],
  [
    'plain http to another machine',
    'sources:\n  users: { path: users.csv }\ntarget: { baseUrl: "http://example.com/v3" }',
    'CONFIG.INVALID',
    /https/,
  ],
])('%s in the pipeline ends with exit 2 and names the place', async (_, lines, code, says) => {
  using space = workspace(0);
  const target = lines.includes('target:') ? '' : 'target: sandbox';
  const pipeline = space.write('pipeline.yaml', `version: 1\nname: e2e\n${target}\n${lines}\n`);
  const { code: exit, err } = await mainHere(['validate', pipeline]);
  expect(err).toContain(code);
  expect(err).toMatch(says);
  expect(exit).toBe(2);
});

test('a header alone is a file of no rows: an error where it is all there is, fine beside others', async () => {
  using space = workspace(0);
  space.write('users.csv', 'uid,name\n');
  const alone = await mainHere(['run', space.pipeline({ sources: users() })]);
  expect([alone.code, alone.err]).toEqual([2, expect.stringContaining('SOURCE.EMPTY')]);
  space.write('more.csv', USERS);
  const beside = await cli([
    'run',
    space.pipeline({ sources: '  users: { path: [users.csv, more.csv] }' }),
    '--json',
  ]);
  expect(beside.code).toBe(0);
  expect((JSON.parse(beside.out) as Report).entities.users.created).toBe(3);
});

test('a file without a header line is read with the columns that the pipeline names', async () => {
  using space = workspace(0);
  space.write('users.tsv', 'ann\tAnn\nben\tBen\n');
  const sources = '  users: { path: users.tsv, columns: [id, name], map: { uid: id } }';
  const { code, out } = await cli(['run', space.pipeline({ sources }), '--json']);
  expect([code, (JSON.parse(out) as Report).entities.users]).toEqual([
    0,
    expect.objectContaining({ read: 2, created: 2 }),
  ]);
});

test('an address with a slip in it can be corrected without starting over', async () => {
  using space = workspace(3);
  await using sandbox = await startSandboxHere(space.folder);
  const slip = { ...sandbox, baseUrl: sandbox.baseUrl.replace('/v3', '/v4') };
  expect((await cli(['run', space.pipeline({ target: targetOf(slip), rest: FAST }), '--yes'])).code).toBe(2);
  expect((await cli(['run', space.pipeline({ target: targetOf(sandbox), rest: FAST }), '--yes'])).code).toBe(
    0,
  );
});

test('a failed --fresh leaves the state and the rejects of the last run alone', async () => {
  using space = workspace(3);
  space.write('users.csv', `${USERS}bad id,Bad\n`);
  const pipeline = space.pipeline({});
  expect((await cli(['run', pipeline])).code).toBe(4);
  space.pipeline({ target: '{ baseUrl: "http://127.0.0.1:9/v3", apiKey: { env: CHATFERRY_NOT_SET } }' });
  expect((await cli(['run', pipeline, '--fresh', '--yes'])).code).toBe(10);
  expect(readFileSync(join(space.folder, '.chatferry/e2e/rejects/users.csv'), 'utf8')).toContain('bad id');
  expect((await cli(['run', space.pipeline({})])).code).toBe(4);
});

test('a sandbox that already holds the data file is named, and one that dies ends the run', async () => {
  using space = workspace(3);
  const pipeline = space.pipeline({});
  expect((await cli(['run', pipeline])).code).toBe(0);
  const holder = startCli([
    'sandbox',
    '--http',
    '--data',
    join(space.folder, '.chatferry/e2e/sandbox.sqlite'),
  ]);
  await new Promise((done) => holder.child.stdout?.once('data', done));
  const refused = await cli(['run', pipeline]);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('SANDBOX.FAILED')]);
  holder.child.kill('SIGINT');
  await holder.ended;
  expect((await cli(['run', pipeline])).code).toBe(0);
});

test('a service that says to come back at once is not asked in a hot loop', async () => {
  using space = workspace(3);
  await using sandbox = await startSandboxHere(space.folder, ['--faults', '429=0x4@/data_import']);
  const { out } = await cli([
    'run',
    space.pipeline({ target: targetOf(sandbox), rest: FAST }),
    '--yes',
    '--json',
  ]);
  const report = JSON.parse(out) as Report;
  expect(report.requests).toMatchObject({ sent: 8, throttled: 4 });
  expect(Date.parse(report.finishedAt) - Date.parse(report.startedAt)).toBeGreaterThanOrEqual(1_000);
});

test('an unknown column is a warning once a file, a failure of a strict validation, and stops a strict run', async () => {
  using space = workspace(0);
  space.write('users.csv', 'uid,name,emial\na,A,x\nb,B,y\n');
  const loose = await mainHere(['validate', space.pipeline({ sources: users() })]);
  expect(loose.code).toBe(0);
  expect(loose.out.match(/emial/g)).toHaveLength(1);
  const strict = await mainHere(['validate', space.pipeline({ sources: users() }), '--strict']);
  expect(strict.code).toBe(4);
  expect(strict.err).toContain('--strict counts as failures: 1 column that no field uses');
  expect(strict.out).toContain('ready 2');
  const run = await mainHere(['run', space.pipeline({ sources: users(), target: 'sandbox' }), '--strict']);
  expect(run.code).toBe(2);
  expect(run.err).toContain('SOURCE.COLUMN_UNKNOWN');
});

test('rows around an unclosed quote, bad bytes, bad JSON and a row without an end land', async () => {
  using space = workspace(0);
  space.write(
    'users.csv',
    Buffer.concat([
      Buffer.from('uid,name\nann,Ann\nben,"Ben\ncy,Cy\n'),
      Buffer.from('bad,J\xf6rg\n', 'latin1'),
      Buffer.from('dee,Dee\n'),
      Buffer.from(`big,${'x'.repeat(5_000_000)}\n`),
      Buffer.from('eve,Eve\n'),
    ]),
  );
  const sources = `${users()}\n  messages: { path: messages.ndjson }`;
  space.write(
    'messages.ndjson',
    `${messageLines(2).replaceAll('team', 'ann')}{"muid":\n[1]\n${JSON.stringify({ muid: 'x', sender: 'ann', receiver: 'eve', receiverType: 'user', sentAt: 1_700_000_000, text: 'last' })}`,
  );
  const { code, out } = await cli(['run', space.pipeline({ sources, rest: 'references: open' }), '--json']);
  const report = JSON.parse(out) as Report;
  expect(code).toBe(4);
  expect(report.balanced).toBe(true);
  expect(report.entities.users).toMatchObject({ read: 7, created: 4, rejected: 3 });
  const found = Object.fromEntries(report.problems.map((problem) => [problem.code, problem.samples[0]]));
  expect(found['CSV.QUOTE_UNCLOSED']).toMatchObject({ file: 'users.csv', line: 3 });
  expect(found['ROW.ENCODING_INVALID']).toMatchObject({ file: 'users.csv', line: 5 });
  expect(found['ROW.TOO_LARGE']).toMatchObject({ file: 'users.csv', line: 7 });
  expect(found['NDJSON.SYNTAX_INVALID']).toMatchObject({ file: 'messages.ndjson', line: 3 });
  expect(found['NDJSON.NOT_OBJECT']).toMatchObject({ file: 'messages.ndjson', line: 4 });
});

test('no key, a wrong key and a key of too small a scope end with exit 10, with no row marked', async () => {
  using space = workspace(3);
  await using sandbox = await startSandboxHere(space.folder);
  const target = (apiKey: string): string => `{ baseUrl: "${sandbox.baseUrl}", apiKey: ${apiKey} }`;
  const run = async (apiKey: string, env: Record<string, string> = {}) =>
    mainHere(['run', space.pipeline({ target: target(apiKey), rest: FAST }), '--yes', '--json'], env);
  const missing = await run('{ env: CHATFERRY_TEST_KEY }');
  expect([missing.code, missing.err]).toEqual([10, expect.stringContaining('AUTH.KEY_MISSING')]);
  const wrong = await run('{ env: CHATFERRY_TEST_KEY }', { CHATFERRY_TEST_KEY: 'f'.repeat(40) });
  expect(wrong.err + wrong.out, 'the service quotes the key in its refusal').not.toContain('f'.repeat(40));
  expect([wrong.code, wrong.err]).toEqual([10, expect.stringContaining('AUTH.REFUSED')]);
  const small = await run(`{ file: ${JSON.stringify(sandbox.keyFile.replace('api-key', 'auth-key'))} }`);
  expect(small.code).toBe(10);
  expect((JSON.parse(small.out) as Report).entities.users).toMatchObject({ read: 0, rejected: 0 });
  const right = await run(`{ file: ${JSON.stringify(sandbox.keyFile)} }`);
  expect(right.code).toBe(0);
});

test('a service that is not there ends with exit 7 after a while, and the same command goes on when it is back', async () => {
  using space = workspace(3);
  const sandbox = await startSandboxHere(space.folder);
  await sandbox[Symbol.asyncDispose]();
  const port = new URL(sandbox.baseUrl).port;
  const pipeline = space.pipeline({ target: targetOf(sandbox), rest: FAST });
  const down = await cli(['run', pipeline, '--yes']);
  expect(down.code).toBe(7);
  expect(down.err).toContain('SERVICE.UNREACHABLE');
  expect(down.err).toContain('ECONNREFUSED');
  await using _again = await startSandboxHere(space.folder, ['--port', port]);
  const up = await cli(['run', pipeline, '--yes', '--json']);
  expect(up.code).toBe(0);
  expect((JSON.parse(up.out) as Report).entities.messages.created).toBe(3);
});

test('an address that serves something else ends with exit 2 and no row is marked', async () => {
  using space = workspace(3);
  await using sandbox = await startSandboxHere(space.folder);
  const wrongPath = { ...sandbox, baseUrl: sandbox.baseUrl.replace('/v3', '/v4') };
  const { code, err } = await cli([
    'run',
    space.pipeline({ target: targetOf(wrongPath), rest: FAST }),
    '--yes',
  ]);
  expect([code, err]).toEqual([2, expect.stringContaining('SERVICE.NOT_THE_API')]);
});

test('a damaged checkpoint ends with exit 9 before anything is sent, and --fresh starts over', async () => {
  using space = workspace(3);
  const pipeline = space.pipeline({});
  expect((await cli(['run', pipeline])).code).toBe(0);
  const path = join(space.folder, '.chatferry/e2e/checkpoint.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"created":3', '"created":4'));
  const damaged = await cli(['run', pipeline]);
  expect([damaged.code, damaged.err]).toEqual([9, expect.stringContaining('STATE.CORRUPT')]);
  const fresh = await cli(['run', pipeline, '--fresh', '--json']);
  expect(fresh.code).toBe(0);
  expect((JSON.parse(fresh.out) as Report).entities.users.exists).toBe(3);
});

test('the key stands in no file, no output and no argument, whatever goes wrong', async () => {
  using space = workspace(30);
  const sandbox = await startSandboxHere(space.folder, ['--faults', '500:20%,html:10%,429=1:5%,truncate:5%']);
  const pipeline = space.pipeline({ target: targetOf(sandbox), rest: FAST });
  const ended = [
    await cli(['run', pipeline, '--yes', '--json', '--verbose']),
    await cli(['status', pipeline]),
  ];
  await sandbox[Symbol.asyncDispose]();
  const texts = ended.flatMap(({ out, err }) => [out, err]);
  const state = join(space.folder, '.chatferry');
  for (const name of readdirSync(state, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(state, name)).isFile()) texts.push(readFileSync(join(state, name), 'latin1'));
  expect(texts.length).toBeGreaterThan(6);
  const forms = [
    sandbox.apiKey,
    Buffer.from(sandbox.apiKey).toString('base64'),
    encodeURIComponent(sandbox.apiKey),
  ];
  for (const form of forms) expect(texts.filter((text) => text.includes(form))).toEqual([]);
});
