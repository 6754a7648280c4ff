import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { runHere } from '../../support/command-here.ts';
import { type Export, type SyncScenario, syncScenario } from './scenario/syncs.ts';

const ENTITIES = ['users', 'groups', 'members', 'messages'] as const;
const message = (index: number, text = `text ${index}`) => ({
  muid: `M-${index}`,
  sender: 'ann',
  receiver: 'team',
  receiverType: 'group',
  sentAt: 1_700_000_000 + index,
  text,
});
const FIRST = {
  users: ['ann', 'bob', 'cid'].map((uid) => ({ uid, name: `Mx ${uid}` })),
  groups: [{ guid: 'team', name: 'Team', type: 'public', owner: 'ann' }],
  members: ['ann', 'bob', 'cid'].map((uid) => ({ guid: 'team', uid, scope: 'participant' })),
  messages: Array.from({ length: 20 }, (_, index) => message(index)),
} satisfies Export;
const DAYS: readonly Export[] = [
  FIRST,
  { ...FIRST, messages: [message(0, 'edited'), ...FIRST.messages.slice(1), message(20)] },
  {
    ...FIRST,
    users: FIRST.users.slice(0, 2),
    members: FIRST.members.slice(0, 2),
    messages: FIRST.messages.slice(3),
  },
  FIRST,
];

const indexOf = ({ state }: SyncScenario): string => join(state, 'ledger.sqlite');

/** What plan, sync, check and undo say on each day. */
async function life(before: (index: string) => void): Promise<unknown[]> {
  await using scenario = await syncScenario(ENTITIES, { sync: '{ onMissing: delete, maxDelete: 100% }' });
  const said: unknown[] = [];
  for (const day of DAYS) {
    scenario.put(day);
    before(indexOf(scenario));
    const { entities } = await scenario.plan();
    before(indexOf(scenario));
    const { report, writes } = await scenario.sync(day);
    before(indexOf(scenario));
    const { exitCode } = await runHere(['state', 'check', scenario.pipeline]);
    before(indexOf(scenario));
    const undo = await runHere(['undo', scenario.pipeline, '--json']);
    const { entities: removed } = JSON.parse(undo.stdout);
    said.push({ entities, done: report.entities, missing: report.missing, writes, exitCode, removed });
    expect(await scenario.differences()).toBe(0);
  }
  return said;
}

test('the index of the ledger can be deleted between any two commands', async () => {
  const kept = await life(() => {});
  expect(await life((index) => rmSync(index, { force: true }))).toEqual(kept);
});

test.each(['{}', false] as const)(
  'a first run, and one in which nothing has changed, make no index (sync: %s)',
  async (sync) => {
    await using scenario = await syncScenario(ENTITIES, { sync });
    await scenario.sync(FIRST);
    expect(existsSync(indexOf(scenario))).toBe(false);
    await scenario.sync(FIRST);
    expect(existsSync(indexOf(scenario))).toBe(false);
  },
);

test('what must be recorded before a request is on the disk when the request goes out', async () => {
  await using scenario = await syncScenario(ENTITIES, { sync: '{ onMissing: delete, maxDelete: 100% }' });
  let log = -1;
  let unsynced = 0;
  const files: Files = {
    ...realFiles,
    openSync: (path, flags, mode) => {
      const file = realFiles.openSync(path, flags, mode);
      if (path.endsWith('ledger.log') && flags === 'r+') log = file;
      return file;
    },
    writeSync: (file, ...what) => {
      if (file === log) unsynced++;
      return realFiles.writeSync(file, ...what);
    },
    fdatasync: async (file) => {
      const before = unsynced;
      // A slow disk.
      await sleep(30);
      await realFiles.fdatasync(file);
      if (file === log) unsynced -= before;
    },
  };
  const first = new Map<string, number>();
  scenario.requestEvents.on('request', () => {
    const request = scenario.requests.at(-1)?.replace(/\/v3\/(\w+\/?)(.*)/, '$1$2') ?? '';
    const kind = request.startsWith('DELETE') ? 'DELETE' : request;
    if (!first.has(kind)) first.set(kind, unsynced);
  });
  for (const day of [FIRST, DAYS[2] as Export]) {
    scenario.put(day);
    const ended = await runHere(['run', scenario.pipeline, '--yes'], undefined, { ...realSystem, files });
    expect(ended.exitCode, ended.stderr).toBe(0);
  }
  const writes = [...first].filter(([kind]) => !kind.startsWith('GET'));
  expect(writes.map(([kind]) => kind)).toEqual(expect.arrayContaining(['POST data_import/users', 'DELETE']));
  expect(writes.filter(([, open]) => open > 0)).toEqual([]);
});
