import { describe, expect, test } from 'vitest';
import { RunError } from '../../../src/errors/run-error.ts';
import { seeded } from '../../support/random.ts';
import {
  type Answer,
  mostInAMinute,
  OK,
  ROUND_TRIP_MS,
  type Sent,
  sendFor,
  simulation,
} from './simulated-limits.ts';

const refused = (headers: Record<string, string | string[]> = {}): Answer => ({ status: 429, headers });
const date = (ms: number): string => new Date(ms).toUTCString();
const unixSeconds = (ms: number): string => String(Math.ceil(ms / 1_000));
const between = (sent: readonly Sent[], fromMs: number, untilMs: number): readonly Sent[] =>
  sent.filter(({ at }) => at >= fromMs && at < untilMs);
const fromFirstRefusal = (sent: readonly Sent[]): readonly Sent[] =>
  sent.slice(sent.findIndex(({ status }) => status === 429) + 1);

describe('refusals of the service', () => {
  test('nothing is sent while Retry-After of a 503 lasts', async () => {
    let count = 0;
    const from: number[] = [];
    const layers = simulation((_request, at) => {
      if (++count % 40 !== 0) return OK;
      from.push(at + ROUND_TRIP_MS);
      return { status: 503, headers: { 'retry-after': '7' } };
    });
    await sendFor(layers, 120);
    expect(from.length).toBeGreaterThan(1);
    for (const at of from) expect(between(layers.sent, at, at + 7_000), `${at}`).toEqual([]);
  });

  test.each([
    ['1', 1],
    ['58', 58],
    ['3600', 3_600],
    ['', 60],
    ['-5', 60],
    ['abc', 60],
    ['1e9', 60],
    ['a date in 30 s', 30],
    ['a date that is past', 60],
  ])(
    'nothing is sent on any lane while Retry-After "%s" lasts, and time is not wasted (C1)',
    async (value, seconds) => {
      let count = 0;
      let waits: { readonly from: number; readonly until: number }[] = [];
      const layers = simulation((_request, at, clock) => {
        if (++count % 50 !== 0) return OK;
        const answeredAt = at + ROUND_TRIP_MS;
        waits.push({ from: answeredAt, until: answeredAt + seconds * 1_000 });
        const inTime = date(Math.ceil((clock.now() + ROUND_TRIP_MS + 30_000) / 1_000) * 1_000);
        const header = value.startsWith('a date')
          ? value.includes('past')
            ? date(clock.now() - 30_000)
            : inTime
          : value;
        return refused({ 'retry-after': header });
      });
      await sendFor(layers, 120);
      for (const { from, until } of waits) expect(between(layers.sent, from, until), `${from}`).toEqual([]);
      expect(mostInAMinute(layers.sent)).toBeLessThanOrEqual(60);
      // The theoretical minimum: the requests at the allowed rate, and the waits.
      const ended = layers.sent.at(-1)?.at as number;
      waits = waits.filter(({ until }) => until < ended);
      const minimumMs = layers.sent.length * 1_000 + waits.length * seconds * 1_000;
      expect(ended / minimumMs).toBeLessThan(1.05);
    },
  );

  test('without a time they are waited for a minute, then two, four and five, until the outage lasts an hour (C2)', async () => {
    let count = 0;
    const layers = simulation(() => (++count <= 10 ? OK : refused()));
    const error = await sendFor(layers, 600, { workers: 1 });
    expect(error).toBeInstanceOf(RunError);
    expect(error).toMatchObject({ code: 'SERVICE.OUTAGE' });
    const minutes = layers.held.map(({ forMs }) => Math.floor(forMs / 60_000));
    expect(minutes.slice(0, 6)).toEqual([1, 2, 4, 5, 5, 5]);
    const last = layers.sent.at(-1)?.at as number;
    expect(last / 60_000).toBeGreaterThan(58);
    expect(last / 60_000).toBeLessThan(66);
  });

  test('several refusals at once are one: the wait does not double for each of them', async () => {
    const layers = simulation((_request, at) => (at < 1_000 ? refused() : OK), {
      perMinute: Number.POSITIVE_INFINITY,
    });
    await sendFor(layers, 5);
    const after = layers.sent.find(({ at }) => at > 1_000)?.at as number;
    expect(after).toBeGreaterThanOrEqual(60_000);
    expect(after).toBeLessThan(62_000);
  });

  test.each(['x-ratelimit', 'x-rate-limit'])(
    'the reset of %s is waited for though the clock of the service is an hour ahead (C3)',
    async (family) => {
      const skewMs = 3_600_000;
      const layers = simulation((_request, at, clock) =>
        at > 30_000 && at < 60_000
          ? refused({
              [`${family}-reset`]: unixSeconds(clock.now() - at + 75_000 + skewMs),
              [`${family}-remaining`]: '0',
              date: date(clock.now() + ROUND_TRIP_MS + skewMs),
            })
          : OK,
      );
      await sendFor(layers, 3);
      const next = layers.sent.find(({ at }) => at > 60_000)?.at as number;
      expect(Math.abs(next - 75_000)).toBeLessThan(2_000);
    },
  );

  test('one in a hundred, at random, costs less than one percent of the rate (C4)', async () => {
    const random = seeded(4);
    const layers = simulation(() => (random() < 0.01 ? refused({ 'retry-after': '1' }) : OK));
    await sendFor(layers, 120);
    expect(layers.sent.length / (120 * 60)).toBeGreaterThan(0.97);
    expect(mostInAMinute(layers.sent)).toBeLessThanOrEqual(60);
  });
});

