import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { compareApps } from '../chaos/compare-apps.ts';
import { addTeam, inTeam, lostAnswers } from '../lane/team.ts';
import { openTwoLanes } from '../lane/two-lanes.ts';

test('what a kill left unnoted of our own message is no change of people there: an edit goes over it', async () => {
  await using world = await openTwoLanes();
  await addTeam(world);
  const { old, new: fresh } = world.apps;
  world.way = () => 'held';
  const { data } = await old.call('POST', '/messages', inTeam('m-1 hello'), 'ann');
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

test('what was sent late is no other message while nobody knows what became of it', async () => {
  const cut = lostAnswers();
  await using world = await openTwoLanes({}, undefined, [cut]);
  await addTeam(world);
  const { apps, writers, events } = world;
  world.way = () => 'held';
  const { data } = await apps.old.call('POST', '/messages', inTeam('m-1 hello'), 'ann');
  const isTold = (side: string) =>
    expect.poll(() => events.filter((one) => one.side === side && one.body.includes('m-1')).length).toBe(1);
  await isTold('old');
  // It gets there with another time, and the process is killed before the answer comes.
  await sleep(2_100);
  cut.share = 1;
  const { rows } = await writers.new.convert(
    [{ list: 'messages', row: data as Readonly<Record<string, unknown>> }],
    AbortSignal.timeout(5_000),
  );
  const kill = new AbortController();
  const killed = writers.new.write({ rows, removals: [], how: 'send' }, kill.signal).catch(() => 'killed');
  await isTold('new');
  kill.abort();
  expect(await killed).toBe('killed');
  cut.share = 0;
  // Its own event comes before that of the old app is read again.
  world.turnHeld();
  expect(await world.releaseOne()).toBe(true);
  await world.quiet();
  world.way = () => 'arrives';
  while (await world.releaseOne());
  await world.quiet();
  expect(await compareApps(apps.old, apps.new)).toEqual([]);
  expect(await apps.old.messages()).toHaveLength(1);
});
