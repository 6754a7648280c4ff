import { SandboxError } from '../wire/api-error.ts';

/** The documented classes of calls, each with its own budget. */
export type RateClass = 'import' | 'core' | 'standard';

/** Requests per minute by class; absent = unlimited. */
export type Limits = {
  readonly [C in RateClass]?: number | undefined;
} & {
  /** Sent messages per minute and sender. */
  readonly sender?: number | undefined;
  /** Messages marked as unread per minute and user. */
  readonly unread?: number | undefined;
};

/** No limit at all: the default. */
export const NO_LIMITS: Limits = {};

const DOCUMENTED = { import: 60, core: 10_000, standard: 20_000, sender: 30, unread: 5 } as const;

/** The documented free plan: 500 a minute for both classes. */
const BUILD: Limits = { ...DOCUMENTED, core: 500, standard: 500 };

const WINDOW_MS = 60_000;
/** Old times are removed from a list when it has more of them than this. */
const FORGOTTEN_MAX = 10_000;

/**
 * Reads `documented`, `build` (the free plan), `none` or `N/min`. `N/min` is the budget of the import class. The
 * other classes keep their documented ratio to it (60 : 10,000 : 20,000), and users have no limits.
 */
export function parseLimits(text: string): Limits {
  if (text === 'documented') return DOCUMENTED;
  if (text === 'build') return BUILD;
  if (text === 'none') return NO_LIMITS;
  const perMinute = Number(/^(\d{1,9})\/min$/.exec(text)?.[1]);
  if (!(perMinute >= 1)) {
    throw new SandboxError(
      'OPTION_INVALID',
      `limits "${text}": expected documented, build, none or N/min such as 600/min`,
    );
  }
  const scale = (documented: number) => Math.ceil((documented * perMinute) / DOCUMENTED.import);
  return { import: perMinute, core: scale(DOCUMENTED.core), standard: scale(DOCUMENTED.standard) };
}

/** The state of a budget after a request. */
export type RateLimitStatus = {
  readonly refused: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly retryAfter: number;
  /** The end of the window, Unix seconds. */
  readonly reset: number;
};

/** Way to count a minute: by the minutes of the clock, or back from each request. */
export type LimitWindow = 'minute' | 'sliding';

/** The counted requests of one budget: their times in milliseconds, oldest first, from `from` on. */
type Counted = { readonly times: number[]; from: number };

/** Counts requests by class and by user. */
export class RateLimits {
  readonly #limits: Limits;
  readonly #clock: () => number;
  readonly #window: LimitWindow;
  readonly #counts = new Map<string, Counted>();
  #minute = 0;
  #isPaused = false;

  /** `clock` gives milliseconds since the epoch. */
  constructor(limits: Limits, clock: () => number, window: LimitWindow = 'minute') {
    this.#limits = limits;
    this.#clock = clock;
    this.#window = window;
  }

  /** Forgets every counted request, and counts from now on. */
  reset(): void {
    this.#counts.clear();
    this.#isPaused = false;
  }

  /** Counts nothing until the next reset. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Counts one request of a class. `of` names a budget of its own. Undefined if the class is unlimited. */
  take(rateClass: RateClass, of = ''): RateLimitStatus | undefined {
    return this.#take(`${rateClass} ${of}`, this.#limits[rateClass]);
  }

  /** Counts one action of a user, or of a key. Undefined if the action is unlimited. */
  takeUser(kind: 'sender' | 'unread', who: string): RateLimitStatus | undefined {
    return this.#take(`${kind} ${who}`, this.#limits[kind]);
  }

  #take(key: string, limit: number | undefined): RateLimitStatus | undefined {
    if (limit === undefined || this.#isPaused) return undefined;
    const now = this.#clock();
    this.#forget(now);
    const counted = this.#counts.get(key) ?? { times: [], from: 0 };
    this.#counts.set(key, counted);
    while ((counted.times[counted.from] ?? now) <= now - WINDOW_MS) counted.from += 1;
    if (counted.from > FORGOTTEN_MAX) {
      counted.times.splice(0, counted.from);
      counted.from = 0;
    }
    const count = counted.times.length - counted.from;
    const refused = count >= limit;
    const resetMs = this.#resetOf(counted, now);
    if (!refused) counted.times.push(now);
    return {
      refused,
      limit,
      remaining: refused ? 0 : limit - count - 1,
      retryAfter: Math.max(1, Math.ceil((resetMs - now) / 1000)),
      reset: Math.ceil(resetMs / 1000),
    };
  }

  /** When the budget has room again at the latest, in milliseconds. */
  #resetOf({ times, from }: Counted, now: number): number {
    return this.#window === 'sliding' ? (times[from] ?? now) + WINDOW_MS : (this.#minute + 1) * WINDOW_MS;
  }

  /** Forgets what a new minute makes useless: all counts, or those without a request in the last minute. */
  #forget(now: number): void {
    const minute = Math.floor(now / WINDOW_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    for (const [key, { times }] of this.#counts) {
      if (this.#window === 'minute' || (times.at(-1) ?? 0) <= now - WINDOW_MS) this.#counts.delete(key);
    }
  }
}

/** Which of the two published families of headers answers have. */
type HeaderFamily = 'both' | 'older' | 'newer' | 'none';

/** The rate limit headers. Every limited answer has the older family, a refusal has both, unless `family` says less. */
export function rateHeaders(
  { refused, limit, remaining, reset, retryAfter }: RateLimitStatus,
  family: HeaderFamily = 'both',
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (family === 'both' || family === 'older') {
    headers['X-Rate-Limit'] = String(limit);
    headers['X-Rate-Limit-Remaining'] = String(remaining);
    if (refused) headers['X-Rate-Limit-Reset'] = String(reset);
  }
  if (!refused || family === 'none') return headers;
  headers['Retry-After'] = String(retryAfter);
  if (family === 'older') return headers;
  headers['X-RateLimit-Limit'] = String(limit);
  headers['X-RateLimit-Remaining'] = String(remaining);
  headers['X-RateLimit-Reset'] = String(reset);
  return headers;
}