describe('a limit that is lowered to 10 a minute (C5)', () => {
  /** Counts the requests of the last minute, and refuses more than are allowed. */
  const lowered = (headersOf: (waitMs: number, nowMs: number) => Record<string, string>) => {
    const accepted: number[] = [];
    return simulation((_request, at, clock) => {
      const limit = at < 600_000 ? 60 : 10;
      const counted = accepted.filter((one) => one > at - 60_000);
      if (counted.length < limit) {
        accepted.push(at);
        return OK;
      }
      const waitMs = (counted[counted.length - limit] as number) + 60_000 - at;
      return refused(headersOf(waitMs, clock.now()));
    });
  };

  test('is kept from the first refusal on if the service states it', async () => {
    const layers = lowered((waitMs) => ({
      'retry-after': String(Math.ceil(waitMs / 1_000)),
      'x-ratelimit-limit': '10',
    }));
    await sendFor(layers, 60);
    const after = fromFirstRefusal(layers.sent);
    expect(mostInAMinute(after)).toBeLessThanOrEqual(10);
    expect(after.filter(({ status }) => status === 429)).toEqual([]);
    const lastHour = between(layers.sent, 1_800_000, 3_600_000);
    expect(lastHour.length / 300).toBeGreaterThan(0.95);
  });

  test('is found within two minutes if the service states nothing but the wait', async () => {
    const layers = lowered((waitMs) => ({ 'retry-after': String(Math.ceil(waitMs / 1_000)) }));
    await sendFor(layers, 60);
    const after = fromFirstRefusal(layers.sent);
    const foundAt = (after[0]?.at as number) + 120_000;
    expect(mostInAMinute(between(after, foundAt, 3_600_000))).toBeLessThanOrEqual(12);
    expect(after.filter(({ status }) => status === 429).length / after.length).toBeLessThan(0.08);
    expect(between(layers.sent, 1_800_000, 3_600_000).length / 300).toBeGreaterThan(0.9);
  });
});

describe('clocks and pauses', () => {
  test('after a process has stood still for 40 minutes, requests do not burst (A16)', async () => {
    const layers = simulation(() => OK);
    layers.clock.after(300_000, () => layers.clock.stop(2_400_000));
    await sendFor(layers, 90);
    expect(between(layers.sent, 301_000, 2_699_000)).toEqual([]);
    expect(mostInAMinute(layers.sent)).toBeLessThanOrEqual(60);
    expect(between(layers.sent, 2_700_000, 5_400_000).length / (45 * 60)).toBeGreaterThan(0.97);
  });

  test.each([3_600_000, -3_600_000, 315_360_000_000, -1_767_000_000_000])(
    'a wall clock that jumps by %i ms changes no wait (A17)',
    async (jumpMs) => {
      let count = 0;
      const waits: number[] = [];
      const layers = simulation((_request, at) => {
        if (++count % 100 !== 0) return OK;
        waits.push(at + ROUND_TRIP_MS);
        return refused({ 'retry-after': '58' });
      });
      for (const minute of [1, 2, 5]) layers.clock.after(minute * 61_000, () => layers.clock.jump(jumpMs));
      await sendFor(layers, 30);
      expect(mostInAMinute(layers.sent)).toBeLessThanOrEqual(60);
      expect(waits.length).toBeGreaterThan(5);
      for (const from of waits) expect(between(layers.sent, from, from + 58_000)).toEqual([]);
      expect(layers.sent.length).toBeGreaterThan(900);
    },
  );
});

describe('answers that never come', () => {
  test('do not keep the allowed rate from being used', async () => {
    const random = seeded(5);
    const layers = simulation(() => (random() < 0.01 ? undefined : OK));
    await sendFor(layers, 120);
    expect(layers.sent.length / (120 * 60)).toBeGreaterThan(0.97);
  });

  test('with 5 % 429, 2 % 503 and 1 % lost answers, nine tenths of the allowed rate bring rows', async () => {
    const random = seeded(6);
    const layers = simulation(() => {
      const drawn = random();
      if (drawn < 0.05) return refused({ 'retry-after': '1' });
      if (drawn < 0.07) return { status: 503, body: undefined };
      return drawn < 0.08 ? undefined : OK;
    });
    await sendFor(layers, 180);
    // The rows of a lost answer have landed.
    const landed = layers.sent.filter(({ status }) => status === 200 || status === undefined);
    expect(landed.length / (180 * 60)).toBeGreaterThan(0.9);
    expect(mostInAMinute(layers.sent)).toBeLessThanOrEqual(60);
  });
});
