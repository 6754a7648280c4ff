import { expect, test } from 'vitest';
import { type Rows, type SyncScenario, syncScenario } from './scenario/syncs.ts';

const users = (count: number, from = 0, name = 'User'): Rows =>
  Array.from({ length: count }, (_, index) => ({
    uid: `u-${from + index}`,
    name: `${name} ${from + index}`,
  }));

/** A sync run that a guard stops; returns the id for `--confirm`. */
async function guarded(
  scenario: SyncScenario,
  code: string,
  message: string,
  ...options: string[]
): Promise<string> {
  const { exitCode, stderr, writes } = await scenario.run(...options);
  expect([exitCode, writes]).toEqual([11, 0]);
  expect(stderr).toContain(code);
  expect(stderr).toContain(message);
  const planned = await scenario.plan();
  expect(planned.guard).toMatchObject({ code });
  const [, id = ''] = /--confirm (\w+)/.exec(stderr) ?? [];
  expect(id).toBe(planned.id);
  return id;
}

test('a source that is suddenly empty', async () => {
  await using scenario = await syncScenario(['users'], { sync: '{ onMissing: delete }' });
  await scenario.sync({ users: users(5) });
  scenario.put({ users: 'uid,name\n' });
  await guarded(scenario, 'GUARD.SOURCE_EMPTIED', 'sources.users has no rows, but the service has 5');
  expect(await Array.fromAsync(scenario.service.users.list())).toHaveLength(5);
  // A file without a header is not an export.
  scenario.put({ users: '' });
  const { exitCode, writes } = await scenario.run();
  expect([exitCode, writes]).toEqual([2, 0]);
});

test('more missing rows than a sync may remove, by number and by share', async () => {
  await using scenario = await syncScenario(['users'], { sync: '{ onMissing: delete, maxDelete: 4 }' });
  await scenario.sync({ users: users(100) });
  scenario.put({ users: users(95) });
  const old = await guarded(scenario, 'GUARD.MAX_DELETE', '5 of 100 users');
  // The same number of rows is gone, but other rows: not what was confirmed.
  scenario.put({ users: users(95, 5) });
  const id = await guarded(scenario, 'GUARD.MAX_DELETE', '5 of 100 users', '--confirm', old);
  expect(id).not.toBe(old);
  await guarded(scenario, 'GUARD.MAX_DELETE', '5 of 100 users', '--confirm', '00000000');
  scenario.describe({ sync: '{ onMissing: delete, maxDelete: 4% }' });
  await guarded(scenario, 'GUARD.MAX_DELETE', 'allows 4 to be deleted');
  scenario.describe({ sync: '{ onMissing: deactivate, maxDelete: 4% }' });
  await guarded(scenario, 'GUARD.MAX_DELETE', 'allows 4 to be deactivated');
  scenario.describe({ sync: '{ onMissing: delete, maxDelete: 4 }' });
  const ended = await scenario.run('--confirm', id);
  expect(ended.exitCode).toBe(0);
  expect(ended.report.missing?.users?.deleted).toBe(5);
  expect((await scenario.run()).writes).toBe(0);
  expect(await scenario.differences()).toBe(0);
});

test('more than half of the rows changed: probably the map or the export is wrong', async () => {
  await using scenario = await syncScenario(['users']);
  await scenario.sync({ users: users(40).map((row) => ({ ...row, createdAt: 1_600_000_000 })) });
  scenario.put({ users: users(40, 0, 'Person').map((row) => ({ ...row, createdAt: 1_600_000_000 })) });
  const id = await guarded(scenario, 'GUARD.MOSTLY_CHANGED', '40 of 40 users');
  expect((await scenario.run('--confirm', id)).report.entities.users.updated).toBe(40);
  // Times that are off by an hour, a fixed field.
  scenario.put({ users: users(40, 0, 'Person').map((row) => ({ ...row, createdAt: 1_600_003_600 })) });
  await guarded(scenario, 'GUARD.MOSTLY_CHANGED', '40 of 40 users');
});
