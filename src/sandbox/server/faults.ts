import { rateHeaders } from '../app/rate-limits.ts';
import { ApiError, SandboxError } from '../wire/api-error.ts';
import { errorReply, type Reply } from './responder.ts';

/** The kinds of injected faults. `docs/programs/sandbox.md` describes each. */
type FaultKind = (typeof KINDS)[number];

/** In this order, because the first that a text begins with counts. */
const KINDS = [
  '429',
  '500-after',
  '500',
  '502',
  '503',
  'lost',
  'reset-after',
  'reset',
  'delay',
  'truncate',
  'html',
] as const;

/** One rule of a fault plan. */
export type FaultRule = {
  readonly kind: FaultKind;
  /** The share of matching requests that it hits, 0 to 1. */
  readonly share: number;
  /** Only requests whose path after the version starts with this. */
  readonly prefix: string;
  /** The most hits. Undefined means no end. */
  readonly times: number | undefined;
  /** Seconds for `429`, milliseconds for `delay`, `json` or `html` for 500, 502 and 503. */
  readonly value: string;
};

/** Rules in the order they are tried. The first hit decides; a `delay` combines with any other fault. */
export type FaultPlan = readonly FaultRule[];

/** The fault of one request: at most one rule, after a delay. */
export type Fault = { readonly rule: FaultRule | undefined; readonly delayMs: number };

const RULE = new RegExp(
  `^(?<kind>${KINDS.join('|')})(?:=(?<value>\\d{1,7}|json|html))?(?::(?<percent>\\d{1,3}(?:\\.\\d+)?)%)?` +
    '(?:x(?<times>\\d{1,9}))?(?:@(?<prefix>/.*))?$',
);

const DEFAULT_VALUE: Partial<Record<FaultKind, string>> = {
  '429': '1',
  '500': 'json',
  '502': 'html',
  '503': 'html',
};

function valueFits(kind: FaultKind, value: string): boolean {
  if (kind === '429' || kind === 'delay') return /^\d{1,7}$/.test(value);
  if (kind === '500' || kind === '502' || kind === '503') return value === 'json' || value === 'html';
  return value === '';
}

function parseRule(text: string): FaultRule | undefined {
  const groups = RULE.exec(text)?.groups;
  if (!groups) return undefined;
  const kind = groups['kind'] as FaultKind;
  const percent = Number(groups['percent'] ?? 100);
  const times = groups['times'];
  const value = groups['value'] ?? DEFAULT_VALUE[kind] ?? '';
  if (percent > 100 || !valueFits(kind, value)) return undefined;
  return {
    kind,
    share: percent / 100,
    prefix: groups['prefix'] ?? '',
    times: times === undefined ? undefined : Number(times),
    value,
  };
}

/**
 * Reads faults `kind[=value][:percent%][xCOUNT][@/path-prefix]`, separated by commas, such as
 * `429:5%,503:2%,lost:1%@/data_import` or `delay=200:10%` or `reset-afterx3`.
 */
export function parseFaults(text: string): FaultPlan {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const rule = parseRule(part);
      if (rule) return rule;
      throw new SandboxError(
        'OPTION_INVALID',
        `fault "${part}": expected kind[=value][:percent%][xCOUNT][@/path-prefix], kind one of 429, 500, 502, 503, ` +
          '500-after, lost, reset, reset-after, delay=MS, truncate, html',
      );
    });
}

/** Decides the fault of each request. The same seed and requests give the same faults. */
export class FaultDice {
  readonly #rules: readonly { readonly rule: FaultRule; left: number }[];
  readonly #random: Random;

  /** `seed` may be any number. Only its lower 32 bits count. */
  constructor(plan: FaultPlan, seed: number) {
    this.#rules = plan.map((rule) => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }));
    this.#random = seededRandom(seed);
  }

  /** The fault of the next request; `path` is the path after the version. */
  next(path: string): Fault {
    let hit: FaultRule | undefined;
    let delayMs = 0;
    for (const entry of this.#rules) {
      const { rule } = entry;
      if (entry.left <= 0 || !path.startsWith(rule.prefix)) continue;
      if (hit && rule.kind !== 'delay') continue;
      if (rule.share < 1 && this.#random() >= rule.share) continue;
      entry.left -= 1;
      if (rule.kind === 'delay') delayMs += Number(rule.value);
      else hit = rule;
    }
    return { rule: hit, delayMs };
  }
}

/** A source of numbers in [0, 1). */
type Random = () => number;

/** A repeatable source: the same seed gives the same numbers (mulberry32, good enough to place faults). */
function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Outcome of a request that a fault hits. */
export type FaultAction =
  /** Answered with this, without a handler. */
  | { readonly act: 'instead'; readonly reply: Reply }
  /** Handled, then answered with this. */
  | { readonly act: 'after'; readonly reply: Reply }
  /** The connection is destroyed, before or after the request is handled. */
  | { readonly act: 'reset' | 'reset-after' }
  /** Handled, never answered. */
  | { readonly act: 'silence' }
  /** Handled, and half of the answer is sent. */
  | { readonly act: 'truncate' };

const HTML_HEADERS = { 'Content-Type': 'text/html; charset=utf-8' };

function page(title: string): string {
  return `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

const TITLES = {
  '500': 'Internal Server Error',
  '502': 'Bad Gateway',
  '503': 'Service Unavailable',
} as const;

function serverError(kind: keyof typeof TITLES, value: string): Reply {
  const status = Number(kind);
  const title = TITLES[kind];
  if (value === 'html') return { status, headers: HTML_HEADERS, body: page(`${status} ${title}`) };
  return errorReply(new ApiError('ERR_EXCEPTION', `${title} (injected fault).`, { status }));
}

function tooMany(seconds: number, nowMs: number): Reply {
  const status = {
    refused: true,
    limit: 60,
    remaining: 0,
    retryAfter: seconds,
    reset: Math.ceil(nowMs / 1000) + seconds,
  };
  const error = new ApiError(
    'ERR_TOO_MANY_REQUESTS',
    `Too many requests (injected fault); please retry after ${seconds} seconds.`,
  );
  // An injected refusal states no limit: there may be none, and a client would keep to it.
  const { 'X-Rate-Limit': _older, 'X-RateLimit-Limit': _newer, ...headers } = rateHeaders(status);
  return errorReply(error, headers);
}

/** Decides what a fault does to its request. `nowMs` is the time for the headers of a 429. */
export function faultAction({ kind, value }: FaultRule, nowMs: number): FaultAction {
  switch (kind) {
    case '429':
      return { act: 'instead', reply: tooMany(Number(value), nowMs) };
    case '500':
    case '502':
    case '503':
      return { act: 'instead', reply: serverError(kind, value) };
    case '500-after':
      return { act: 'after', reply: serverError('500', 'json') };
    case 'html':
      return { act: 'instead', reply: { status: 200, headers: HTML_HEADERS, body: page('Welcome') } };
    case 'lost':
      return { act: 'silence' };
    case 'reset':
    case 'reset-after':
      return { act: kind };
    case 'truncate':
      return { act: 'truncate' };
    case 'delay':
      throw new TypeError('a delay is no action: it comes before one');
  }
}
