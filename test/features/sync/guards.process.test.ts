import { expect, test } from 'vitest';
import { type Nights, nights, type Rows } from './scenario/syncs.ts';

const users = (count: number, from = 0, name = 'User'): Rows =>
  Array.from({ length: count }, (_, index) => ({
    uid: `u-${from + index}`,
    name: `${name} ${from + index}`,
  }));

/** A night that a guard ends; gives what `--confirm` takes. */
async function guarded(own: Nights, code: string, message: string, ...options: string[]): Promise<string> {
  const { exitCode, stderr, writes } = await own.run(...options);
  expect([exitCode, writes]).toEqual([11, 0]);
  expect(stderr).toContain(code);
  expect(stderr).toContain(message);
  const planned = await own.plan();
  expect(planned.guard).toMatchObject({ code });
  const [, id = ''] = /--confirm (\w+)/.exec(stderr) ?? [];
  expect(id).toBe(planned.id);
  return id;
}

test('a source that is empty all at once', async () => {
  await using own = await nights(['users'], { sync: '{ onMissing: delete }' });
  await own.night({ users: users(5) });
  own.put({ users: 'uid,name\n' });
  await guarded(own, 'GUARD.SOURCE_EMPTIED', 'sources.users has no row, but the service has 5');
  expect(await Array.fromAsync(own.service.users.list())).toHaveLength(5);
  // A file without a header is no export at all.
  own.put({ users: '' });
  const { exitCode, writes } = await own.run();
  expect([exitCode, writes]).toEqual([2, 0]);
});

test('more rows gone than a night may remove, by number and by share', async () => {
  await using own = await nights(['users'], { sync: '{ onMissing: delete, maxDelete: 4 }' });
  await own.night({ users: users(100) });
  own.put({ users: users(95) });
  const old = await guarded(own, 'GUARD.MAX_DELETE', '5 of 100 users');
  // As many rows are gone, but others: that is not what was looked at.
  own.put({ users: users(95, 5) });
  const id = await guarded(own, 'GUARD.MAX_DELETE', '5 of 100 users', '--confirm', old);
  expect(id).not.toBe(old);
  await guarded(own, 'GUARD.MAX_DELETE', '5 of 100 users', '--confirm', '00000000');
  own.describe({ sync: '{ onMissing: delete, maxDelete: 4% }' });
  await guarded(own, 'GUARD.MAX_DELETE', 'allows 4 to be deleted');
  own.describe({ sync: '{ onMissing: deactivate, maxDelete: 4% }' });
  await guarded(own, 'GUARD.MAX_DELETE', 'allows 4 to be deactivated');
  own.describe({ sync: '{ onMissing: delete, maxDelete: 4 }' });
  const ended = await own.run('--confirm', id);
  expect(ended.exitCode).toBe(0);
  expect(ended.report.missing?.users?.deleted).toBe(5);
  expect((await own.run()).writes).toBe(0);
  expect(await own.differences()).toBe(0);
});

test('more than half of the rows changed: the map or the export, not the rows', async () => {
  await using own = await nights(['users']);
  await own.night({ users: users(40).map((row) => ({ ...row, createdAt: 1_600_000_000 })) });
  own.put({ users: users(40, 0, 'Person').map((row) => ({ ...row, createdAt: 1_600_000_000 })) });
  const id = await guarded(own, 'GUARD.MOSTLY_CHANGED', '40 of 40 users');
  expect((await own.run('--confirm', id)).report.entities.users.updated).toBe(40);
  // Times that are off by an hour, which nobody could change any more.
  own.put({ users: users(40, 0, 'Person').map((row) => ({ ...row, createdAt: 1_600_003_600 })) });
  await guarded(own, 'GUARD.MOSTLY_CHANGED', '40 of 40 users');
});
