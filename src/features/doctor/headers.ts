import type { ApiResponse } from '../../service/transport/transport.ts';
import { type Finding, pass, skippedCheck, warn } from './finding.ts';

/** Beyond this, times that this machine writes are visibly wrong for the service's users. */
const SKEW_MS = 60_000;
const RATE_HEADER = /^x-rate-?limit/;

/** Compares this machine's clock with the service's, by its Date header. */
export function clock({ headers }: ApiResponse, nowMs: number): Finding {
  const date = Date.parse(String(headers['date'] ?? ''));
  if (Number.isNaN(date)) return skippedCheck('clock', 'the service sends no Date header');
  const skewMs = nowMs - date;
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  return Math.abs(skewMs) <= SKEW_MS
    ? pass('clock', `within ${Math.max(1, seconds)} s of the service's`)
    : warn(
        'clock',
        `this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the service`,
        'set the clock, best with NTP',
      );
}

/** Shows the rate limits that the service sends. */
export function rateLimits({ headers }: ApiResponse): Finding {
  const found = Object.entries(headers).filter(([name]) => RATE_HEADER.test(name));
  return pass(
    'rate limits',
    found.length
      ? found.map(([name, value]) => `${name}: ${String(value)}`).join(', ')
      : 'the service sends none; the documented limits are used',
  );
}
