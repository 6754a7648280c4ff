import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Files } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { runHere } from '../../support/command-here.ts';
import { type Export, type SyncScenario, syncScenario } from '../sync/scenario/syncs.ts';

const ENTITIES = ['users', 'groups', 'members', 'messages'] as const;
const ZOE = 'zoe-77';
const message = (muid: string, sender: string, receiver: string, more: object = {}) => ({
  muid,
  sender,
  receiver,
  receiverType: receiver === 'team' ? 'group' : 'user',
  sentAt: 1_700_000_000,
  text: sender === ZOE || receiver === ZOE ? `private words ${muid}` : `text ${muid}`,
  ...more,
});
/** Rows of a person and of somebody whose uid only begins like hers; some are rejected, and then kept with their texts. */
const EXPORT: Export = {
  users: [
    { uid: ZOE, name: 'Zoe Zimt' },
    { uid: 'ben', name: 'Ben' },
    { uid: `${ZOE}7`, name: 'Other' },
  ],
  groups: [{ guid: 'team', name: 'Team' }],
  members: [
    { guid: 'team', uid: ZOE },
    { guid: 'team', uid: 'ben' },
  ],
  messages: [
    message('m-1', ZOE, 'team'),
    message('m-2', ZOE, 'ben'),
    message('m-3', 'ben', ZOE),
    message('m-4', 'ben', 'team'),
    message('m-5', ZOE, 'team', { sentAt: 'private words as a time' }),
    message('m-6', 'ben', 'team', { sentAt: 'soon' }),
    message('m-7', `${ZOE}7`, 'ben'),
    message('m-8', ZOE, 'team', { sentAt: 1_000_000_000 }),
    message('m-9', 'ben', 'team', { sentAt: 1_000_000_000 }),
  ],
};
const TRACE = /zoe-77(?![\w-])|Zoe Zimt|private words/;

async function synced(sync = '{ onMissing: delete, maxDelete: 100% }'): Promise<SyncScenario> {
  const scenario = await syncScenario(ENTITIES, { sync });
  scenario.put(EXPORT);
  // Messages of 2001 are archived.
  appendFileSync(scenario.pipeline, 'retention: { messagesOlderThanDays: 8500, policy: archive }\n');
  const { exitCode, stderr } = await scenario.run();
  expect(exitCode, stderr).toBe(4);
  // What these write names people as well.
  await scenario.plan();
  await runHere(['verify', scenario.pipeline]);
  await runHere(['report', scenario.pipeline]);
  // What repairs and older versions have set aside.
  cpSync(join(scenario.state, 'ledger.log'), join(scenario.state, 'ledger.log.damaged'));
  cpSync(join(scenario.state, 'ledger.sqlite'), join(scenario.state, 'ledger.sqlite.before'));
  cpSync(join(scenario.state, 'rejects'), join(scenario.state, 'rejects.before'), { recursive: true });
  return scenario;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

/** The files with a trace of the person, in text or in the bytes of the ledger and its index. */
const withTrace = ({ state }: SyncScenario): string[] =>
  filesBelow(state).filter((path) => TRACE.test(readFileSync(path, 'latin1')));

const forget = ({ pipeline }: SyncScenario, ...more: readonly string[]) =>
  runHere(['forget', pipeline, '--uid', ZOE, ...more]);

test('of a forgotten person nothing is left, the others stay, and her rows in the sources are left out', async () => {
  await using scenario = await synced();
  const traced = withTrace(scenario).map((path) => path.slice(scenario.state.length + 1));
  expect(traced).toEqual(
    expect.arrayContaining(['ledger.log', 'ledger.sqlite', 'report.json', 'report.html', 'checkpoint.json']),
  );
  const requests = scenario.requests.length;

  const asked = await forget(scenario);
  expect(asked).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(`--uid ${ZOE} --yes`) });
  expect(asked.stdout).toMatch(/ledger\.log +1 user, 1 member, 3 messages\n/);
  expect(asked.stdout).toMatch(/rejects\/messages-?\S* +1 record\n/);
  expect(withTrace(scenario)).not.toEqual([]);

  expect(await forget(scenario, '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
  expect(withTrace(scenario)).toEqual([]);
  expect(scenario.requests.length).toBe(requests);
  expect(readFileSync(join(scenario.state, 'forgotten.json'), 'utf8')).not.toContain('zoe');
  // The others are still there: a record of a rejected row, and the rows of the ledger.
  expect(
    filesBelow(join(scenario.state, 'rejects'))
      .map((path) => readFileSync(path, 'utf8'))
      .join(),
  ).toContain('m-6');
  expect(readFileSync(join(scenario.state, 'archive/messages.ndjson'), 'utf8')).toContain('m-9');
  expect(await runHere(['state', 'check', scenario.pipeline])).toMatchObject({ exitCode: 0 });

  // The sources still have her: the user is told, nothing is sent, and nothing is removed from the service.
  const { report, writes, exitCode } = await scenario.run();
  expect({ writes, exitCode, missing: await scenario.differences() }).toMatchObject({
    writes: 0,
    exitCode: 4,
  });
  expect(report.warnings).toContain('rows of a person who had to be forgotten are skipped');
  expect(report.skipped).toMatchObject({
    'users.forgotten': 1,
    'members.forgotten': 1,
    'messages.forgotten': 5,
  });
  expect(report.entities.users).toMatchObject({ read: 3, unchanged: 2, skipped: 1 });
  expect(await scenario.service.users.get(ZOE)).toMatchObject({ uid: ZOE });
  const plan = await scenario.plan();
  expect(plan.entities.users).toMatchObject({ new: 0, missing: 0, leftOut: 1 });
  const verified = await runHere(['verify', scenario.pipeline]);
  expect(verified.stdout).toMatch(
    /verified .* rows of a person who had to be forgotten; the service may still have them/,
  );
  const undo = await runHere(['undo', scenario.pipeline]);
  expect(undo.stdout).toMatch(/users +remove +2\n/);
});

test('a record that is nested too deeply to be walked keeps nobody from being forgotten', async () => {
  await using scenario = await synced();
  const nested = `{"uid":"ben","metadata":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}\n`;
  appendFileSync(join(scenario.state, 'rejects', 'users.ndjson'), nested);
  const { exitCode, stderr } = await runHere(['forget', scenario.pipeline, '--uid', ZOE, '--yes']);
  expect(exitCode, stderr).toBe(0);
  expect(readFileSync(join(scenario.state, 'rejects', 'users.ndjson'), 'utf8')).toContain(nested);
});

test('a person who is nowhere, and one who is no user, change nothing', async () => {
  await using scenario = await synced();
  const { stdout } = await runHere(['forget', scenario.pipeline, '--uid', 'nobody', '--yes']);
  expect(stdout).toContain('There are no saved traces of nobody.');
  expect((await scenario.run()).writes).toBe(0);
  const wrong = await runHere(['forget', scenario.pipeline, '--uid', 'a b', '--yes']);
  expect(wrong).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('USAGE.INVALID') });
  const declined = await runHere(['forget', scenario.pipeline, '--uid', ZOE], async () => 'no');
  expect(declined).toMatchObject({ exitCode: 3 });
  expect(withTrace(scenario)).not.toEqual([]);
});

