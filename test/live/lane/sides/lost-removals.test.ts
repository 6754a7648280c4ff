import { describe, expect, test } from 'vitest';
import { compareApps } from '../../chaos/compare-apps.ts';
import { idIn, meet, say } from '../team.ts';
import { openTwoLanes, type TwoLanes } from '../two-lanes.ts';

const HEART = '%E2%9D%A4%EF%B8%8F';

/** Lets events be lost while something is done. */
async function unheard(world: TwoLanes, work: () => Promise<unknown>): Promise<void> {
  await world.quiet();
  world.way = () => 'lost';
  await work();
  await world.quiet();
  world.way = () => 'arrives';
}

describe('what no event has told', () => {
  test.each(['old', 'new'] as const)('a reaction that was taken back in the %s app', async (side) => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const id = await say(old, 'ann', 'o-1 hello');
    await world.quiet();
    const ids = { old: id, new: await idIn(fresh, `oldapp-${id}`) };
    for (const emoji of [HEART, 'ok'])
      await old.call('POST', `/messages/${id}/reactions/${emoji}`, undefined, 'ann');
    await fresh.call('POST', `/messages/${ids.new}/reactions/${HEART}`, undefined, 'ben');
    await unheard(world, async () => {
      for (const uid of ['ann', 'ben'])
        await world.apps[side].call('DELETE', `/messages/${ids[side]}/reactions/${HEART}`, undefined, uid);
    });
    // Those of ours whose echo has come are known to have been there.
    await world.reconcile();
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await old.messages())[0]?.reactions).toEqual(['ann ok']);
    expect(world.failures).toEqual([]);
  });

  test('a member who has left', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    await unheard(world, () => old.call('DELETE', '/groups/team/members/ben'));
    await world.reconcile();
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await fresh.members()).get('team')).toEqual(['ann admin']);
  });

  test('a reaction stays that the other app has had for a moment only', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const id = await say(old, 'ann', 'o-1 hello');
    await world.quiet();
    const there = await idIn(fresh, `oldapp-${id}`);
    // No event of it comes, so that only lists say it.
    await unheard(world, () => fresh.call('POST', `/messages/${there}/reactions/ok`, undefined, 'ben'));
    await world.reconcile();
    await world.quiet();
    expect((await old.messages())[0]?.reactions).toEqual(['ben ok']);
    expect((await fresh.messages())[0]?.reactions).toEqual(['ben ok']);
  });

  test('nothing is removed by a list that is older than what was written since', async () => {
    await using world = await openTwoLanes();
    const { old, new: fresh } = world.apps;
    await meet(world);
    const id = await say(old, 'ann', 'o-1 hello');
    await world.quiet();
    const signal = new AbortController().signal;
    const listed = [];
    for await (const change of world.lookups.old.changedIn(Date.now() - 60_000, Date.now(), signal))
      listed.push(change);
    await old.call('POST', `/messages/${id}/reactions/ok`, undefined, 'ann');
    await fresh.call('POST', `/messages/${await idIn(fresh, `oldapp-${id}`)}/reactions/ok`, undefined, 'ben');
    await old.call('POST', '/users', { uid: 'cy', name: 'Cy' });
    await old.call('POST', '/groups/team/members', { participants: ['cy'] });
    await world.quiet();
    await world.lanes.old.take(
      (async function* () {
        yield* listed;
      })(),
      signal,
    );
    await world.quiet();
    expect(await compareApps(old, fresh)).toEqual([]);
    expect((await fresh.messages())[0]?.reactions).toEqual(['ann ok', 'ben ok']);
    expect((await fresh.members()).get('team')).toHaveLength(3);
  });
});
