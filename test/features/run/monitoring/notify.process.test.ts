import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeLock } from '../../../../src/files/lock.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { startCli } from '../../../e2e/cli-process.ts';
import { targetOf, USERS, type Workspace, workspace } from '../../../e2e/workspace.ts';
import { cli, startSandboxHere } from '../../../support/cli-here.ts';
import { startReceiver } from './receiver.ts';

const BAD_USERS = `${USERS}b d,Bad\n`;
const usersOnly = '  users: { path: users.csv }';
const logOf = ({ folder }: Workspace): string => readFileSync(join(folder, '.chatferry/e2e/run.log'), 'utf8');
const program = (space: Workspace, name: string, text: string): void =>
  chmodSync(space.write(name, `#!/bin/sh\n${text}\n`), 0o700);

test('one address for three: it is told of the start, then of success or failure', async () => {
  await using receiver = await startReceiver();
  using space = workspace(3);
  const rest = `notify: [ { ping: "${receiver.url}/ping/abc?x=1" } ]`;
  const pipeline = space.pipeline({ sources: usersOnly, rest });
  expect((await cli(['run', pipeline])).code).toBe(0);
  space.write('users.csv', BAD_USERS);
  expect((await cli(['run', pipeline, '--fresh'])).code).toBe(4);
  expect(receiver.received.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /ping/abc/start?x=1',
    'GET /ping/abc?x=1',
    'GET /ping/abc/start?x=1',
    'GET /ping/abc/fail?x=1',
  ]);
});

test('a webhook gets the summary as JSON, or a template that is filled without breaking its JSON', async () => {
  await using receiver = await startReceiver();
  using space = workspace(3);
  space.write('users.csv', BAD_USERS);
  space.write('hook.url', `${receiver.url}/from-file\n`);
  const rest = `
notify:
  - webhook: { env: HOOK }
    headers: { Authorization: "Bearer \${HOOK_TOKEN}" }
  - webhook: { file: hook.url }
    body: { text: "{pipeline}: {class} {exitCode}, {rejected} of {read}", parts: [ "{code}", 7 ] }
    on: [rejected]
  - { webhook: "${receiver.url}/text", body: "{summary}" }
  - { webhook: "${receiver.url}/never", on: [success, stopped, locked, guard, state, auth, error] }`;
  const env = { HOOK: `${receiver.url}/from-env/s3cret-path`, HOOK_TOKEN: 's3cret-token' };
  const { code, out, err } = await cli(['run', space.pipeline({ sources: usersOnly, rest })], env);
  expect(code).toBe(4);
  const [summary, template, text] = ['/from-env/s3cret-path', '/from-file', '/text'].map((path) =>
    receiver.received.find((each) => each.path === path),
  );
  expect(receiver.received).toHaveLength(3);
  expect(JSON.parse(summary?.body ?? '')).toMatchObject({
    version: 1,
    event: 'finished',
    pipeline: 'e2e',
    class: 'rejected',
    exitCode: 4,
    entities: { users: { read: 4, created: 3, rejected: 1 } },
  });
  expect(summary?.headers).toMatchObject({
    authorization: 'Bearer s3cret-token',
    'content-type': 'application/json',
  });
  expect(JSON.parse(template?.body ?? '')).toEqual({ text: 'e2e: rejected 4, 1 of 4', parts: ['', 7] });
  expect(text?.headers['content-type']).toMatch(/^text\/plain/);
  expect(text?.body).toMatch(/^e2e ended with exit code 4 after .* s; read 4, imported 3, rejected 1$/);
  for (const shown of [out, err, logOf(space)]) expect(shown).not.toContain('s3cret');
});

test('whoever cannot be told is a warning on standard error and in run.log, after five seconds', async () => {
  await using receiver = await startReceiver();
  using space = workspace(3);
  program(space, 'fails.sh', 'exit 3');
  program(space, 'hangs.sh', 'sleep 30 & sleep 30');
  const rest = `
notify:
  - { webhook: "${receiver.url}/hang/s3cret", on: [success] }
  - { webhook: "${receiver.url}/500/s3cret", on: [success] }
  - { webhook: "http://127.0.0.1:9/s3cret", on: [success] }
  - { webhook: { env: NOT_SET }, on: [success] }
  - { command: [./fails.sh], on: [success] }
  - { command: [./hangs.sh], on: [success] }
  - { command: [./missing.sh], on: [success] }`;
  const pipeline = space.pipeline({ sources: usersOnly, rest });
  const { code, err, out } = await cli(['run', pipeline, '--json']);
  expect([code, JSON.parse(out).exitCode]).toEqual([0, 0]);
  for (const [index, why] of [
    [0, 'no complete answer'],
    [1, 'answered 500'],
    [2, 'ECONNREFUSED'],
    [3, 'NOT_SET has no address'],
    [4, './fails.sh ended with exit code 3'],
    [5, './hangs.sh was ended after 5 s'],
    [6, './missing.sh did not start: ENOENT'],
  ]) {
    const warning = new RegExp(`not notified: notify\\.${index} .*${why}`);
    expect(err).toMatch(warning);
    expect(logOf(space)).toMatch(new RegExp(`notify\\.failed.*notify\\.${index} .*${why}`));
  }
  expect(err + logOf(space)).not.toContain('s3cret');
  // All are told at the same time: those that hang are given up together.
  const [hook = 0, command = 0] = logOf(space)
    .split('\n')
    .filter((line) => /notify\.failed.*notify\.[05] /.test(line))
    .map((line) => Number(new Date((JSON.parse(line) as { time: string | number }).time)));
  expect(Math.abs(hook - command)).toBeLessThan(4_000);
});

