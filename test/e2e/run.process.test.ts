import { readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { cli, startSandboxHere } from '../support/cli-here.ts';
import { startGate } from '../support/services/gate.ts';
import { checkMessages, faultless } from './checker.ts';
import { cli as runProcess, startCli } from './cli-process.ts';
import { serviceReader } from './service-reader.ts';
import { FAST, IMPATIENT, messageLines, targetOf, workspace } from './workspace.ts';

const reportOf = (text: string): Report => JSON.parse(text) as Report;

test('run imports into the embedded sandbox, and a second run finds everything done and sends no write', async () => {
  using space = workspace();
  const pipeline = space.pipeline({});
  const first = await runProcess(['run', pipeline, '--json']);
  expect(first.code).toBe(0);
  const report = reportOf(first.out);
  expect(report.balanced).toBe(true);
  expect(report.entities.users.created).toBe(3);
  expect(report.entities.messages.created).toBe(300);
  expect(report.requests).toEqual({ sent: 9, retried: 0, throttled: 0, floor: 9 });
  const second = await runProcess(['run', pipeline, '--json']);
  expect(second.code).toBe(0);
  expect(reportOf(second.out).requests).toEqual({ sent: 0, retried: 0, throttled: 0, floor: 0 });
  expect(reportOf(second.out).entities).toEqual(report.entities);
});

test('run keeps its state to its owner, and the report on disk is the one it prints', async () => {
  using space = workspace(10);
  const { out } = await cli(['run', space.pipeline({}), '--json']);
  const state = join(space.folder, '.chatferry/e2e');
  for (const name of ['checkpoint.json', 'report.json', 'run.log'])
    expect(statSync(join(state, name)).mode & 0o777, name).toBe(0o600);
  for (const name of ['.', 'rejects', 'keys'])
    expect(statSync(join(state, name)).mode & 0o777, name).toBe(0o700);
  expect(readFileSync(join(state, 'report.json'), 'utf8')).toBe(out);
});

test.each(['row', 'batch400', 'batch500'])(
  'run isolates rows that the service refuses when it answers %s',
  async (poison) => {
    using space = workspace(0);
    const lines = messageLines(200).trim().split('\n');
    const blank = [17, 60, 140].map((index) => {
      const row = JSON.parse(lines[index] as string) as Record<string, unknown>;
      // 200 days: only the service's own retention limit knows better.
      lines[index] = JSON.stringify({ ...row, sentAt: 1_000_000_000 });
      return row['muid'] as string;
    });
    space.write('messages.ndjson', `${lines.join('\n')}\n`);
    await using sandbox = await startSandboxHere(space.folder, [
      '--quirks',
      `poison=${poison},retention=9000d`,
    ]);
    const { out, code } = await cli([
      'run',
      space.pipeline({ target: targetOf(sandbox), rest: FAST }),
      '--yes',
      '--json',
    ]);
    const report = reportOf(out);
    expect(code).toBe(4);
    expect(report.entities.messages).toMatchObject({ read: 200, created: 197, exists: 0, rejected: 3 });
    const rejects = readFileSync(report.files.rejects[0] as string, 'utf8')
      .trim()
      .split('\n');
    expect(rejects.map((line) => (JSON.parse(line) as { muid: string }).muid)).toEqual(blank);
    expect(report.requests.sent).toBeLessThanOrEqual(report.requests.floor + 3 * 12);
  },
);

test('run waits for the rate limit on every lane, loses nothing and says that it waits', async () => {
  using space = workspace(600);
  await using sandbox = await startSandboxHere(space.folder, ['--faults', '429=2x2@/data_import/messages']);
  const { out, err, code } = await cli([
    'run',
    space.pipeline({ target: targetOf(sandbox), rest: FAST }),
    '--yes',
    '--json',
  ]);
  const report = reportOf(out);
  expect(code).toBe(0);
  expect(report.entities.messages.created).toBe(600);
  expect(report.requests.throttled).toBe(2);
  expect(err).toContain('waiting for the rate limit');
});

test.each(['500', '503', '500-after', 'reset', 'reset-after', 'truncate', 'html', 'lost', '502=json'])(
  'run survives one request in five ending in %s: every row lands once, none is called foreign',
  async (fault) => {
    using space = workspace(1_500);
    const percent = fault === 'lost' ? '4%' : '15%';
    await using sandbox = await startSandboxHere(space.folder, [
      '--faults',
      `${fault}:${percent}@/data_import`,
      '--seed',
      '7',
    ]);
    const { out, code } = await cli([
      'run',
      space.pipeline({ target: targetOf(sandbox), rest: fault === 'lost' ? IMPATIENT : FAST }),
      '--yes',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(reportOf(out).entities.messages).toMatchObject({
      read: 1_500,
      created: 1_500,
      exists: 0,
      rejected: 0,
    });
    const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
    const verdict = await checkMessages([join(space.folder, 'messages.ndjson')], () => true, reader);
    expect(verdict).toEqual(faultless(1_500));
  },
);

test.each([
  ['rest', 'reset-after:10%@/messages,503:5%'],
  ['rest', '500-after:10%@/messages'],
])('run through the %s API with %s sends no message twice', async (api, faults) => {
  using space = workspace(90);
  await using sandbox = await startSandboxHere(space.folder, ['--faults', faults, '--seed', '3']);
  const pipeline = space.pipeline({ target: targetOf(sandbox, api), rest: FAST });
  const { out, code, err } = await cli(['run', pipeline, '--yes', '--json']);
  expect(err).not.toContain('BUG');
  expect(code).toBe(0);
  expect(reportOf(out).entities).toMatchObject({
    users: { created: 3 },
    groups: { created: 1 },
    // The membership that the service makes of the owner is ours.
    members: { created: 2, exists: 0 },
    messages: { created: 90 },
  });
  const muids: string[] = [];
  for await (const message of serviceReader(sandbox.baseUrl, sandbox.apiKey).messages('&category=message'))
    muids.push(message.muid);
  expect(muids.length).toBe(90);
  expect(new Set(muids).size).toBe(90);
});

test('run says exists for rows that were there before, and created for its own after a kill', async () => {
  using space = workspace(300);
  await using sandbox = await startSandboxHere(space.folder);
  const target = targetOf(sandbox);
  expect((await cli(['run', space.pipeline({ target, rest: FAST }), '--yes'])).code).toBe(0);
  const again = await cli(['run', space.pipeline({ target, rest: FAST }), '--yes', '--fresh', '--json']);
  expect(again.code).toBe(0);
  expect(reportOf(again.out).entities.messages).toMatchObject({ read: 300, created: 0, exists: 300 });
});

test('run refuses a second run on the same state with exit 8 and names the first', async () => {
  using space = workspace(300);
  await using sandbox = await startSandboxHere(space.folder);
  await using gate = await startGate(sandbox.baseUrl, '/', 0);
  const pipeline = space.pipeline({ target: targetOf({ ...sandbox, baseUrl: gate.baseUrl }), rest: FAST });
  const first = startCli(['run', pipeline, '--yes']);
  const lock = join(space.folder, '.chatferry/e2e/lock');
  while (!readable(lock)) await new Promise((done) => setTimeout(done, 20));
  const second = await runProcess(['run', pipeline, '--yes']);
  expect(second.code).toBe(8);
  expect(second.err).toContain(`process ${first.child.pid}`);
  expect((await runProcess(['status', pipeline])).out).toContain(`running as process ${first.child.pid}`);
  // None of its requests has got through, so that the others meet it whatever the machine does besides.
  first.child.kill('SIGINT');
  await expect.poll(first.said).toContain('Stopping');
  gate.open();
  expect((await first.ended).code).toBe(130);
});

function readable(path: string): boolean {
  try {
    return readFileSync(path).length > 0;
  } catch {
    return false;
  }
}

test('run refuses a changed input, another target and a changed map with exit 9 and says what changed', async () => {
  using space = workspace(30);
  await using sandbox = await startSandboxHere(space.folder);
  const pipeline = space.pipeline({ target: targetOf(sandbox), rest: FAST });
  expect((await cli(['run', pipeline, '--yes'])).code).toBe(0);
  const before = readFileSync(join(space.folder, 'users.csv'));

  space.write('users.csv', `${before}dee,Dee\n`);
  const grown = await cli(['run', pipeline, '--yes']);
  expect(grown.code).toBe(9);
  expect(grown.err).toContain('STATE.INPUT_CHANGED');
  expect(grown.err).toContain('users.csv');

  space.write('users.csv', before.toString().replace('Cy', 'Xy'));
  expect((await cli(['run', pipeline, '--yes'])).err).toContain('has changed since this run began');

  space.write('users.csv', before);
  utimesSync(join(space.folder, 'users.csv'), new Date(), new Date());
  expect((await cli(['run', pipeline, '--yes'])).code, 'touched, not changed').toBe(0);

  space.pipeline({ target: 'sandbox', rest: FAST });
  const moved = await cli(['run', pipeline, '--yes']);
  expect(moved.code).toBe(9);
  expect(moved.err).toContain('STATE.TARGET_CHANGED');
  expect(moved.err).toContain(sandbox.baseUrl);

  space.pipeline({
    target: targetOf(sandbox),
    rest: `${FAST}\nretention: { messagesOlderThanDays: 9000, policy: reject }`,
  });
  const changed = await cli(['run', pipeline, '--yes']);
  expect(changed.code).toBe(9);
  expect(changed.err).toContain('retention');
});

test('run without a terminal writes to a service other than the sandbox only with --yes', async () => {
  using space = workspace(3);
  await using sandbox = await startSandboxHere(space.folder);
  const { code, err } = await cli(['run', space.pipeline({ target: targetOf(sandbox), rest: FAST })]);
  expect(code).toBe(2);
  expect(err).toContain('--yes');
  const held = [];
  for await (const user of serviceReader(sandbox.baseUrl, sandbox.apiKey).list('/users')) held.push(user);
  expect(held).toEqual([]);
});

test('run stops at maxRejects with exit 11, and goes on when the limit is raised', async () => {
  using space = workspace(0);
  const bad = messageLines(200).replaceAll(/"text":"number (\d*[02468])"/g, '"text":" "');
  space.write('messages.ndjson', bad);
  const limited = (max: number): string => space.pipeline({ rest: `limits: { maxRejects: ${max} }` });
  const stopped = await cli(['run', limited(10)]);
  expect(stopped.code).toBe(11);
  expect(stopped.err).toContain('GUARD.MAX_REJECTS');
  const done = await cli(['run', limited(200), '--json']);
  expect(done.code).toBe(4);
  expect(reportOf(done.out).entities.messages).toMatchObject({ read: 200, created: 100, rejected: 100 });
});

test('run without maxRejects stops with exit 11 if most of the first rows are wrong, and goes on if that is allowed', async () => {
  using space = workspace(0);
  const bad = messageLines(200).replaceAll(/"text":"number (\d*[0-7])"/g, '"text":" "');
  space.write('messages.ndjson', bad);
  const stopped = await cli(['run', space.pipeline({})]);
  expect(stopped.code).toBe(11);
  expect(stopped.err).toMatch(/GUARD\.MAX_REJECTS[\s\S]* of the first \d+ messages were rejected/);
  expect(stopped.err).toContain('limits: { maxRejects: 100% }');
  const allowed = await cli(['run', space.pipeline({ rest: 'limits: { maxRejects: 100% }' }), '--json']);
  expect(allowed.code).toBe(4);
  expect(reportOf(allowed.out).entities.messages).toMatchObject({ read: 200, created: 40, rejected: 160 });
});
