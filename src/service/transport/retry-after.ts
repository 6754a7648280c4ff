import type { ApiResponse } from './transport.ts';

/** The longest pause that a header can ask for; a longer one is treated as a mistake. */
const PAUSE_MAX_MS = 24 * 3_600_000;

function header(response: ApiResponse, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The difference between the service's clock and ours, from its Date header. */
export function skewMs(response: ApiResponse, nowMs: number): number {
  const date = Date.parse(header(response, 'date') ?? '');
  return Number.isNaN(date) ? 0 : date - nowMs;
}

/**
 * The pause that an answer asks for, milliseconds: Retry-After in full, else the reset time of either header family. Of
 * several Retry-After headers the longest counts: a proxy may have added its own.
 */
export const retryAfterMs = (response: ApiResponse, nowMs: number): number | undefined =>
  askedMs(response, nowMs) ?? resetMs(response, nowMs);

/** The pause that Retry-After asks for, milliseconds, whatever the status is; undefined without such a header. */
export function askedMs(response: ApiResponse, nowMs: number): number | undefined {
  const asked = [response.headers['retry-after'] ?? []].flat().flatMap((value) => {
    const joined = /^[\d., ]+$/.test(value) ? value.split(',') : [value];
    return joined.flatMap((one) => pauseMs(one.trim(), response, nowMs) ?? []);
  });
  return asked.length > 0 ? Math.max(...asked) : undefined;
}

/** One value of Retry-After: seconds or a date; undefined if it is neither. */
function pauseMs(after: string, response: ApiResponse, nowMs: number): number | undefined {
  if (/^\d{1,7}(\.\d+)?$/.test(after)) return Math.min(Number(after) * 1_000, PAUSE_MAX_MS);
  const at = /^[a-z]{3},/i.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(at) ? undefined : clamp(at - nowMs - skewMs(response, nowMs));
}

function resetMs(response: ApiResponse, nowMs: number): number | undefined {
  const reset = header(response, 'x-ratelimit-reset') ?? header(response, 'x-rate-limit-reset') ?? '';
  if (!/^\d{10}$/.test(reset)) return undefined;
  return clamp(Number(reset) * 1_000 - nowMs - skewMs(response, nowMs));
}

function clamp(ms: number): number | undefined {
  return ms > 0 && ms <= PAUSE_MAX_MS ? ms : undefined;
}
