import { describe, expect, test } from 'vitest';
import { statedLimit } from '../../../src/service/transport/rate-headers.ts';

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);
const at = (seconds: number): string => String(NOW / 1_000 + seconds);
const read = (headers: Record<string, string | string[]>) =>
  statedLimit({ status: 200, headers, body: {}, attempts: 1, ambiguous: false }, NOW);

describe('statedLimit', () => {
  test.each<[string, Record<string, string | string[]>, object]>([
    ['nothing', {}, {}],
    [
      'the older family of the service, as every answer has it',
      { 'x-rate-limit': '60', 'x-rate-limit-remaining': '12' },
      { perMinute: 60, remaining: 12 },
    ],
    [
      'the newer family of the service, as a refusal has it',
      { 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': at(15) },
      { perMinute: 500, remaining: 0, resetMs: 15_000 },
    ],
    [
      'a reset of a clock that is an hour ahead',
      { 'x-ratelimit-reset': at(3_615), date: new Date(NOW + 3_600_000).toUTCString() },
      { resetMs: 15_000 },
    ],
    [
      'policies and state of the IETF draft, the strictest',
      {
        'ratelimit-policy': '"burst";q=20;w=1, "daily";q=14400;w=86400',
        ratelimit: '"burst";r=19;t=1, "daily";r=7;t=5000',
      },
      { perMinute: 10, remaining: 7, resetMs: 5_000_000 },
    ],
    [
      'an older IETF draft in one header',
      { ratelimit: 'limit=100, remaining=50, reset=30' },
      { perMinute: 100, remaining: 50, resetMs: 30_000 },
    ],
    [
      'an older IETF draft in several headers',
      { 'ratelimit-limit': '100, 100;w=60', 'ratelimit-remaining': '50', 'ratelimit-reset': '30' },
      { perMinute: 100, remaining: 50, resetMs: 30_000 },
    ],
    [
      'two families, the stricter limit and the later reset',
      {
        'x-rate-limit': '60',
        'x-rate-limit-reset': at(20),
        'x-ratelimit-limit': '30',
        'x-ratelimit-reset': at(10),
      },
      { perMinute: 30, resetMs: 20_000 },
    ],
    [
      'words, negative numbers and a reset that is past',
      { 'x-rate-limit': 'many', 'x-ratelimit-remaining': '-1', 'x-ratelimit-reset': at(-5) },
      {},
    ],
    ['a reset in two days', { 'x-ratelimit-reset': at(172_800) }, {}],
    ['a policy without a window length', { 'ratelimit-policy': '"a";q=5;w=0' }, {}],
  ])('reads %s', (_what, headers, expected) => {
    expect(read(headers)).toEqual(expected);
  });
});
