import { describe, expect, test } from 'vitest';
import { chatferry } from '../../../bench/rate/programs.ts';
import { complete, simulate } from '../../../bench/rate/simulate.ts';
import { type Change, type Counting, serverKinds } from '../../../bench/rate/simulated-server.ts';
import { seeded } from '../../support/random.ts';
import { OK, sendFor, simulation } from './simulated-limits.ts';

const budget = (requests: number) => ({ requests, perMs: 60_000, concurrency: 4 });

describe('the allowed rate', () => {
  test('is not doubted because of refusals at random, far below it', async () => {
    const random = seeded(3);
    const layers = simulation(
      () => (random() < 0.05 ? { status: 429, headers: { 'retry-after': '0' } } : OK),
      { perMinute: 10_000_000 },
    );
    await sendFor(layers, 5);
    // Four requests at once, each 100 ms, and 250 ms of pause after one in twenty: 24 a second.
    expect(layers.sent.length / 300).toBeGreaterThan(20);
  });

  test.each<Counting>(['fixed', 'sliding'])(
    '100,000 messages take at most 1.03 of the time that the documented limit demands, and none is refused (%s)',
    async (counting) => {
      const kind = { counting, perMinute: 60, retryAfter: true, change: 'constant' } as const;
      const { minutes, refused } = await complete(chatferry(budget(60), { batches: 2_000 }), kind);
      expect((minutes * 60) / 2_000).toBeLessThan(1.03);
      expect(refused).toBe(0);
    },
  );

  test('there are 54 simulated servers', () => {
    expect([...serverKinds()].length).toBe(54);
  });

  test.each<[Counting, Change, number]>([
    ['fixed', 'constant', 0.96],
    ['sliding', 'constant', 0.96],
    ['bucket', 'constant', 0.96],
    ['fixed', 'halved', 0.9],
    ['sliding', 'doubled', 0.9],
  ])('is found where nothing is known: %s, %s', async (counting, change, least) => {
    const kind = { counting, perMinute: 60, retryAfter: true, change };
    const unknown = { ...budget(Number.POSITIVE_INFINITY), concurrency: 64 };
    const { use, refused } = await simulate(chatferry(unknown, { width: 128 }), kind, 120);
    expect(use).toBeGreaterThan(least);
    expect(refused).toBeLessThan(0.03);
  });

  test('is found where the service allows less than is documented', async () => {
    const kind = { counting: 'fixed', perMinute: 500, retryAfter: true, change: 'constant' } as const;
    const documented = { ...budget(20_000), concurrencyMax: 64 };
    const { use, refused } = await simulate(chatferry(documented, { width: 128 }), kind, 60);
    expect(use).toBeGreaterThan(0.96);
    expect(refused).toBeLessThan(0.03);
  });

  test('is not given up for refusals that have nothing to do with it', async () => {
    // No limit is known, and every twentieth request is refused, as fast or slow as they come.
    let count = 0;
    const layers = simulation(
      () => (++count % 20 === 0 ? { status: 429, headers: { 'retry-after': '1' } } : OK),
      {
        perMinute: Number.POSITIVE_INFINITY,
      },
    );
    await sendFor(layers, 10);
    // Without a pause 40 a second are possible; with one after each refusal, 13.
    expect(layers.sent.length / 600).toBeGreaterThan(6);
  });
});
