import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { exported, stateOf } from './state-of.ts';

/** The id of the undo that was begun, and of one that begins after the killed sync run. */
const UNDO = '33db1a2d';

const MISSING = {
  users: { missing: 2, removed: 2 },
  groups: { missing: 1, removed: 1 },
  members: { missing: 2, removed: 2 },
  messages: { missing: 4, removed: 4 },
};

test.each([
  [
    'killed-sync',
    // What had its answer is not sent again.
    { users: [0, 5], groups: [0, 2], members: [0, 4], messages: [3, 9] },
  ],
  [
    'killed-undo',
    // What the undo may have removed is uncertain.
    { users: [4, 1], groups: [1, 1], members: [3, 1], messages: [12, 0] },
  ],
] as const)('a ledger of version 0.1.0 (%s): plan and sync go on', async (what, counts) => {
  await using scenario = await stateOf(what);
  const checked = await runHere(['state', 'check', scenario.pipeline]);
  expect(checked.exitCode, checked.stdout).toBe(0);
  const expected = Object.entries(counts).map(([name, [added, same]]) => [name, { new: added, same }]);
  const planned = await scenario.plan();
  expect(planned.entities).toMatchObject(Object.fromEntries(expected));
  expect(planned.entities).toMatchObject(MISSING);
  const { exitCode, stderr, report } = await scenario.run();
  expect(exitCode, stderr).toBe(0);
  for (const [name, [added, unchanged]] of Object.entries(counts)) {
    // A member that is still there gets its scope again, which changes nothing. The owner has it by our own call.
    const owners = added > 0 ? 1 : 0;
    const landed =
      name === 'members' ? { created: owners, updated: added - owners } : { created: added, updated: 0 };
    expect([name, report.entities[name as keyof typeof counts]]).toMatchObject([
      name,
      { ...landed, unchanged, exists: 0, rejected: 0 },
    ]);
  }
  expect(report.missing).toMatchObject({
    users: { deleted: 2 },
    groups: { deleted: 1 },
    members: { deleted: 2 },
    messages: { deleted: 4 },
  });
  expect((await scenario.run()).writes).toBe(0);
  const again = await scenario.plan();
  expect(again.entities.messages).toMatchObject({ new: 0, changed: 0, same: exported.messages.length });
});

test.each([
  ['killed-sync', { removed: 2, gone: 3, implied: 11 }],
  ['killed-undo', { removed: 1, gone: 4, implied: 11 }],
] as const)(
  'a ledger of version 0.1.0 (%s): undo removes what was created and keeps the rest',
  async (what, messages) => {
    await using scenario = await stateOf(what);
    const shown = await runHere(['undo', scenario.pipeline, '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      confirm: UNDO,
      entities: {
        users: { direct: 6, before: 1 },
        groups: { direct: 2, before: 1 },
        members: { implied: 5, before: 1 },
        messages: { direct: 3, implied: 13, before: 0 },
      },
    });
    const undone = await runHere(['undo', scenario.pipeline, '--json', '--confirm', UNDO]);
    expect(undone.exitCode, undone.stderr).toBe(0);
    expect(JSON.parse(undone.stdout).entities).toMatchObject({
      users: { removed: 6 },
      groups: { removed: 2 },
      members: { implied: 5 },
      messages,
    });
    const users: unknown[] = [];
    for await (const { uid } of scenario.service.users.list()) users.push(uid);
    expect(users).toEqual(['old']);
  },
);
