import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { coreNames } from '../../../src/input/entities/entity.ts';
import { type CliProcess, startCli } from '../../e2e/cli-process.ts';
import { afterRequests, stopWhen, undoCommand } from '../sync/scenario/killing.ts';
import { type Rows, type SyncScenario, syncScenario } from '../sync/scenario/syncs.ts';
import { acknowledgedKeys } from './acknowledged-keys.ts';
import { runHere, verified } from './migrated.ts';

const AT = 1_700_000_000;
const numbered = (count: number, row: (index: number) => Rows[0]): Rows =>
  Array.from({ length: count }, (_, index) => row(index));
const ALL = {
  users: numbered(40, (index) => ({ uid: `u-${index}`, name: `User ${index}` })),
  groups: [{ guid: 'room', name: 'Room', type: 'public' }],
  members: numbered(20, (index) => ({ guid: 'room', uid: `u-${index}`, joinedAt: AT - 9 })),
  messages: numbered(600, (index) => ({
    muid: `m-${index}`,
    sender: `u-${index % 40}`,
    receiver: 'room',
    receiverType: 'group',
    sentAt: AT + index,
    text: `text ${index}`,
  })),
};
const ROWS = 661;

/** Rows that the ledger says the service has acknowledged, and rows that it has in fact. */
async function counts({ state, service }: SyncScenario): Promise<{ acknowledged: number; stored: number }> {
  let stored = 0;
  for await (const _ of service.users.list({ limit: 1_000 } as object)) stored++;
  for await (const { guid } of service.groups.list()) {
    stored++;
    for await (const _ of service.members.list(guid)) stored++;
  }
  for await (const _ of service.messages.list({ category: 'message', limit: 1_000 })) stored++;
  return { acknowledged: acknowledgedKeys(state).length, stored };
}

test.each([
  ['a migration, killed', false, 'SIGKILL'],
  ['a sync run, killed', '{}', 'SIGKILL'],
  ['a migration, interrupted', false, 'SIGINT'],
] as const)('%s: rows that are not sent yet are pending and no differences', async (_, sync, signal) => {
  await using scenario = await syncScenario(coreNames, { sync, limits: 'batch: 20, concurrency: 2' });
  scenario.put(ALL);
  await stopWhen(scenario, signal, afterRequests(scenario, /data_import\/messages/, 6));
  const { acknowledged, stored } = await counts(scenario);
  expect(stored).toBeGreaterThan(60);
  expect(stored).toBeLessThan(ROWS);

  const { exitCode, report, differences } = await verified(scenario.pipeline);
  expect(differences).toEqual([]);
  expect(exitCode).toBe(7);
  // What the service has counts as the same, whether its answer was still read or not.
  expect(report.verified).toEqual({ same: stored, of: stored });
  expect(report.acknowledged).toMatchObject({ rows: acknowledged, compared: acknowledged });
  expect(report.entities.messages.pending).toBe(ROWS - stored);
  const shown = await runHere('verify', scenario.pipeline);
  expect(shown.stdout).toMatch(
    new RegExp(
      `verified ${stored} of ${stored} against \\S+ at \\S+; not sent yet: ${ROWS - stored} × messages\n`,
    ),
  );
  expect(shown.stdout).toContain(`next      chatferry run ${scenario.pipeline}`);
  for (const how of [['--quick'], ['--sample', '50%']])
    expect((await verified(scenario.pipeline, ...how)).differences).toEqual([]);

  const plan = await scenario.plan('--online');
  expect(plan.entities.messages).toMatchObject({ new: ROWS - stored, changed: 0, missingOthers: 0 });

  // A row that the service has acknowledged and does not have any more is a difference, however much is still to be sent.
  await scenario.service.users.delete('u-39', { permanent: true });
  expect((await verified(scenario.pipeline)).differences).toEqual(['users + u-39']);
  await scenario.service.users.create({ uid: 'u-39', name: 'User 39' });

  expect((await scenario.run()).exitCode).toBe(0);
  const whole = await verified(scenario.pipeline);
  expect(whole.report.verified).toEqual({ same: ROWS, of: ROWS });
  expect(whole.exitCode).toBe(0);
});

test('a sync run that was stopped: changes that it has not written yet are pending', async () => {
  await using scenario = await syncScenario(coreNames, { limits: 'concurrency: 1' });
  await scenario.sync(ALL);
  const changed = ALL.messages.map((row, at) => (at % 6 === 0 ? { ...row, text: `changed ${at}` } : row));
  scenario.put({ ...ALL, messages: changed });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^PUT .*messages/, 30));
  const { exitCode, report, differences } = await verified(scenario.pipeline);
  expect({ exitCode, differences }).toEqual({ exitCode: 7, differences: [] });
  const { pending, same } = report.entities.messages;
  expect(pending).toBeGreaterThan(60);
  expect(pending).toBeLessThanOrEqual(71);
  expect(same).toBe(600 - pending);
  expect((await scenario.run()).exitCode).toBe(0);
  expect((await verified(scenario.pipeline)).exitCode).toBe(0);
});

