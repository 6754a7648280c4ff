import { SandboxError } from '../wire/sandbox-error.ts';

/** The kinds of injected faults. `docs/sandbox.md` describes each. */
type FaultKind =
  | '429'
  | '500'
  | '502'
  | '503'
  | '500-after'
  | 'lost'
  | 'reset'
  | 'reset-after'
  | 'delay'
  | 'truncate'
  | 'html';

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

const KINDS = '429|500-after|500|502|503|lost|reset-after|reset|delay|truncate|html';
const RULE = new RegExp(
  `^(?<kind>${KINDS})(?:=(?<value>\\d{1,7}|json|html))?(?::(?<percent>\\d{1,3}(?:\\.\\d+)?)%)?` +
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
