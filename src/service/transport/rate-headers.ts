import type { ApiResponse } from './transport.ts';

/** The facts about a rate limit that the headers of a response state. Facts that they do not state are absent. */
export type StatedLimit = {
  /** Requests per minute. */
  readonly perMinute?: number;
  /** Requests that remain until the limit is reset. */
  readonly remaining?: number;
  /** Milliseconds until the limit is reset. */
  readonly resetMs?: number;
};

/** The longest pause that a header can ask for; a longer one is treated as a mistake. */
const PAUSE_MAX_MS = 24 * 3_600_000;

/** A header of one of the families. */
const HEADER = /rate-?limit/;

/**
 * Reads three families of headers: `RateLimit` with `RateLimit-Policy` (IETF, also its older forms), `X-RateLimit-*`, and
 * `X-Rate-Limit` with `X-Rate-Limit-*`. Of several limits the strictest counts.
 */
export function statedLimit(response: ApiResponse, nowMs: number): StatedLimit {
  if (!Object.keys(response.headers).some((name) => HEADER.test(name))) return {};
  const all = [
    policies(response),
    ietfDraft7(response),
    unixReset(response, ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'], nowMs),
    unixReset(response, ['x-rate-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'], nowMs),
  ];
  const resets = all.flatMap(({ resetMs }) => believed(resetMs) ?? []);
  return defined({
    perMinute: least(all.map(({ perMinute }) => perMinute)),
    remaining: least(all.map(({ remaining }) => remaining)),
    resetMs: resets.length > 0 ? Math.max(...resets) : undefined,
  });
}

/** Drafts 8 and later: `RateLimit-Policy: "a";q=100;w=60` and `RateLimit: "a";r=50;t=30`. */
function policies(response: ApiResponse): StatedLimit {
  const limits = text(response, 'ratelimit-policy')
    .split(',')
    .map((policy) => parameters(policy))
    .map(({ q, w = 60 }) => (q === undefined || w === 0 ? undefined : (q * 60) / w));
  const [state] = text(response, 'ratelimit')
    .split(',')
    .map((one) => parameters(one))
    .filter(({ r }) => r !== undefined)
    .sort((a, b) => Number(a['r']) - Number(b['r']));
  return defined({ perMinute: least(limits), remaining: state?.['r'], resetMs: milliseconds(state?.['t']) });
}

/** Drafts before 8: `RateLimit: limit=100, remaining=50, reset=30`, or a header for each. */
function ietfDraft7(response: ApiResponse): StatedLimit {
  const { limit, remaining, reset } = parameters(text(response, 'ratelimit').replaceAll(',', ';'));
  return defined({
    perMinute: number(text(response, 'ratelimit-limit').split(/[,;]/)[0]) ?? limit,
    remaining: number(text(response, 'ratelimit-remaining')) ?? remaining,
    resetMs: milliseconds(number(text(response, 'ratelimit-reset')) ?? reset),
  });
}

/** The families of the service: a limit for each minute, or for the seconds of `10;w=1`, and a reset in Unix seconds. */
function unixReset(
  response: ApiResponse,
  [limit, remaining, reset]: readonly [string, string, string],
  nowMs: number,
): StatedLimit {
  const [requests, ...window] = text(response, limit).split(';');
  const { w = 60 } = parameters(window.join(';'));
  const allowed = number(requests);
  return defined({
    perMinute: allowed === undefined || w === 0 ? undefined : (allowed * 60) / w,
    remaining: number(text(response, remaining)),
    resetMs: untilMs(text(response, reset), response, nowMs),
  });
}

/** The time until a reset that a header names in Unix seconds. */
function untilMs(at: string, response: ApiResponse, nowMs: number): number | undefined {
  return /^\d{10}$/.test(at) ? Number(at) * 1_000 - nowMs - skewMs(response, nowMs) : undefined;
}

/** Parameters with a whole number, of a text such as `"default";q=100;w=60`. */
const parameters = (member: string): Readonly<Record<string, number | undefined>> =>
  Object.fromEntries(
    member.split(';').flatMap((part) => {
      const [name = '', value] = part.split('=');
      const count = number(value);
      return count === undefined ? [] : [[name.trim().toLowerCase(), count]];
    }),
  );

const text = ({ headers }: ApiResponse, name: string): string => [headers[name] ?? []].flat().join(',');

const first = ({ headers }: Pick<ApiResponse, 'headers'>, name: string): string =>
  [headers[name] ?? []].flat()[0] ?? '';

const number = (value: string | undefined): number | undefined =>
  /^\d{1,9}$/.test(value?.trim() ?? '') ? Number(value) : undefined;

const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1_000;

const believed = (ms = 0): number | undefined => (ms > 0 && ms <= PAUSE_MAX_MS ? ms : undefined);

function least(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

function defined(
  limit: { readonly [Name in keyof StatedLimit]: StatedLimit[Name] | undefined },
): StatedLimit {
  return Object.fromEntries(Object.entries(limit).filter(([, value]) => value !== undefined));
}

/** The difference between the service's clock and ours, from its Date header. */
export function skewMs(response: Pick<ApiResponse, 'headers'>, nowMs: number): number {
  const date = Date.parse(first(response, 'date'));
  return Number.isNaN(date) ? 0 : date - nowMs;
}

/**
 * The pause that an answer asks for, milliseconds: Retry-After in full, else the reset time of either header family. Of
 * several Retry-After headers the longest counts: a proxy may have added its own.
 */
export const retryAfterMs = (response: ApiResponse, nowMs: number): number | undefined => {
  const reset = [
    response.headers['x-ratelimit-reset'] ?? response.headers['x-rate-limit-reset'] ?? [],
  ].flat();
  return askedMs(response, nowMs) ?? believed(untilMs(reset[0] ?? '', response, nowMs));
};

/**
 * The pause that Retry-After, or Sendbird's header of the same meaning, asks for, milliseconds, whatever the status is; undefined
 * without such a header.
 */
export function askedMs(response: ApiResponse, nowMs: number): number | undefined {
  const { 'retry-after': after, 'x-ratelimit-retryafter': sendbird } = response.headers;
  const asked = [after ?? sendbird ?? []].flat().flatMap((value) => {
    const joined = /^[\d., ]+$/.test(value) ? value.split(',') : [value];
    return joined.flatMap((one) => pauseMs(one.trim(), response, nowMs) ?? []);
  });
  return asked.length > 0 ? Math.max(...asked) : undefined;
}

/** One value of Retry-After: seconds or a date; undefined if it is neither. */
function pauseMs(after: string, response: ApiResponse, nowMs: number): number | undefined {
  if (/^\d{1,7}(\.\d+)?$/.test(after)) return Math.min(Number(after) * 1_000, PAUSE_MAX_MS);
  const at = /^[a-z]{3},/i.test(after) ? Date.parse(after) : Number.NaN;
  return Number.isNaN(at) ? undefined : believed(at - nowMs - skewMs(response, nowMs));
}
