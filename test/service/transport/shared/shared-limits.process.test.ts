import { expect, test } from 'vitest';
import { serverKinds } from '../../../features/fleet/queue-servers.ts';
import { mostIn, type Together, together, useOf } from './together.ts';

const PER_MINUTE = 1_200;
const HOUR_MS = '3600000';
/** Requests that a process may have under way. */
const UNDER_WAY = 4;

/** In any time, no more than the limit of that time, what may be caught up in it, and what was under way while the service stood still. */
function expectWithin(perMinute: number, arrived: Together['arrived'], processes: number): void {
  expect(arrived.filter(({ status }) => status !== 200)).toEqual([]);
  for (const seconds of [2, 5, 10])
    expect(mostIn(seconds * 1_000, arrived)).toBeLessThanOrEqual(
      (perMinute / 60) * (seconds + 1.2) + processes * UNDER_WAY,
    );
}

/** What is sent uses all of a limit. A machine that cannot keep up with it shows so under a lower one. */
async function expectUsed(send: (perMinute: number) => Promise<Together['arrived']>): Promise<void> {
  let use = 0;
  for (const perMinute of [PER_MINUTE, PER_MINUTE / 2, PER_MINUTE / 4]) {
    use = useOf(perMinute, await send(perMinute));
    if (use > 0.95) return;
  }
  expect(use).toBeGreaterThan(0.95);
}

test('four processes of one machine use one limit together, all of it and no more', () =>
  expectUsed(async (perMinute) => {
    await using it = await together(perMinute);
    const writers = ['a', 'b', 'c', 'd'].map((name) => it.start(name, 100));
    for (const { ended } of writers) expect(await ended).toMatchObject({ code: 0 });
    expect(it.arrived).toHaveLength(400);
    expectWithin(perMinute, it.arrived, writers.length);
    return it.arrived;
  }));

for (const { name, missing, start } of serverKinds)
  test.skipIf(missing !== undefined)(
    `over ${name}, processes share a limit whatever their clocks say, and one that is killed takes nothing with it${missing ? ` (${missing})` : ''}`,
    async () => {
      await using server = await start();
      await expectUsed(async (perMinute) => {
        const SHARING_URL = await server.queue();
        await using it = await together(perMinute);
        const killed = it.start('killed', 10_000, { SHARING_URL });
        const writers = [HOUR_MS, `-${HOUR_MS}`].map((SHIFT_MS, index) =>
          it.start(`w-${index}`, 120, { SHARING_URL, SHIFT_MS }),
        );
        await expect.poll(() => it.arrived.length).toBeGreaterThan(80);
        // The others are at work, too.
        await expect.poll(() => it.begun()).toEqual(expect.arrayContaining(['w-0', 'w-1']));
        killed.child.kill('SIGKILL');
        for (const { ended } of writers) expect(await ended).toMatchObject({ code: 0 });
        await killed.ended;
        expectWithin(perMinute, it.arrived, 1 + writers.length);
        return it.arrived;
      });
    },
  );

/** The service asks to wait once, when both have sent for some seconds: the 126th request. */
const ASKED_MS = 10_000;
const ASKED_TO_WAIT = { faults: `429=${ASKED_MS / 1_000}:1%x1@/data_import`, seed: 15 };
/** What was on its way to the service has certainly arrived. */
const ON_ITS_WAY_MS = 5_000;
const ownFile = { name: 'a file beside the states', missing: undefined, start: undefined };
for (const { name, missing, start } of [ownFile, ...serverKinds])
  test.skipIf(missing !== undefined)(
    `over ${name}, a 429 with Retry-After that one process got stops the other within a second, and neither sends before the time is over${missing ? ` (${missing})` : ''}`,
    async () => {
      await using server = await start?.();
      await using it = await together(PER_MINUTE, ASKED_TO_WAIT);
      const env = server ? { SHARING_URL: await server.queue() } : {};
      const writers = ['a', 'b'].map((of) => it.start(of, 120, env));
      for (const { ended } of writers) expect(await ended).toMatchObject({ code: 0 });
      const refused = it.arrived.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(1);
      const { at = 0 } = refused[0] ?? {};
      const before = it.arrived.filter((one) => one.at < at);
      expect(before.length).toBeGreaterThan(100);
      // As many as are sent in a second, and those under way: alone, the other would send 200.
      const after = it.arrived.filter((one) => one.at > at && one.at < at + ASKED_MS);
      expect(after.length).toBeLessThanOrEqual(PER_MINUTE / 60 + 2 * UNDER_WAY);
      expect(after.filter((one) => one.at > at + ON_ITS_WAY_MS)).toEqual([]);
      expect(it.arrived).toHaveLength(241);
    },
  );
