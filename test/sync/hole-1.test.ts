import { test } from 'vitest';
import { agrees, endedWhen, requestsOf } from './killing.ts';
import { nights, type Rows } from './nights.ts';

const users = (from: number, to: number, name = 'User'): Rows =>
  Array.from({ length: to - from }, (_, n) => ({ uid: `u-${from + n}`, name: `${name} ${from + n}` }));

test('T1a killed in the first night on a service that holds users: they are brought up to date', async () => {
  await using own = await nights(['users'], { limits: 'batch: 10' });
  for (const { uid } of users(0, 60)) await own.service.users.create({ uid: uid as string, name: 'Old' });
  own.put({ users: users(0, 60) });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 1));
  await agrees(own, { users: users(0, 60) });
});

test('T1b an answer is lost that said that a user was there before: it is brought up to date', async () => {
  await using own = await nights(['users'], {}, 'reset-afterx1@/data_import/users');
  for (const { uid } of users(0, 5)) await own.service.users.create({ uid: uid as string, name: 'Old' });
  await agrees(own, { users: users(0, 5) });
});

test('T1c the same of groups and members', async () => {
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

test('T2 a night that was killed while it removed, one out of time before it removes, and all is back', async () => {
  await using own = await nights(
    ['users'],
    { sync: '{ onMissing: delete, maxDelete: 90% }' },
    'delay=20@/users/u',
  );
  const all = { users: users(0, 100) };
  await own.night(all);
  own.put({ users: users(60, 100) });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE .*users/, 8));
  let seen = 0;
  own.heard.on('request', () => seen++);
  await endedWhen(own, 'SIGINT', requestsOf(own, /users/, 1));
  await agrees(own, all);
});
