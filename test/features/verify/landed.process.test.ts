import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { entityNames } from '../../../src/input/entities/entity.ts';
import { startSandboxProcess } from '../../e2e/cli-process.ts';
import { FAST, targetOf } from '../../e2e/workspace.ts';
import { type Rows, type SyncScenario, syncScenario } from '../sync/scenario/syncs.ts';
import { runHere, verified } from './migrated.ts';

const AT = 1_700_000_000;
const users = (...uids: readonly string[]): Rows =>
  uids.map((uid) => ({ uid, name: uid.toUpperCase(), metadata: { from: uid }, tags: ['b', 'a'] }));
const groups = (...guids: readonly string[]): Rows =>
  guids.map((guid) => ({ guid, name: guid, owner: 'ann', createdAt: AT - 1_000 }));
const members = (...keys: readonly string[]): Rows =>
  keys.map((key) => ({ guid: key.split(' ')[0], uid: key.split(' ')[1], joinedAt: AT - 500 }));
/** One message for each `muid sender receiver`; a receiver with a dash is a group. */
const messages = (...keys: readonly string[]): Rows =>
  keys.map((key, index) => {
    const [muid, sender, receiver = ''] = key.split(' ');
    const receiverType = receiver.startsWith('g-') ? 'group' : 'user';
    return { muid, sender, receiver, receiverType, sentAt: AT + index, text: `text of ${muid}` };
  });

const ALL = {
  users: users('ann', 'ben', 'leaver'),
  groups: groups('g-stays', 'g-leaves'),
  members: members('g-stays ben', 'g-stays leaver', 'g-leaves ann'),
  messages: messages('M1 ann ben', 'M2 leaver g-stays', 'M3 ann g-leaves', 'M4 ben leaver', 'M5 ann g-stays'),
};
/** A user and a group have left, while their members and messages are still exported. */
const LEFT = { ...ALL, users: users('ann', 'ben'), groups: groups('g-stays') };

/** The keys of the rows that the ledger says the service has acknowledged, read without the program. */
function acknowledged(state: string): string[] {
  using db = new DatabaseSync(join(state, 'ledger.sqlite'), { readOnly: true });
  return entityNames.flatMap((name) =>
    db
      .prepare(`SELECT key FROM ${name} WHERE origin IN (1, 2)`)
      .all()
      .map(({ key }) => `${name} ${key}`),
  );
}

/** The number of rows that the service has, without those that it writes itself: owners who join, actions. */
async function stored({ service }: SyncScenario): Promise<number> {
  let rows = 0;
  for await (const _ of service.users.list({ withDeactivated: true })) rows++;
  for await (const { guid } of service.groups.list()) {
    rows++;
    for await (const { uid } of service.members.list(guid)) if (uid !== 'ann' || guid === 'g-leaves') rows++;
  }
  for await (const _ of service.messages.list({ category: 'message' })) rows++;
  return rows;
}

test.each([
  ['keep', 13],
  ['deactivate', 13],
  ['delete', 8],
] as const)(
  'a user and a group leave, %s: what is still in the service is compared',
  async (onMissing, left) => {
    await using scenario = await syncScenario(entityNames, {
      sync: `{ onMissing: ${onMissing}, maxDelete: 90% }`,
    });
    await scenario.sync(ALL);
    await scenario.sync(LEFT);
    const keys = acknowledged(scenario.state);
    expect(keys).toHaveLength(left);
    expect(await stored(scenario)).toBe(left);
    const { exitCode, report, differences } = await verified(scenario.pipeline);
    expect({ exitCode, differences }).toEqual({ exitCode: 0, differences: [] });
    expect(report.verified).toEqual({ same: left, of: left });
    expect(report.acknowledged).toMatchObject({ rows: left, compared: left });
  },
);
