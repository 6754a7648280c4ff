import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { type Export, type SyncScenario, syncScenario } from './scenario/syncs.ts';

const ENTITIES = ['users', 'groups', 'members', 'messages'] as const;
const message = (index: number, text = `text ${index}`) => ({
  ...{ muid: `M-${index}`, sender: 'ann', receiver: 'team', receiverType: 'group' },
  ...{ sentAt: 1_700_000_000 + index, text },
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

test.each(['{}', false] as const)('a first run makes no index (sync: %s)', async (sync) => {
  await using scenario = await syncScenario(ENTITIES, { sync });
  await scenario.sync(FIRST);
  expect(existsSync(indexOf(scenario))).toBe(false);
  await scenario.sync(FIRST);
  expect(existsSync(indexOf(scenario))).toBe(sync !== false);
});
