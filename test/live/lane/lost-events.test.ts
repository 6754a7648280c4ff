import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Side } from '../../../src/features/live/side.ts';
import { compareApps } from '../chaos/compare-apps.ts';
import { type EventFaults, openTwoLanes, type TwoLanes } from './two-lanes.ts';

const text = (words: string): object => ({
  receiver: 'team',
  receiverType: 'group',
  category: 'message',
  type: 'text',
  data: { text: words },
});

/** The way of events, which can be cut. */
function eventWay(): EventFaults & { isCut: boolean } {
  return {
    isCut: false,
    get lost() {
      return this.isCut ? 1 : 0;
    },
    doubled: 0,
    late: 0,
    random: () => 0.5,
  };
}

async function addTeam({ apps: { old }, quiet, reconcile }: TwoLanes): Promise<void> {
  for (const uid of ['ann', 'ben']) await old.call('POST', '/users', { uid, name: uid });
  await old.call('POST', '/groups', { guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
  await quiet(300);
  // No event tells of users.
  await reconcile();
}

/** Waits for the next second, so that times differ. */
const nextSecond = (): Promise<void> => sleep(1_050 - (Date.now() % 1_000));

const eventsAbout = (world: TwoLanes, word: string): TwoLanes['events'] =>
  world.events.filter(({ body }) => body.includes(`"text":"${word} `));

describe.each([
  ['old', 'new'],
  ['new', 'old'],
] as const)('messages of the %s side', (from, to) => {
  const textsOf = async ({ apps }: TwoLanes, side: Side): Promise<readonly string[]> =>
    (await apps[side].messages()).map(({ text: words }) => words.split(' ', 1)[0] ?? '');

  test.each([
    [
      'an event that comes late',
      async (world: TwoLanes, words: readonly string[]) => {
        // Together: the first alone would be written before the other one of its second is there.
        const late = words.flatMap((word) => eventsAbout(world, word));
        await Promise.all(late.map(({ side, body }) => world.arrive(side, body)));
      },
    ],
    ['a list that finds what no event said', async (world: TwoLanes) => world.reconcile()],
  ])('stand in their order after %s', async (_, find) => {
    const way = eventWay();
    await using world = await openTwoLanes({}, way);
    await addTeam(world);
    const say = (word: string): Promise<unknown> =>
      world.apps[from].call('POST', '/messages', text(`${word} hello`), 'ann');
    await say('m-1');
    await world.quiet(300);
    await nextSecond();
    way.isCut = true;
    // Both come after one of the same second, too, that was there before.
    for (const word of ['m-2', 'm-3']) {
      await say(word);
      await expect.poll(() => eventsAbout(world, word)).toHaveLength(1);
    }
    way.isCut = false;
    await say('m-4');
    await expect.poll(() => textsOf(world, to)).toContain('m-4');
    expect(await textsOf(world, to)).toEqual(['m-1', 'm-4']);
    await nextSecond();
    await say('m-5');
    await expect.poll(() => textsOf(world, to)).toContain('m-5');
    await find(world, ['m-3', 'm-2']);
    await world.quiet(300);
    expect(await compareApps(world.apps.old, world.apps.new)).toEqual([]);
    expect(await textsOf(world, to)).toEqual(['m-1', 'm-2', 'm-3', 'm-4', 'm-5']);
    expect(world.failures).toEqual([]);
  });
});

test('a message whose sending was cut off is sent again: nobody has deleted it', async () => {
  const way = eventWay();
  const fault = { kind: 'reset', share: 0, prefix: '/messages', times: undefined, value: '' } as const;
  const faults: (Omit<typeof fault, 'share'> & { share: number })[] = [{ ...fault }];
  await using world = await openTwoLanes({}, way, faults);
  await addTeam(world);
  way.isCut = true;
  const { data } = await world.apps.old.call('POST', '/messages', text('m-1 hello'), 'ann');
  const { id } = data as { readonly id: string };
  const record = await world.apps.old.call('GET', `/messages/${id}`);
  const row = record['data'] as Readonly<Record<string, unknown>>;
  const { rows } = await world.writers.new.convert([{ list: 'messages', row }], AbortSignal.timeout(5_000));
  for (const each of faults) each.share = 1;
  await expect(
    world.writers.new.write({ rows, removals: [], how: 'send' }, AbortSignal.timeout(500)),
  ).rejects.toThrow();
  for (const each of faults) each.share = 0;
  expect(world.writers.new.find('messages', `oldapp-${id}`)).toMatchObject({ origin: 'sent' });
  await expect.poll(() => eventsAbout(world, 'm-1')).toHaveLength(1);
  for (const { side, body } of eventsAbout(world, 'm-1')) await world.arrive(side, body);
  way.isCut = false;
  await world.quiet();
  expect(await compareApps(world.apps.old, world.apps.new)).toEqual([]);
  expect(await world.apps.new.messages()).toMatchObject([{ text: 'm-1 hello' }]);
});

test('a reaction that was taken back is gone, also if no event said so', async () => {
  const way = eventWay();
  await using world = await openTwoLanes({}, way);
  await addTeam(world);
  const { old, new: fresh } = world.apps;
  const { data } = await old.call('POST', '/messages', text('m-1 hello'), 'ann');
  const { id } = data as { readonly id: string };
  const reactions = async (): Promise<unknown> => (await fresh.messages()).map((each) => each.reactions);
  for (const uid of ['ann', 'ben']) {
    await old.call('POST', '/groups/team/members', { participants: [uid] }).catch(() => {});
    await old.call('POST', `/messages/${id}/reactions/x`, undefined, uid);
  }
  await expect.poll(reactions).toEqual([['ann x', 'ben x']]);
  way.isCut = true;
  await old.call('DELETE', `/messages/${id}/reactions/x`, undefined, 'ann');
  await sleep(300);
  way.isCut = false;
  await world.reconcile();
  expect(await reactions()).toEqual([['ben x']]);
  await old.call('DELETE', `/messages/${id}/reactions/x`, undefined, 'ben');
  await expect.poll(reactions).toEqual([[]]);
  await world.quiet(300);
  expect(await compareApps(old, fresh)).toEqual([]);
  expect(world.failures).toEqual([]);
});

test('a late event about a new group does not hide what was changed since', async () => {
  const way = eventWay();
  await using world = await openTwoLanes({}, way);
  await addTeam(world);
  const { old, new: fresh } = world.apps;
  way.isCut = true;
  await old.call('POST', '/groups', { guid: 'plans', name: 'Plans', type: 'public', owner: 'ann' });
  const created = () => world.events.filter(({ body }) => body.includes('"group_created"'));
  await expect.poll(created).toHaveLength(2);
  way.isCut = false;
  await old.call('POST', '/messages', { ...text('m-1 hello'), receiver: 'plans' }, 'ann');
  await expect.poll(async () => (await fresh.messages()).length).toBe(1);
  await world.quiet(300);
  way.isCut = true;
  await nextSecond();
  await old.call('PUT', '/groups/plans', { name: 'Renamed' });
  await sleep(300);
  way.isCut = false;
  for (const { side, body } of created()) await world.arrive(side, body);
  await world.quiet(300);
  await world.reconcile();
  await world.quiet(300);
  expect(await compareApps(old, fresh)).toEqual([]);
  expect((await fresh.groups()).get('plans')).toBe('Renamed public');
});