class Killed extends Error {}

const CHANGES = /^(?:write|rename|rm|truncate|ftruncate|openSync|mkdir)/;

/** Files of a process that is killed before its change number `last`. Locks go with their process. */
function mortal(last: number): { files: Files; changes: () => number } {
  let changes = 0;
  const files = new Proxy(realSystem.files, {
    get(target, name, receiver) {
      const does: unknown = Reflect.get(target, name, receiver);
      if (typeof does !== 'function' || !CHANGES.test(String(name))) return does;
      return (...args: readonly unknown[]) => {
        const isLock = args.some((each) => typeof each === 'string' && /lock/.test(each));
        if (!isLock && (name !== 'openSync' || args[1] !== 'r') && ++changes > last) throw new Killed();
        return (does as (...all: readonly unknown[]) => unknown).apply(target, [...args]);
      };
    },
  });
  return { files, changes: () => changes };
}

test('killed at any change of a file, it goes on; no run starts in between that could send her rows again', async () => {
  await using scenario = await synced();
  const before = `${scenario.state}.before`;
  cpSync(scenario.state, before, { recursive: true, preserveTimestamps: true });
  let isWhole = false;
  let refused = 0;
  let last = 0;
  for (; !isWhole && last < 200; last += 3) {
    rmSync(scenario.state, { recursive: true });
    cpSync(before, scenario.state, { recursive: true, preserveTimestamps: true });
    const { files } = mortal(last);
    const killed = await runHere(['forget', scenario.pipeline, '--uid', ZOE, '--yes'], undefined, {
      ...realSystem,
      files,
    }).catch((error: unknown) => error);
    isWhole = !(killed instanceof Error) && (killed as { exitCode: number }).exitCode === 0;
    const { exitCode, stderr, writes } = await scenario.run();
    expect([writes, exitCode === 4 || stderr.includes('STATE.FORGETTING')], stderr).toEqual([0, true]);
    if (exitCode !== 4) refused++;
    expect(await forget(scenario, '--yes'), `killed before change ${last}`).toMatchObject({ exitCode: 0 });
    expect(withTrace(scenario), `killed before change ${last}`).toEqual([]);
    expect(await runHere(['state', 'check', scenario.pipeline])).toMatchObject({ exitCode: 0 });
    expect((await scenario.run()).writes).toBe(0);
  }
  expect(isWhole).toBe(true);
  expect(refused).toBeGreaterThan(3);
});

test('an unfinished run is not taken apart, but can be given up', async () => {
  await using scenario = await syncScenario(ENTITIES);
  scenario.put(EXPORT);
  const run = (last: number) =>
    runHere(['run', scenario.pipeline, '--yes'], undefined, { ...realSystem, files: mortal(last).files });
  const isBegun = async (): Promise<boolean> =>
    (await runHere(['status', scenario.pipeline])).stdout.includes('not finished');
  for (let last = 4; !(await isBegun()) && last < 200; last++) await run(last).catch(() => {});
  expect(await isBegun()).toBe(true);
  const { exitCode, stderr } = await forget(scenario, '--yes');
  expect([exitCode, stderr]).toEqual([exitCode, expect.stringContaining('RUN.UNFINISHED')]);
  expect(stderr).toContain(`chatferry state purge ${scenario.pipeline}`);
  expect(await runHere(['state', 'purge', scenario.pipeline, '--yes'])).toMatchObject({ exitCode: 0 });
  expect(await forget(scenario, '--yes')).toMatchObject({ exitCode: 0 });
  expect((await scenario.run()).report.skipped).toMatchObject({ 'users.forgotten': 1 });
});
