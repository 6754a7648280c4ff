import { expect, test } from 'vitest';
import { compareApps } from '../chaos/compare-apps.ts';
import { openTwoLanes, type TwoLanes } from '../lane/two-lanes.ts';

const text = (words: string): object => ({
  receiver: 'team',
  receiverType: 'group',
  category: 'message',
  type: 'text',
  data: { text: words },
});

async function addTeam({ apps: { old }, quiet, reconcile }: TwoLanes): Promise<void> {
  for (const uid of ['ann', 'ben']) await old.call('POST', '/users', { uid, name: uid });
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await quiet(300);
  // No event tells of users.
  await reconcile();
}

test('what a kill left unnoted of our own message is no change of people there: an edit goes over it', async () => {
  await using world = await openTwoLanes();
  await addTeam(world);
  const { old, new: fresh } = world.apps;
  world.way = () => 'held';
  const { data } = await old.call('POST', '/messages', text('m-1 hello'), 'ann');
  const { id } = data as { readonly id: string };
  const record = await old.call('GET', `/messages/${id}`);
  await old.call('PUT', `/messages/${id}`, { data: { text: 'm-1 edited' } }, 'ann');
  // The pass that wrote it was killed before it noted what the other side has.
  const row = record['data'] as Readonly<Record<string, unknown>>;
  const { writers } = world;
  const { rows } = await writers.new.convert([{ list: 'messages', row }], AbortSignal.timeout(5_000));
  await writers.new.write({ rows, removals: [], how: 'send' }, AbortSignal.timeout(5_000));
  expect(await fresh.messages()).toMatchObject([{ text: 'm-1 hello' }]);
  await expect.poll(() => world.events.filter(({ body }) => body.includes('m-1 edited')).length).toBe(1);
  world.way = () => 'arrives';
  while (await world.releaseOne());
  await world.quiet();
  expect(await compareApps(old, fresh)).toEqual([]);
  expect(await fresh.messages()).toMatchObject([{ text: 'm-1 edited' }]);
  expect(world.lanes.old.counts.conflicts).toBe(0);
});
