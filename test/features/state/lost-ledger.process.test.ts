import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startCli } from '../../e2e/cli-process.ts';
import { runHere } from '../../support/command-here.ts';
import { type Export, type SyncScenario, syncScenario } from '../sync/scenario/syncs.ts';

const ENTITIES = ['users', 'groups', 'members', 'messages'] as const;
const message = (index: number, text = `text ${index}`) => ({
  muid: `M-${index}`,
  sender: ['ann', 'bob', 'cid'][index % 3],
  receiver: 'team',
  receiverType: 'group',
  sentAt: 1_700_000_000 + index,
  text,
});
const FIRST = {
  users: ['ann', 'bob', 'cid'].map((uid) => ({ uid, name: `Mx ${uid}` })),
  groups: [{ guid: 'team', name: 'Team', type: 'public', owner: 'ann' }],
  members: ['ann', 'bob', 'cid'].map((uid) => ({
    guid: 'team',
    uid,
    scope: uid === 'ann' ? 'admin' : 'participant',
  })),
  messages: Array.from({ length: 12 }, (_, index) => message(index)),
} satisfies Export;
const grown: Export = { ...FIRST, messages: [...FIRST.messages, message(12)] };
/** The export after the loss: a user and a message edited, a message new. */
const changed: Export = {
  ...FIRST,
  users: [{ uid: 'ann', name: 'Ann, edited' }, ...FIRST.users.slice(1)],
  messages: [message(0, 'edited'), ...FIRST.messages.slice(1), message(12), message(13)],
};

const ledgerOf = ({ state }: SyncScenario): string => join(state, 'ledger.log');

function removeLedger(scenario: SyncScenario): void {
  for (const name of readdirSync(scenario.state))
    if (name.startsWith('ledger.')) rmSync(join(scenario.state, name));
}

/** Waits until no request was logged for a second. */
async function isQuiet(requests: readonly string[]): Promise<void> {
  for (let before = -1; before !== requests.length; ) {
    before = requests.length;
    await sleep(1_000);
  }
}

/** Ways to lose what the ledger knows after two finished sync runs; `kept` is a folder with older files. */
const LOSSES: Readonly<Record<string, (scenario: SyncScenario, kept: string) => void | Promise<void>>> = {
  'the file is deleted': removeLedger,
  'the file is empty': (scenario) => truncateSync(ledgerOf(scenario)),
  'the file of the last sync run comes back': (scenario, kept) =>
    copyFileSync(join(kept, 'older.log'), ledgerOf(scenario)),
  'the file of the middle of the first sync run comes back': (scenario, kept) =>
    copyFileSync(join(kept, 'middle.log'), ledgerOf(scenario)),
  'the file is deleted, and its index is left': (scenario) => rmSync(ledgerOf(scenario)),
  'the file of another pipeline': async (scenario) => {
    await using other = await syncScenario(ENTITIES);
    await other.sync(grown);
    copyFileSync(ledgerOf(other), ledgerOf(scenario));
  },
};

/** A pipeline with two finished sync runs, whose ledger was then lost. */
async function withoutLedger(loss: string): Promise<SyncScenario> {
  const scenario = await syncScenario(ENTITIES);
  scenario.requestEvents.on('request', () => {
    copyFileSync(ledgerOf(scenario), join(scenario.folder, 'middle.log'));
  });
  await scenario.sync(FIRST);
  scenario.requestEvents.removeAllListeners('request');
  copyFileSync(ledgerOf(scenario), join(scenario.folder, 'older.log'));
  await scenario.sync(grown);
  await LOSSES[loss]?.(scenario, scenario.folder);
  return scenario;
}