test('after an undo, and after one that was killed', async () => {
  await using scenario = await syncScenario(coreNames, { sync: false });
  await scenario.sync(ALL);
  await stopWhen(
    scenario,
    'SIGKILL',
    afterRequests(scenario, /^DELETE /, 8),
    (await undoCommand(scenario)) as readonly string[],
  );
  const half = await verified(scenario.pipeline);
  expect(half.exitCode).toBe(5);
  expect(half.report.acknowledged.isUndoing).toBe(true);
  expect(half.differences.every((one) => / \+ /.test(one))).toBe(true);
  const shown = await runHere('verify', scenario.pipeline);
  expect(shown.stdout).toContain('an undo is not finished');
  expect(shown.stdout).toContain(`next      chatferry undo ${scenario.pipeline}`);
  const left = await scenario.plan('--online');
  const { stored } = await counts(scenario);
  const sum = Object.values(left.entities).reduce((all, { same }) => all + same, 0);
  expect(sum).toBe(stored);

  await startCli(await undoCommand(scenario)).ended;
  const undone = await verified(scenario.pipeline);
  expect(undone.exitCode).toBe(5);
  expect(undone.report.verified).toEqual({ same: 0, of: ROWS });
  expect(undone.report.acknowledged).toMatchObject({ rows: 0, isUndoing: false });
  const plan = await scenario.plan('--online');
  expect(Object.values(plan.entities).map((rows) => rows.new)).toEqual([40, 1, 20, 600]);
  await scenario.sync(ALL);
  expect((await verified(scenario.pipeline)).exitCode).toBe(0);
});

test('a retry that was killed: what it has written is compared', async () => {
  await using scenario = await syncScenario(coreNames, {
    sync: false,
    limits: 'batch: 20, concurrency: 2',
  });
  scenario.put({ ...ALL, users: ALL.users.map((user, at) => (at === 1 ? { ...user, name: '' } : user)) });
  expect((await scenario.run()).exitCode).toBe(4);
  const users = join(scenario.state, 'rejects/users.csv');
  writeFileSync(users, readFileSync(users, 'utf8').replace(/^u-1,,/m, 'renamed,Renamed,'));
  const messages = join(scenario.state, 'rejects/messages.csv');
  writeFileSync(messages, readFileSync(messages, 'utf8').replaceAll(/,u-1,/g, ',renamed,'));
  const members = join(scenario.state, 'rejects/members.csv');
  writeFileSync(members, readFileSync(members, 'utf8').replaceAll(/,u-1,/g, ',renamed,'));
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /data_import\/messages/, 1), [
    'rejects',
    'retry',
    scenario.pipeline,
    '--yes',
    '--quiet',
  ]);
  const { acknowledged } = await counts(scenario);
  const { exitCode, report, differences } = await verified(scenario.pipeline);
  expect({ exitCode, differences }).toEqual({ exitCode: 0, differences: [] });
  expect(report.acknowledged).toMatchObject({ rows: acknowledged, compared: acknowledged });
  expect((await runHere('rejects', 'retry', scenario.pipeline, '--yes')).exitCode).toBe(0);
  const whole = await verified(scenario.pipeline);
  expect(whole.report.verified).toEqual({ same: ROWS, of: ROWS });
  expect(whole).toMatchObject({ exitCode: 0, report: { heldBack: {} } });
});

/** A command that stands still while it has the lock of the state. */
async function stoppedWithLock({ pipeline, state }: SyncScenario): Promise<CliProcess> {
  for (;;) {
    const started = startCli(['plan', pipeline, '--json']);
    while (started.child.exitCode === null && !existsSync(join(state, 'lock'))) await sleep(1);
    started.child.kill('SIGSTOP');
    if (started.child.exitCode === null && existsSync(join(state, 'lock'))) return started;
    // It was faster.
    started.child.kill('SIGCONT');
    await started.ended;
  }
}

test('a lost ledger and one in use are said and never exit 0', async () => {
  await using scenario = await syncScenario(coreNames, { limits: 'batch: 20, concurrency: 1' });
  await scenario.sync(ALL);
  await scenario.sync({ ...ALL, users: ALL.users.slice(0, 39) });
  // Somebody else works on the state while the rows are compared.
  const { child, ended } = await stoppedWithLock(scenario);
  const busy = await runHere('verify', scenario.pipeline, '--one-way');
  expect(busy.exitCode).toBe(8);
  expect(busy.stdout).toMatch(/✖ verified .*another process is writing their record/);
  child.kill('SIGCONT');
  await ended;

  writeFileSync(join(scenario.state, 'ledger.log'), '');
  const lost = await runHere('verify', scenario.pipeline, '--one-way');
  expect(lost.exitCode).not.toBe(0);
  expect(lost.stdout).toMatch(/✖ verified .*acknowledged rows that are in no source and no record/);
});
