import { skewMs } from './retry-after.ts';
import type { ApiResponse } from './transport.ts';

/** The facts about a limit in the headers of an answer; what they do not say is absent. */
export type StatedLimit = {
  /** Requests a minute. */
  readonly perMinute?: number;
  /** Requests that are left until the service counts anew. */
  readonly remaining?: number;
  /** Milliseconds until then. */
  readonly resetMs?: number;
};

/** The longest time until a reset; a longer one is treated as a mistake. */
const RESET_MAX_MS = 24 * 3_600_000;

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
  const resets = all.flatMap(({ resetMs }) => (isBelieved(resetMs) ? [resetMs] : []));
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

/** The families of the service: a limit for each minute, and a reset in Unix seconds. */
function unixReset(
  response: ApiResponse,
  [limit, remaining, reset]: readonly [string, string, string],
  nowMs: number,
): StatedLimit {
  const at = text(response, reset);
  return defined({
    perMinute: number(text(response, limit)),
    remaining: number(text(response, remaining)),
    resetMs: /^\d{10}$/.test(at) ? Number(at) * 1_000 - nowMs - skewMs(response, nowMs) : undefined,
  });
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

const number = (value: string | undefined): number | undefined =>
  /^\d{1,9}$/.test(value?.trim() ?? '') ? Number(value) : undefined;

const milliseconds = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : seconds * 1_000;

const isBelieved = (resetMs: number | undefined): resetMs is number =>
  resetMs !== undefined && resetMs > 0 && resetMs <= RESET_MAX_MS;

function least(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

function defined(
  limit: { readonly [Name in keyof StatedLimit]: StatedLimit[Name] | undefined },
): StatedLimit {
  return Object.fromEntries(Object.entries(limit).filter(([, value]) => value !== undefined));
}