describe('a ledger that does not know what the checkpoint knows', () => {
  test.each(Object.keys(LOSSES))('%s: nothing is sent, and the rebuilt ledger syncs', async (loss) => {
    await using scenario = await withoutLedger(loss);
    const { pipeline, requests } = scenario;
    scenario.put(changed);
    const before = requests.length;
    for (const command of ['run', 'plan', 'undo']) {
      const ended = await runHere([command, pipeline, ...(command === 'run' ? ['--yes'] : [])]);
      expect([command, ended.exitCode, ended.stderr]).toEqual([
        command,
        9,
        expect.stringContaining('STATE.LEDGER_LOST'),
      ]);
      expect(ended.stderr).toContain(`chatferry state repair ${pipeline}`);
      expect(ended.stderr).toContain(`chatferry plan ${pipeline} --online`);
    }
    expect(requests.length - before).toBe(0);
    const checked = await runHere(['state', 'check', pipeline, '--json']);
    expect(checked.exitCode).toBe(9);
    expect(JSON.parse(checked.stdout)).toMatchObject({
      exitCode: 9,
      findings: expect.arrayContaining([expect.objectContaining({ file: 'ledger.log', status: 'lost' })]),
    });
    expect((await runHere(['plan', pipeline, '--online'])).exitCode).toBe(0);

    const refused = await runHere(['state', 'repair', pipeline]);
    expect(refused.exitCode, refused.stderr).toBe(2);
    const declined = await runHere(['state', 'repair', pipeline], async () => 'no');
    expect(declined.exitCode).toBe(3);
    expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(9);
    const read = requests.length;
    const repaired = await runHere(['state', 'repair', pipeline, '--yes']);
    expect(repaired.exitCode, repaired.stderr).toBe(0);
    expect(requests.slice(read).filter((each) => !each.startsWith('GET '))).toEqual([]);
    expect((await runHere(['state', 'check', pipeline])).exitCode).toBe(0);

    const { report } = await scenario.sync(changed);
    expect(report.entities.users).toMatchObject({ updated: 1, unchanged: 2, created: 0 });
    expect(report.entities.messages).toMatchObject({ updated: 1, unchanged: 12, created: 1 });
    expect(await scenario.differences()).toBe(0);
    expect((await scenario.sync(changed)).writes).toBe(0);
  });
});

const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

test.each([
  ['deleted', removeLedger],
  ['empty', (scenario: SyncScenario) => truncateSync(ledgerOf(scenario))],
])('verify proves nothing of a row that has left the export if the ledger is %s', async (_, lose) => {
  await using scenario = await syncScenario(ENTITIES);
  await scenario.sync(grown);
  // The row stays in the service: without the ledger nobody knows that it is ours.
  await scenario.sync(FIRST);
  lose(scenario);
  const unproven = await runHere(['verify', scenario.pipeline, '--one-way']);
  expect(unproven.stdout).toMatch(/✖ verified .*the record of what was sent is lost/);
  expect(unproven.exitCode).toBe(9);
});

test.each(Object.keys(LOSSES))('%s: verify and plan --online say so and name the repair', async (loss) => {
  await using scenario = await withoutLedger(loss);
  const { pipeline } = scenario;
  const size = sizeOf(ledgerOf(scenario));
  const verified = await runHere(['verify', pipeline]);
  expect(verified.exitCode).toBe(9);
  expect(verified.stdout).toContain(`next      chatferry state repair ${pipeline}`);
  const online = await runHere(['plan', pipeline, '--online']);
  expect(online.exitCode).toBe(0);
  expect(online.stdout).toMatch(/! the ledger is lost/);
  expect(online.stdout).toMatch(/needs +0 requests/);
  expect(online.stdout).toContain(`next      chatferry state repair ${pipeline}`);
  if (!size) expect(sizeOf(ledgerOf(scenario))).toBe(size);
});

test('rows that nobody knows any more who created are kept, unless the user says that they are ours', async () => {
  for (const [options, left] of [
    [[], 12],
    [['--ours'], 1],
  ] as const) {
    await using scenario = await withoutLedger('the file is deleted');
    scenario.describe({ sync: '{ onMissing: delete, maxDelete: 100% }' });
    scenario.put(grown);
    const repaired = await runHere(['state', 'repair', scenario.pipeline, '--yes', ...options]);
    expect(repaired.exitCode, repaired.stderr).toBe(0);
    const { exitCode } = await scenario.run();
    expect(exitCode).toBe(0);
    const last = { ...grown, messages: [message(0)] };
    scenario.put(last);
    const planned = await scenario.plan();
    const ended = await scenario.run(...(planned.id ? ['--confirm', planned.id] : []));
    expect(ended.exitCode, ended.stderr).toBe(0);
    const messages = [];
    for await (const one of scenario.service.messages.list()) messages.push(one);
    expect(messages.filter((one) => String(one['muid']).startsWith('M-'))).toHaveLength(left);
  }
});

