import { expect, test } from 'vitest';
import { cli } from '../../e2e/cli-process.ts';
import { runHere } from '../verify/migrated.ts';
import { afterRequests, clockEnv, expectInSync, stopWhen } from './scenario/killing.ts';
import { type Rows, type SyncScenario, syncScenario } from './scenario/syncs.ts';

/** Rows that existed in the service before the pipeline, and lost answers that said so. */

const users = (from: number, to: number, name = 'User'): Rows =>
  Array.from({ length: to - from }, (_, n) => ({ uid: `u-${from + n}`, name: `${name} ${from + n}` }));
/** Users of others, two of five with another name: a first sync run that changed more than half of them would stop. */
const create = async ({ service }: SyncScenario, rows: Rows): Promise<void> => {
  for (const [n, { uid, name }] of rows.entries())
    await service.users.create({ uid: uid as string, name: n % 5 < 2 ? 'Old' : (name as string) });
};
const DELETE = { sync: '{ onMissing: delete, maxDelete: 90% }' };

test('killed in the first sync, in a service with users: they are updated', async () => {
  await using scenario = await syncScenario(['users'], { limits: 'batch: 10' });
  await create(scenario, users(0, 60));
  scenario.put({ users: users(0, 60) });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /data_import/, 1));
  await expectInSync(scenario, { users: users(0, 60) });
});

test('the answer that a user exists is lost: the user is updated', async () => {
  await using scenario = await syncScenario(['users'], {}, 'reset-afterx1@/data_import/users');
  await create(scenario, users(0, 5));
  await expectInSync(scenario, { users: users(0, 5) });
});

test('the answers that a group and a member exist are lost: both are updated', async () => {
  await using scenario = await syncScenario(
    ['users', 'groups', 'members'],
    {},
    'reset-afterx1@/data_import/groups,reset-afterx1@/data_import/members',
  );
  await scenario.service.users.create({ uid: 'u-0', name: 'Old' });
  await scenario.service.groups.create({ guid: 'g', name: 'Old', type: 'public' });
  await scenario.service.members.add('g', { participants: ['u-0'] } as never);
  await expectInSync(scenario, {
    users: users(0, 1),
    groups: [{ guid: 'g', name: 'New', type: 'public', owner: 'u-0' }],
    members: [{ guid: 'g', uid: 'u-0', scope: 'moderator' }],
  });
});

test('a run without sync finds existing users, then sync is added: they are updated', async () => {
  await using scenario = await syncScenario(['users']);
  scenario.describe({ sync: false });
  await scenario.service.users.create({ uid: 'u-0', name: 'Old' });
  scenario.put({ users: users(0, 2) });
  expect((await runHere('run', scenario.pipeline, '--yes', '--quiet')).exitCode).toBe(0);
  scenario.describe({ limits: 'batch: 10' });
  await expectInSync(scenario, { users: users(0, 2) });
});

test('a killed sync, a fresh run without sync of another export, another sync: the service equals the export', async () => {
  await using scenario = await syncScenario(['users'], { limits: 'batch: 10' });
  scenario.put({ users: users(0, 100, 'First') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /data_import/, 4));
  scenario.describe({ sync: false, limits: 'batch: 10' });
  scenario.put({ users: users(0, 100, 'Second') });
  expect((await runHere('run', scenario.pipeline, '--yes', '--quiet', '--fresh')).exitCode).toBe(0);
  scenario.describe({ limits: 'batch: 10' });
  await expectInSync(scenario, { users: users(0, 100, 'Second') });
});

test('a user created by others after the first sync is not deleted, though the answer to its import was lost', async () => {
  await using scenario = await syncScenario(['users'], DELETE, 'reset-afterx1@/data_import/users');
  scenario.clock.behindMs = 10 * 3_600_000;
  scenario.put({ users: users(0, 3) });
  const { code } = await cli(['run', scenario.pipeline, '--yes', '--quiet'], clockEnv(scenario));
  expect(code).toBe(0);
  scenario.clock.behindMs = 5 * 3_600_000;
  await scenario.service.users.create({ uid: 'u-7', name: 'By itself' });
  scenario.clock.behindMs = 0;
  scenario.put({ users: users(0, 8) });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /data_import/, 1));
  await scenario.sync({ users: users(0, 8) });
  await scenario.sync({ users: users(0, 6) });
  expect((await scenario.service.users.get('u-7')).uid).toBe('u-7');
});
