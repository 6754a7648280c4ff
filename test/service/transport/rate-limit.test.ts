import { describe, expect, test } from 'vitest';
import type { Limiter } from '../../../src/service/transport/limiter.ts';
import { retryAfterMs } from '../../../src/service/transport/rate-headers.ts';
import { rateLimit } from '../../../src/service/transport/rate-limit.ts';
import type { ApiRequest, ApiResponse, RateHold } from '../../../src/service/transport/transport.ts';
import { realClock } from '../../../src/system/clock.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const get: ApiRequest = {
  method: 'GET',
  path: '/users',
  rateClass: 'read',
  repeatable: true,
  divisible: false,
};
const never = new AbortController().signal;
const reply = (
  status: number,
  headers: Record<string, string | string[]>,
  body: unknown = {},
): ApiResponse => ({
  status,
  headers,
  body,
  attempts: 1,
  ambiguous: false,
});
const inSeconds = (seconds: number): string => String(Math.floor(NOW / 1000) + seconds);
const date = (ms: number): string => new Date(ms).toUTCString();

describe('saidMs', () => {
  test.each<[string, Record<string, string | string[]>, number | undefined]>([
    ['seconds in full', { 'retry-after': '58' }, 58_000],
    ['an hour, not cut', { 'retry-after': '3600' }, 3_600_000],
    ['no wait', { 'retry-after': '0' }, 0],
    ['a fraction', { 'retry-after': '0.5' }, 500],
    ['an absurd number, up to a day', { 'retry-after': '9999999' }, 86_400_000],
    ['nothing in the header', { 'retry-after': '' }, undefined],
    ['a negative number', { 'retry-after': '-5' }, undefined],
    ['a word', { 'retry-after': 'abc' }, undefined],
    ['an exponent', { 'retry-after': '1e9' }, undefined],
    ['hexadecimal', { 'retry-after': '0x10' }, undefined],
    ['a date', { 'retry-after': date(NOW + 30_000) }, 30_000],
    [
      'a date of a clock that is ahead',
      { 'retry-after': date(NOW + 3_630_000), date: date(NOW + 3_600_000) },
      30_000,
    ],
    ['a date that is past', { 'retry-after': date(NOW - 30_000) }, undefined],
    ['a date years away', { 'retry-after': date(NOW + 9e10) }, undefined],
    ['two headers, the longer', { 'retry-after': ['7', '9'] }, 9_000],
    ['two headers, the longer first', { 'retry-after': ['9', '7'] }, 9_000],
    ['two headers that a proxy joined', { 'retry-after': '7, 58' }, 58_000],
    ['a date and seconds', { 'retry-after': [date(NOW + 30_000), '7'] }, 30_000],
    ['a word and seconds', { 'retry-after': ['abc', '7'] }, 7_000],
    ['the reset of the newer family', { 'x-ratelimit-reset': inSeconds(15) }, 15_000],
    ['the reset of the older family', { 'x-rate-limit-reset': inSeconds(15) }, 15_000],
    [
      'a reset of a clock that is behind',
      { 'x-ratelimit-reset': inSeconds(-85), date: date(NOW - 100_000) },
      15_000,
    ],
    ['a reset that is past', { 'x-ratelimit-reset': inSeconds(-1) }, undefined],
    ['a reset that is no time', { 'x-ratelimit-reset': '15' }, undefined],
    [
      'an invalid Retry-After beside a reset',
      { 'retry-after': 'abc', 'x-ratelimit-reset': inSeconds(15) },
      15_000,
    ],
  ])('reads %s', (_what, headers, ms) => {
    const said = retryAfterMs(reply(429, headers), NOW);
    if (ms === undefined) expect(said).toBeUndefined();
    else expect(Math.abs((said as number) - ms)).toBeLessThan(1_000);
  });
});

/** A gate that only remembers. */
function gate(): Limiter & { readonly holds: [string, number][] } {
  const holds: [string, number][] = [];
  return {
    holds,
    run: (_rateClass, work) => work(),
    hold: (rateClass, forMs) => holds.push([rateClass, forMs]),
    closedForMs: () => 0,
    allowed: () => ({ perMinute: Number.POSITIVE_INFINITY, by: 'budget' }),
    pause: () => {},
    learn: () => {},
  };
}

async function heldBy(answers: readonly ApiResponse[], random = 0) {
  const limiter = gate();
  const told: RateHold[] = [];
  let next = 0;
  const transport = rateLimit({
    limiter,
    observe: (event) => told.push(event),
    clock: { ...realClock, now: () => NOW },
    random: { next: () => random },
  })(async () => answers[next++] as ApiResponse);
  for (const _ of answers) await transport(get, never);
  return { holds: limiter.holds, told };
}

describe('limit', () => {
  test('holds the class for what a 429 says, never shorter, and up to a tenth longer', async () => {
    expect((await heldBy([reply(429, { 'retry-after': '58' })])).holds).toEqual([['read', 58_000]]);
    expect((await heldBy([reply(429, { 'retry-after': '58' })], 1)).holds).toEqual([['read', 59_000]]);
    expect((await heldBy([reply(429, { 'retry-after': '2' })], 1)).holds).toEqual([['read', 2_200]]);
  });

  test('a 429 that names no time means a minute, then doubles to five, and begins anew after an answer', async () => {
    const mute = reply(429, {});
    const { holds } = await heldBy([mute, mute, mute, mute, mute, reply(200, {}), mute]);
    expect(holds.map(([, ms]) => ms / 60_000)).toEqual([1, 2, 4, 5, 5, 1]);
  });

  test('Retry-After of any failing status is kept; without it, the class is not held', async () => {
    expect((await heldBy([reply(503, { 'retry-after': '3' })])).told).toEqual([
      { type: 'held', rateClass: 'read', forMs: 3_000, refused: false, stated: true },
    ]);
    expect((await heldBy([reply(502, { 'retry-after': date(NOW + 9_000), date: date(NOW) })])).holds).toEqual(
      [['read', 9_000]],
    );
    expect(
      (await heldBy([reply(503, {}), reply(503, { 'x-ratelimit-reset': inSeconds(15) })])).holds,
    ).toEqual([]);
  });

  test('the error code of a 429 counts with any status', async () => {
    const body = { error: { code: 'ERR_TOO_MANY_REQUESTS', message: 'slow down' } };
    const { told } = await heldBy([reply(200, { 'retry-after': '3' }, body)]);
    expect(told).toEqual([{ type: 'held', rateClass: 'read', forMs: 3_000, refused: true, stated: true }]);
  });

  test.each(['x-ratelimit-', 'x-rate-limit-'])(
    'the last request of a window (%s) holds the rest of the window',
    async (family) => {
      const spent = reply(200, { [`${family}remaining`]: '0', [`${family}reset`]: inSeconds(20) });
      const { told } = await heldBy([spent]);
      expect(told).toHaveLength(1);
      expect(told[0]).toMatchObject({ refused: false });
      expect(Math.abs((told[0] as RateHold).forMs - 20_000)).toBeLessThan(1_000);
      expect(
        (await heldBy([reply(200, { [`${family}remaining`]: '1', [`${family}reset`]: inSeconds(20) })]))
          .holds,
      ).toEqual([]);
      expect((await heldBy([reply(200, { [`${family}remaining`]: '0' })])).holds).toEqual([]);
    },
  );
});
