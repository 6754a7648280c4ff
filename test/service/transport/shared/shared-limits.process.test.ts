import { expect, test } from 'vitest';
import { serverKinds } from '../../../features/fleet/queue-servers.ts';
import { mostIn, type Together, together, useOf } from './together.ts';

const PER_MINUTE = 1_200;
const HOUR_MS = '3600000';

/** In any time, no more than the limit of that time and what may be caught up in it. */
function expectWithin(arrived: Together['arrived']): void {
  expect(arrived.filter(({ status }) => status !== 200)).toEqual([]);
  for (const seconds of [2, 5, 10])
    expect(mostIn(seconds * 1_000, arrived)).toBeLessThanOrEqual((PER_MINUTE / 60) * (seconds + 1.2));
}

test('four processes of one machine use one limit together, all of it and no more', async () => {
  await using it = await together(PER_MINUTE);
  const writers = ['a', 'b', 'c', 'd'].map((name) => it.start(name, 100));
  for (const { ended } of writers) expect(await ended).toMatchObject({ code: 0 });
  expect(it.arrived).toHaveLength(400);
  expectWithin(it.arrived);
  expect(useOf(PER_MINUTE, it.arrived)).toBeGreaterThan(0.95);
});

for (const { name, missing, start } of serverKinds)
  test.skipIf(missing !== undefined)(
    `over ${name}, processes share a limit whatever their clocks say, and one that is killed takes nothing with it${missing ? ` (${missing})` : ''}`,
    async () => {
      await using server = await start();
      const SHARING_URL = await server.queue();
      await using it = await together(PER_MINUTE);
      const killed = it.start('killed', 10_000, { SHARING_URL });
      const writers = [HOUR_MS, `-${HOUR_MS}`].map((SHIFT_MS, index) =>
        it.start(`w-${index}`, 120, { SHARING_URL, SHIFT_MS }),
      );
      await expect.poll(() => it.arrived.length).toBeGreaterThan(80);
      killed.child.kill('SIGKILL');
      for (const { ended } of writers) expect(await ended).toMatchObject({ code: 0 });
      await killed.ended;
      expectWithin(it.arrived);
      expect(useOf(PER_MINUTE, it.arrived)).toBeGreaterThan(0.95);
    },
    120_000,
  );

/** The service asks to wait once, when both have sent for some seconds: the 126th request. */
const ASKED_TO_WAIT = { faults: '429=5:1%x1@/data_import', seed: 15 };
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
      expect(it.arrived.filter((one) => one.at > at + 1_000 && one.at < at + 5_000)).toEqual([]);
      expect(it.arrived).toHaveLength(241);
    },
    120_000,
  );
