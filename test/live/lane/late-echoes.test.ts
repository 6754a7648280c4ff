import { describe, expect, test } from 'vitest';
import { compareApps } from '../chaos/compare-apps.ts';
import { idIn, meet, say } from './team.ts';
import { openTwoLanes, type TwoLanes } from './two-lanes.ts';

/** People of the new app do things; the events that this causes in the old one come only after a kill. */
async function echoesAfterKill(world: TwoLanes, work: readonly (() => Promise<unknown>)[]): Promise<number> {
  const { old, new: fresh } = world.apps;
  world.way = (side) => (side === 'old' ? 'held' : 'arrives');
  for (const each of work) {
    await each();
    await world.quiet();
  }
  await world.restart();
  const before = old.writes.length + fresh.writes.length;
  world.way = () => 'arrives';
  // One after the other: none of them is taken together with what came after it.
  while (await world.releaseOne()) await world.quiet();
  return old.writes.length + fresh.writes.length - before;
}

describe('echoes that come after a kill', () => {
  test('write no reaction and no member back', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    await old.call('POST', '/users', { uid: 'cy', name: 'cy' });
    await world.reconcile();
    const id = await say(old, 'ann', 'o-1 hello');
    await world.quiet();
    const there = await idIn(fresh, `oldapp-${id}`);
    const writes = await echoesAfterKill(world, [
      () => fresh.call('POST', `/messages/${there}/reactions/ok`, undefined, 'ben'),
      () => fresh.call('POST', '/groups/team/members', { participants: ['cy'] }),
      () => fresh.call('DELETE', `/messages/${there}/reactions/ok`, undefined, 'ben'),
      () => fresh.call('DELETE', '/groups/team/members/cy'),
    ]);
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await old.messages())[0]?.reactions).toEqual([]);
    expect((await old.members()).get('team')).toHaveLength(2);
    // Those of this test itself are none of them.
    expect(writes).toBe(0);
    expect(world.failures).toEqual([]);
  });

  test('take back none that was given again', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const id = await say(old, 'ann', 'o-1 hello');
    await world.quiet();
    const there = await idIn(fresh, `oldapp-${id}`);
    const react = (method: string) => () =>
      fresh.call(method, `/messages/${there}/reactions/ok`, undefined, 'ben');
    const writes = await echoesAfterKill(world, [
      react('POST'),
      react('DELETE'),
      react('POST'),
      () => fresh.call('DELETE', '/groups/team/members/ben'),
      () => fresh.call('POST', '/groups/team/members', { participants: ['ben'] }),
    ]);
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await old.messages())[0]?.reactions).toEqual(['ben ok']);
    expect((await old.members()).get('team')).toHaveLength(2);
    expect(writes).toBe(0);
  });

  test('hide nothing that people of that app do after them', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const id = await say(old, 'ann', 'o-1 hello');
    await world.quiet();
    const there = await idIn(fresh, `oldapp-${id}`);
    const writes = await echoesAfterKill(world, [
      () => fresh.call('POST', `/messages/${there}/reactions/ok`, undefined, 'ben'),
      () => fresh.call('POST', `/messages/${there}/reactions/no`, undefined, 'ben'),
      () => old.call('DELETE', `/messages/${id}/reactions/ok`, undefined, 'ben'),
    ]);
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await fresh.messages())[0]?.reactions).toEqual(['ben no']);
    expect(writes).toBe(1);
  });
});