test('a command gets the summary and its variables, and nothing that is for chatferry itself', async () => {
  using space = workspace(3);
  program(space, 'tell.sh', 'cat > told.json; env > told.env');
  const rest = 'notify: [ { command: [./tell.sh], on: [success] } ]';
  const env = { CHATFERRY_API_KEY: 's3cret-key' };
  const { code, err } = await cli(['run', space.pipeline({ sources: usersOnly, rest })], env);
  expect(code, err).toBe(0);
  const told = readFileSync(join(space.folder, 'told.env'), 'utf8');
  expect(told).toContain('CHATFERRY_CLASS=success\n');
  expect(told).toContain('CHATFERRY_EXIT_CODE=0\n');
  expect(told).not.toContain('s3cret-key');
  const summary = JSON.parse(readFileSync(join(space.folder, 'told.json'), 'utf8'));
  expect(summary).toMatchObject({
    class: 'success',
    report: join(space.folder, '.chatferry/e2e/report.json'),
  });
});

test('a command that others may change is code that is not run: nothing is sent, others are told', async () => {
  await using receiver = await startReceiver();
  using space = workspace(3);
  chmodSync(space.write('tell.sh', '#!/bin/sh\ntouch ran\n'), 0o777);
  const rest = `notify: [ { command: [./tell.sh], on: [success, failure] }, { webhook: "${receiver.url}/", body: "{code}" } ]`;
  const pipeline = space.pipeline({ sources: usersOnly, rest });
  const { code, err } = await cli(['run', pipeline]);
  expect([code, err]).toEqual([2, expect.stringContaining('CONFIG.CODE_NOT_OWN')]);
  expect(existsSync(join(space.folder, 'ran'))).toBe(false);
  expect(existsSync(join(space.folder, '.chatferry'))).toBe(false);
  expect(receiver.received.map(({ body }) => body)).toEqual(['CONFIG.CODE_NOT_OWN']);
  expect((await cli(['run', pipeline, '--allow-code'])).code).toBe(0);
  expect(existsSync(join(space.folder, 'ran'))).toBe(true);
});

test('a run that fails early is told, with the class of its exit code', async () => {
  await using receiver = await startReceiver();
  using space = workspace(3);
  const rest = `notify: [ { webhook: "${receiver.url}/", body: "{class} {exitCode} {code}" } ]`;
  const run = async (target: string, more = '', env: Record<string, string> = {}): Promise<number | null> =>
    (await cli(['run', space.pipeline({ target, rest: `${rest}\n${more}` }), '--yes'], env)).code;
  const unreachable = '{ baseUrl: "http://127.0.0.1:9/v3", apiKey: { env: SOME_KEY } }';
  expect(await run(unreachable)).toBe(10);
  {
    await using _lock = await takeLock(
      join(space.folder, '.chatferry/e2e/lock'),
      'chatferry run',
      realSystem,
    );
    expect(await run('sandbox')).toBe(8);
  }
  space.write('users.csv', 'uid,name\nb d,Bad\nc d,Bad\n');
  expect(await run('sandbox', 'limits: { maxRejects: 1 }')).toBe(11);
  expect(await run(unreachable, '', { SOME_KEY: 'key' })).toBe(9);
  expect(receiver.received.map(({ body }) => body)).toEqual([
    'auth 10 AUTH.KEY_MISSING',
    'locked 8 STATE.LOCKED',
    'guard 11 GUARD.MAX_REJECTS',
    expect.stringMatching(/^state 9 STATE\./),
  ]);
});

test('a run that SIGTERM stops is told as stopped', async () => {
  await using receiver = await startReceiver();
  using space = workspace(2_000);
  await using sandbox = await startSandboxHere(space.folder, ['--faults', 'delay=1000']);
  const rest = `notify: [ { webhook: "${receiver.url}/", body: "{class} {exitCode}", on: [start, stopped] } ]`;
  const { child, ended } = startCli(['run', space.pipeline({ target: targetOf(sandbox), rest }), '--yes']);
  await expect.poll(() => existsSync(join(space.folder, '.chatferry/e2e/run.log'))).toBe(true);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(143);
  expect(receiver.received.map(({ body }) => body)).toEqual(['start ', 'stopped 143']);
});

test.each([
  ['webhook: "http://example.com/s3cret"', 'not https'],
  ['webhook: "https://ann:s3cret@example.com/"', 'cannot hold a user or a password'],
  ['ping: { start: "ftp://example.com/s3cret" }', 'not https'],
  ['webhook: "https://example.com/", body: { text: "{rejcted}" }', '{rejcted} is not a placeholder'],
  ['webhook: "https://example.com/", on: [finished]', 'notify.0.on'],
  ['comand: [true]', 'notify.0'],
])('notify: { %s } is refused before anything is done', async (notifier, message) => {
  using space = workspace(3);
  const { code, err } = await cli(['validate', space.pipeline({ rest: `notify: [ { ${notifier} } ]` })]);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  expect(err).not.toContain('s3cret');
});
