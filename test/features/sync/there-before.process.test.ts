import { expect, test } from 'vitest';
import { cli } from '../../e2e/cli-process.ts';
import { runHere } from '../verify/migrated.ts';
import { agrees, atItsTime, endedWhen, requestsOf } from './scenario/killing.ts';
import { nights, type Rows } from './scenario/syncs.ts';

/** Rows that the service held before the pipeline came, and answers that did not say so. */

const users = (from: number, to: number, name = 'User'): Rows =>
  Array.from({ length: to - from }, (_, n) => ({ uid: `u-${from + n}`, name: `${name} ${from + n}` }));
const DELETE = { sync: '{ onMissing: delete, maxDelete: 90% }' };

test('killed in the first night on a service that holds users: they are brought up to date', async () => {
  await using own = await nights(['users'], { limits: 'batch: 10' });
  for (const { uid } of users(0, 60)) await own.service.users.create({ uid: uid as string, name: 'Old' });
  own.put({ users: users(0, 60) });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 1));
  await agrees(own, { users: users(0, 60) });
});

test('an answer is lost that said that a user was there before: it is brought up to date', async () => {
  await using own = await nights(['users'], {}, 'reset-afterx1@/data_import/users');
  for (const { uid } of users(0, 5)) await own.service.users.create({ uid: uid as string, name: 'Old' });
  await agrees(own, { users: users(0, 5) });
});

test('answers are lost that said that a group and a member were there before: they are brought up to date', async () => {
  await using own = await nights(
    ['users', 'groups', 'members'],
    {},
    'reset-afterx1@/data_import/groups,reset-afterx1@/data_import/members',
  );
  await own.service.users.create({ uid: 'u-0', name: 'Old' });
  await own.service.groups.create({ guid: 'g', name: 'Old', type: 'public' });
  await own.service.members.add('g', { participants: ['u-0'] } as never);
  await agrees(own, {
    users: users(0, 1),
    groups: [{ guid: 'g', name: 'New', type: 'public', owner: 'u-0' }],
    members: [{ guid: 'g', uid: 'u-0', scope: 'moderator' }],
  });
});

test('a run without sync finds users that were there before, sync is added: they are brought up to date', async () => {
  await using own = await nights(['users']);
  own.describe({ sync: false });
  await own.service.users.create({ uid: 'u-0', name: 'Old' });
  own.put({ users: users(0, 2) });
  expect((await runHere('run', own.pipeline, '--yes', '--quiet')).exitCode).toBe(0);
  own.describe({ limits: 'batch: 10' });
  await agrees(own, { users: users(0, 2) });
});

test('a night that is killed, a fresh run without sync of another export, a night again: it agrees', async () => {
  await using own = await nights(['users'], { limits: 'batch: 10' });
  own.put({ users: users(0, 100, 'First') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 4));
  own.describe({ sync: false, limits: 'batch: 10' });
  own.put({ users: users(0, 100, 'Second') });
  expect((await runHere('run', own.pipeline, '--yes', '--quiet', '--fresh')).exitCode).toBe(0);
  own.describe({ limits: 'batch: 10' });
  await agrees(own, { users: users(0, 100, 'Second') });
});

test('a user that came by itself after the first night, whose answer was lost, is not deleted', async () => {
  await using own = await nights(['users'], DELETE, 'reset-afterx1@/data_import/users');
  own.clock.behindMs = 10 * 3_600_000;
  own.put({ users: users(0, 3) });
  const { code } = await cli(['run', own.pipeline, '--yes', '--quiet'], atItsTime(own));
  expect(code).toBe(0);
  own.clock.behindMs = 5 * 3_600_000;
  await own.service.users.create({ uid: 'u-7', name: 'By itself' });
  own.clock.behindMs = 0;
  own.put({ users: users(0, 8) });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 1));
  await own.night({ users: users(0, 8) });
  await own.night({ users: users(0, 6) });
  expect((await own.service.users.get('u-7')).uid).toBe('u-7');
});
