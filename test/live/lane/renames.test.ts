import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { compareApps } from '../chaos/compare-apps.ts';
import type { LiveApp } from '../chaos/live-app.ts';
import { meet } from './team.ts';
import { openTwoLanes, type TwoLanes } from './two-lanes.ts';

const rename = async (app: LiveApp, name: string): Promise<void> => {
  await app.call('PUT', '/groups/team', { name });
  await app.call('PUT', '/users/ann', { name });
};

/** The names of the group and of the user in both apps. */
async function names({ apps }: TwoLanes): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const app of [apps.old, apps.new])
    found.push((await app.groups()).get('team')?.replace(' public', ''), (await app.users()).get('ann'));
  return found;
}

/** Both directions take what has come, and lists for what causes no events; then nothing is written any more. */
async function settled(world: TwoLanes): Promise<void> {
  await world.quiet();
  await world.reconcile();
  await world.quiet();
  const { old, new: fresh } = world.apps;
  const before = old.writes.length + fresh.writes.length;
  await world.reconcile();
  await world.quiet(1_000);
  expect(old.writes.length + fresh.writes.length).toBe(before);
  expect(await compareApps(old, fresh)).toEqual([]);
  expect(world.failures).toEqual([]);
}

describe.concurrent('a group and a user that are renamed in both apps', () => {
  test('in the same second have the new name of the new app, and nothing goes round', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    await world.reconcile();
    await sleep(1_020 - (Date.now() % 1_000));
    await Promise.all([rename(old, 'Old'), rename(fresh, 'New')]);
    await settled(world);
    expect(await names(world)).toEqual(['New', 'New', 'New', 'New']);
    expect(world.lanes.old.counts.conflicts + world.lanes.new.counts.conflicts).toBeGreaterThan(0);
  });

  test.each(['old', 'new'] as const)('have the name that the %s app gave last', async (last) => {
    await using world = await openTwoLanes();
    await meet(world);
    await world.reconcile();
    // Neither side hears of the other one before both are done.
    world.way = () => 'held';
    await rename(world.apps[last === 'old' ? 'new' : 'old'], 'First');
    await sleep(1_100);
    await rename(world.apps[last], 'Last');
    world.way = () => 'arrives';
    while (await world.releaseOne());
    await settled(world);
    expect(await names(world)).toEqual(['Last', 'Last', 'Last', 'Last']);
  });
});
