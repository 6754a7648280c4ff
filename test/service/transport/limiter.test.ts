import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLimiter, RateHoldError } from '../../../src/service/transport/limiter.ts';
import { startClock, stopClock } from '../../support/fake-clock.ts';

const never = new AbortController().signal;
const free = { requests: Number.POSITIVE_INFINITY, perMs: 60_000, concurrency: 3 };

describe('createLimiter', () => {
  beforeEach(stopClock);
  afterEach(startClock);

  test('never has more under way than the class allows', async () => {
    const limiter = createLimiter({ a: free });
    let now = 0;
    let most = 0;
    const all = Promise.all(
      Array.from({ length: 20 }, () =>
        limiter.run(
          'a',
          async () => {
            most = Math.max(most, ++now);
            await new Promise((resolve) => setTimeout(resolve, 10));
            now--;
          },
          never,
        ),
      ),
    );
    await vi.advanceTimersByTimeAsync(1_000);
    await all;
    expect(most).toBe(3);
  });

  test('keeps to the rate in every window of its length', async () => {
    const limiter = createLimiter({ a: { requests: 60, perMs: 60_000, concurrency: 50 } });
    const times: number[] = [];
    for (let index = 0; index < 200; index++)
      void limiter.run('a', async () => times.push(performance.now()), never);
    await vi.advanceTimersByTimeAsync(240_000);
    expect(times.length).toBe(200);
    for (const [index, at] of times.entries())
      expect(
        times.filter((other) => other >= at && other < at + 60_000).length,
        `from ${index}`,
      ).toBeLessThanOrEqual(60);
  });

  test('one hold closes the class for everyone, also for those who wait, and no other class', async () => {
    const limiter = createLimiter({ a: free, b: free });
    const times: [string, number][] = [];
    const from = performance.now();
    const note = (name: string) =>
      limiter.run(name, async () => void times.push([name, performance.now() - from]), never);
    limiter.hold('a', 58_000);
    limiter.hold('a', 1_000);
    for (const name of ['a', 'a', 'a', 'a', 'b']) void note(name);
    await vi.advanceTimersByTimeAsync(57_000);
    expect(times.map(([name]) => name)).toEqual(['b']);
    expect(limiter.closedForMs('a')).toBeGreaterThan(0);
    expect(limiter.closedForMs('b')).toBe(0);
    limiter.hold('a', 60_000);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(times.length).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(times.filter(([name, at]) => name === 'a' && at >= 117_000).length).toBe(4);
  });

  test('a hold beyond the longest timer is waited out in pieces', async () => {
    const limiter = createLimiter({ a: free });
    let done = false;
    limiter.hold('a', 2 ** 31 + 1_000);
    void limiter.run(
      'a',
      async () => {
        done = true;
      },
      never,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toBe(false);
  });

  test('a hold that is longer than callers wait refuses them at once, those already waiting too', async () => {
    const limiter = createLimiter({ a: { ...free, requests: 60 } }, 30_000);
    const outcome = (): Promise<unknown> =>
      limiter.run('a', async () => 'done', never).catch((error: unknown) => error);
    limiter.hold('a', 29_000);
    const waiting = outcome();
    await vi.advanceTimersByTimeAsync(1_000);
    limiter.hold('a', 90_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await waiting).toBeInstanceOf(RateHoldError);
    expect(await outcome()).toMatchObject({ rateClass: 'a', forMs: 60_000 });
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await outcome()).toBe('done');
  });

  test('a wait ends when the run is to stop, and nothing is done', async () => {
    const limiter = createLimiter({ a: free });
    const stop = new AbortController();
    let done = false;
    limiter.hold('a', 60_000);
    const waiting = limiter
      .run(
        'a',
        async () => {
          done = true;
        },
        stop.signal,
      )
      .catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(10);
    stop.abort();
    expect(await waiting).toBe('AbortError');
    expect(done).toBe(false);
    // A timer that is left would keep the process alive for the whole hold.
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a class without a budget is a mistake', () => {
    expect(() => createLimiter({ a: free }).hold('b', 1)).toThrow(RangeError);
  });
});