test('a lost checkpoint beside a ledger: rows are ours, and unchanged files send nothing', async () => {
  await using scenario = await syncScenario(ENTITIES);
  await scenario.sync(FIRST);
  rmSync(join(scenario.state, 'checkpoint.json'));
  expect((await scenario.sync(FIRST)).writes).toBe(0);
  rmSync(join(scenario.state, 'checkpoint.json'));
  const undo = await runHere(['undo', scenario.pipeline, '--json']);
  expect(JSON.parse(undo.stdout).entities.users).toMatchObject({ direct: 3, before: 0 });
});

describe('a one-shot run', () => {
  test('killed, and the end of its ledger lost: nothing is sent; the repaired run lands every row once', async () => {
    await using scenario = await syncScenario(ENTITIES, { sync: false }, 'delay=40');
    scenario.describe({ sync: false, limits: 'batch: 10, concurrency: 2' });
    scenario.put({ ...FIRST, messages: Array.from({ length: 400 }, (_, index) => message(index)) });
    const { pipeline, requests, state } = scenario;
    const { child, ended } = startCli(['run', pipeline, '--yes']);
    const claimed = (): number => {
      const text = readFileSync(join(state, 'checkpoint.json'), 'utf8');
      return JSON.parse(text).checkpoint.ledger.rows.messages;
    };
    scenario.requestEvents.on('request', () => {
      if (existsSync(join(state, 'checkpoint.json')) && claimed() > 0) child.kill('SIGKILL');
    });
    expect((await ended).signal).toBe('SIGKILL');
    // The service still answers what the killed process had sent, and logs it only then.
    await isQuiet(requests);
    truncateSync(ledgerOf(scenario), 1_000);
    const before = requests.length;
    const refused = await runHere(['run', pipeline, '--yes']);
    expect([refused.exitCode, refused.stderr]).toEqual([9, expect.stringContaining('STATE.LEDGER_LOST')]);
    expect((await runHere(['state', 'repair', pipeline, '--yes'])).exitCode).toBe(0);
    expect(requests.length - before).toBe(0);
    const { exitCode, report } = await scenario.run();
    expect([exitCode, report.entities.messages]).toMatchObject([0, { read: 400, created: 400 }]);
    expect(await scenario.differences()).toBe(0);
    const undo = JSON.parse((await runHere(['undo', pipeline, '--json'])).stdout);
    expect(undo.entities.users).toMatchObject({ direct: 3, before: 0 });
    expect(undo.entities.messages).toMatchObject({ implied: 400, before: 0 });
  });

  test('a lost ledger ends run and undo, and repair brings it back without the service', async () => {
    await using scenario = await syncScenario(ENTITIES, { sync: false });
    await scenario.sync(FIRST);
    const { pipeline, requests } = scenario;
    const undoOf = async () => JSON.parse((await runHere(['undo', pipeline, '--json'])).stdout);
    const planned = await undoOf();
    removeLedger(scenario);
    const before = requests.length;
    for (const command of ['run', 'undo', 'plan']) {
      const ended = await runHere([command, pipeline, ...(command === 'run' ? ['--yes'] : [])]);
      expect([command, ended.exitCode, ended.stderr]).toEqual([
        command,
        9,
        expect.stringContaining('STATE.LEDGER_LOST'),
      ]);
    }
    expect((await runHere(['state', 'repair', pipeline, '--yes'])).exitCode).toBe(0);
    expect(requests.length - before).toBe(0);
    expect((await undoOf()).entities).toEqual(planned.entities);
    expect((await scenario.run()).exitCode).toBe(0);
  });
});
