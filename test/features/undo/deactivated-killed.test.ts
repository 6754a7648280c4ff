import { beforeAll, expect, test } from 'vitest';
import { loadAll } from '../../simulation/simulate.ts';
import { sized } from '../../support/long-form.ts';
import { serviceHere } from '../../support/service-here.ts';
import { put, sync, undo } from './put-back.ts';
import { type End, simulatedSync } from './simulated-sync.ts';

/** The app has deactivated users, and a sync that changes them is ended at each of its points: they stay deactivated. */

/** Before this point nothing is sent; of the others, every so manieth. */
const FROM = 120;
const EVERY = sized(10, 3);

beforeAll(loadAll, 120_000);

/** @returns how many points the sync had */
async function ended(isUndone: boolean, end: End): Promise<number> {
  using sync = simulatedSync(['users']);
  sync.imported('users', { theirs: { uid: 'theirs', name: 'T', createdAt: 1_700_000_000 } });
  sync.put({ 'users.csv': 'uid,name\ntheirs,T\n' });
  expect((await sync.run()).exitCode).toBe(0);
  sync.peer.call('DELETE', '/users', { uidsToDeactivate: ['theirs'] });
  sync.put({ 'users.csv': 'uid,name\ntheirs,New\n' });
  const first = await sync.run(end);
  const deactivated = (): unknown[] =>
    sync.rows('/users?onlyDeactivated=true').map((row) => {
      const { uid, name } = row as { uid: string; name: string };
      return { uid, name };
    });
  if (isUndone) {
    const id = await sync.confirm();
    if (id) expect((await sync.undo(id)).exitCode).toBe(0);
    expect(deactivated(), JSON.stringify(end)).toEqual([{ uid: 'theirs', name: 'T' }]);
  } else {
    if (first.isCut) expect((await sync.run()).exitCode).toBe(0);
    expect(deactivated(), JSON.stringify(end)).toEqual([{ uid: 'theirs', name: 'New' }]);
  }
  return first.points;
}

test.each(['the next sync', 'an undo'])(
  '%s deactivates them again',
  async (what) => {
    const isUndone = what === 'an undo';
    const points = await ended(isUndone, undefined);
    expect(points).toBeGreaterThan(20);
    for (let at = FROM; at <= points; at += EVERY) await ended(isUndone, { kind: 'kill', at });
  },
  600_000,
);

test('one whom the app activates later stays active in an undo', async () => {
  await using here = await serviceHere({ files: { 'users.csv': 'uid,name\ne1,Eve\n' }, rest: 'sync: {}' });
  const { users } = here.service;
  await users.create({ uid: 'e1', name: 'Eve' });
  await sync(here);
  await users.deactivate(['e1']);
  put(here, 'users.csv', 'uid,name\ne1,Eva\n');
  await sync(here);
  expect(await Array.fromAsync(users.list({ onlyDeactivated: true }))).toHaveLength(1);
  await users.reactivate(['e1']);
  const { done } = await undo(here);
  expect(done.putBack?.users).toMatchObject({ rows: 1, fields: 1, changed: 0 });
  expect(await users.get('e1')).toMatchObject({ name: 'Eve' });
});
