import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { compareApps } from '../chaos/compare-apps.ts';
import { lostAnswers, meet, say } from '../lane/team.ts';
import { openTwoLanes, type TwoLanes } from '../lane/two-lanes.ts';

const textsIn = async ({ apps }: TwoLanes): Promise<readonly string[]> =>
  (await apps.new.messages()).map(({ text }) => text);

/** Two messages, seconds apart, of which no event tells. */
async function twoUntold(world: TwoLanes): Promise<readonly [first: string, second: string]> {
  await meet(world);
  await sleep(1_100);
  world.way = () => 'lost';
  const first = await say(world.apps.old, 'ann', 'p-1 first');
  await sleep(2_100);
  return [first, await say(world.apps.old, 'ben', 'p-2 second')];
}

const recordOf = async ({ apps: { old } }: TwoLanes, id: string) =>
  (await old.call('GET', `/messages/${id}`))['data'] as Readonly<Record<string, unknown>>;

describe('a message that comes after a later one, whose writing a kill has cut off', () => {
  test('stands before it, also if that was changed since', async () => {
    await using world = await openTwoLanes();
    const { apps, writers } = world;
    const [, second] = await twoUntold(world);
    const row = await recordOf(world, second);
    const signal = AbortSignal.timeout(20_000);
    const { rows } = await writers.new.convert([{ list: 'messages', row }], signal);
    await writers.new.write({ rows, removals: [], how: 'send' }, signal);
    await apps.old.call('PUT', `/messages/${second}`, { data: { text: 'p-2 edited' } }, 'ben');
    await sleep(1_100);
    await world.reconcile();
    expect(await textsIn(world)).toEqual(['p-1 first', 'p-2 edited']);
    expect(await compareApps(apps.old, apps.new)).toEqual([]);
  });

  test('stands before it, also if it is read first', async () => {
    const cut = lostAnswers();
    await using world = await openTwoLanes({}, undefined, [cut]);
    const { apps, lanes, lookups, events } = world;
    const [first, second] = await twoUntold(world);
    cut.share = 1;
    const kill = new AbortController();
    const listed = lookups.old.changedIn(Date.now() - 60_000, Date.now(), kill.signal);
    const taken = lanes.old.take(only(listed, `oldapp-${second}`), kill.signal).catch(() => 'killed');
    const isWritten = () => events.some(({ side, body }) => side === 'new' && body.includes('p-2 second'));
    await expect.poll(isWritten, { timeout: 20_000 }).toBe(true);
    kill.abort();
    expect(await taken).toBe('killed');
    cut.share = 0;
    await world.restart();
    world.way = () => 'arrives';
    await world.arrive('old', events.find(({ body }) => body.includes('p-1 first'))?.body ?? '');
    await expect
      .poll(async () => (await textsIn(world)).includes('p-1 first'), { timeout: 20_000 })
      .toBe(true);
    await world.reconcile();
    expect(first).not.toBe(second);
    expect(await textsIn(world)).toEqual(['p-1 first', 'p-2 second']);
    expect(await compareApps(apps.old, apps.new)).toEqual([]);
  });
});

/** The change about one record alone. */
async function* only<Change extends { readonly key: string }>(
  changes: AsyncIterable<Change>,
  key: string,
): AsyncGenerator<Change> {
  for await (const change of changes) if (change.key === key) yield change;
}
