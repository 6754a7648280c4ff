import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Clock, realClock } from '../../../src/system/clock.ts';
import { compareApps } from '../chaos/compare-apps.ts';
import { addTeam, inTeam } from '../lane/team.ts';
import { openTwoLanes } from '../lane/two-lanes.ts';

const DAY_MS = 86_400_000;

const idOf = (answer: Readonly<Record<string, unknown>>): string =>
  String((answer['data'] as { readonly id: string }).id);

describe.each([
  ['back', -DAY_MS],
  ['forward', DAY_MS],
])('a clock that is set %s by a day', (_, jumpMs) => {
  test('delays no event and loses none', { timeout: 90_000 }, async () => {
    let shiftMs = 0;
    const clock: Clock = { ...realClock, now: () => Date.now() + shiftMs };
    await using world = await openTwoLanes({ waitForParentMs: 5_000 }, undefined, [], clock);
    const { old, new: fresh } = world.apps;
    await addTeam(world);
    // The event of what is answered is lost, so that the answer waits for it while the clock is set.
    world.way = (_side, body) => (body.includes('m-1 asked') ? 'lost' : 'arrives');
    const asked = idOf(await old.call('POST', '/messages', inTeam('m-1 asked'), 'ann'));
    await old.call('POST', `/messages/${asked}/thread`, inTeam('m-2 answered'), 'ann');
    await expect.poll(() => world.lanes.old.counts.waiting).toBeGreaterThan(0);
    shiftMs = jumpMs;
    world.way = () => 'arrives';
    // The writer has the clock of this machine: who has just joined has joined in its future, for the rest of this second.
    await sleep(1_050 - (Date.now() % 1_000));
    await old.call('POST', '/groups/team/members', { participants: ['ben'] });
    await old.call('POST', '/messages', inTeam('m-3 hello'), 'ben');
    const edited = idOf(await fresh.call('POST', '/messages', inTeam('m-4 hello'), 'ann'));
    await old.call('POST', `/messages/${asked}/reactions/x`, undefined, 'ann');
    await fresh.call('PUT', `/messages/${edited}`, { data: { text: 'm-4 edited' } }, 'ann');
    await world.quiet();
    await old.call('POST', '/messages', inTeam('m-5 bye'), 'ann');
    await world.quiet();
    expect([...world.lanes.old.dead(), ...world.lanes.new.dead()]).toEqual([]);
    expect(await compareApps(old, fresh)).toEqual([]);
    expect(await fresh.messages()).toHaveLength(5);
    expect(world.failures).toEqual([]);
  });
});

test('an event from the far future hides nothing that comes after it', { timeout: 90_000 }, async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await addTeam(world);
  const id = idOf(await old.call('POST', '/messages', inTeam('m-1 hello'), 'ann'));
  await world.quiet();
  world.way = () => 'lost';
  await old.call('PUT', `/messages/${id}`, { data: { text: 'm-1 edited' } }, 'ann');
  const events = () => world.events.filter(({ body }) => body.includes('m-1 edited'));
  await expect.poll(() => events().length).toBeGreaterThan(0);
  world.way = () => 'arrives';
  for (const { side, body } of events())
    await world.arrive(side, body.replace(/"(sentAt|editedAt|updatedAt)":\d{10}/g, '"$1":4102444800'));
  await expect.poll(async () => (await fresh.messages()).map((each) => each.text)).toEqual(['m-1 edited']);
  await sleep(1_050);
  await old.call('PUT', `/messages/${id}`, { data: { text: 'm-1 edited again' } }, 'ann');
  await world.quiet();
  expect((await fresh.messages()).map((each) => each.text)).toEqual(['m-1 edited again']);
  // One of there that is new says so, too.
  world.way = () => 'lost';
  await old.call('POST', '/messages', inTeam('m-2 hello'), 'ann');
  const news = () => world.events.filter(({ body }) => body.includes('m-2 hello'));
  await expect.poll(() => news().length).toBeGreaterThan(0);
  world.way = () => 'arrives';
  for (const { side, body } of news())
    await world.arrive(side, body.replace(/"(sentAt|updatedAt)":\d{10}/g, '"$1":4102444800'));
  await world.quiet();
  await old.call('POST', '/messages', inTeam('m-3 hello'), 'ann');
  await world.quiet();
  await old.call('DELETE', `/messages/${id}`, undefined, 'ann');
  await world.quiet();
  expect(await compareApps(old, fresh)).toEqual([]);
  expect(world.failures).toEqual([]);
});

test('a record with a time of the far future hides no later one', { timeout: 120_000 }, async () => {
  await using world = await openTwoLanes();
  const { old, new: fresh } = world.apps;
  await addTeam(world);
  const id = idOf(await old.call('POST', '/messages', inTeam('m-1 hello'), 'ann'));
  await world.quiet();
  world.way = () => 'lost';
  const signal = AbortSignal.timeout(60_000);
  const take = async (words: string, version?: number): Promise<void> => {
    await old.call('PUT', `/messages/${id}`, { data: { text: words } }, 'ann');
    const now = await world.lookups.old.message({ key: `oldapp-${id}`, id }, signal);
    if (!now) throw new Error('there is no message');
    const change = { ...now, version: version ?? now.version };
    await world.lanes.old.take(
      (async function* () {
        yield change;
      })(),
      signal,
    );
  };
  await take('m-1 edited', Date.UTC(2100, 0) * 1_000);
  expect((await fresh.messages()).map((each) => each.text)).toEqual(['m-1 edited']);
  await take('m-1 edited again');
  expect((await fresh.messages()).map((each) => each.text)).toEqual(['m-1 edited again']);
  expect(world.failures).toEqual([]);
});
