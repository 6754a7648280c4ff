import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { compareApps } from '../chaos/compare-apps.ts';
import { meet, say } from '../lane/team.ts';
import { openTwoLanes } from '../lane/two-lanes.ts';

test('what can only be imported stands behind what was sent before it, however late both are', async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await meet(world);
  await sleep(1_100);
  // Nobody knows yet that ben may not write there any more.
  world.way = (side) => (side === 'new' ? 'lost' : 'held');
  await fresh.call('DELETE', '/groups/team/members/ben');
  await say(old, 'ann', 'i-1 first');
  await say(old, 'ben', 'i-2 second');
  await expect.poll(() => world.events.filter(({ body }) => body.includes('i-2 second')).length).toBe(1);
  await sleep(2_100);
  world.way = (side) => (side === 'new' ? 'lost' : 'arrives');
  while (await world.releaseOne());
  await world.quiet();
  await say(old, 'ann', 'i-3 third');
  await world.quiet();
  expect((await fresh.messages()).map((message) => message.text)).toEqual([
    'i-1 first',
    'i-2 second',
    'i-3 third',
  ]);
  const order = (await compareApps(old, fresh)).filter((each) => each.startsWith('order'));
  expect(order).toEqual([]);
  expect(world.failures).toEqual([]);
});
