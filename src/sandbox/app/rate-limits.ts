import { SandboxError } from '../wire/sandbox-error.ts';

/** The documented classes of calls, each with its own budget. */
export type RateClass = 'import' | 'core' | 'standard';

/** Requests per minute by class; `undefined` = unlimited. */
export type Limits = {
  readonly import: number | undefined;
  readonly core: number | undefined;
  readonly standard: number | undefined;
  /** Sent messages per minute and sender. */
  readonly sender: number | undefined;
  /** Messages marked as unread per minute and user. */
  readonly unread: number | undefined;
};

/** No limit at all: the default. */
export const NO_LIMITS: Limits = {
  import: undefined,
  core: undefined,
  standard: undefined,
  sender: undefined,
  unread: undefined,
};

const DOCUMENTED: Limits & { readonly import: 60 } = {
  import: 60,
  core: 10_000,
  standard: 20_000,
  sender: 30,
  unread: 5,
};

/** The documented free plan: 500 a minute for both classes. */
const BUILD: Limits = { ...DOCUMENTED, core: 500, standard: 500 };

const WINDOW_MS = 60_000;

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
  return {
    import: perMinute,
    core: scale(10_000),
    standard: scale(20_000),
    sender: undefined,
    unread: undefined,
  };
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

/** Counts requests in fixed windows of one minute, by class and by user. */
export class RateLimits {
  readonly #limits: Limits;
  readonly #clock: () => number;
  #window = 0;
  #counts = new Map<string, number>();

  /** `clock` gives milliseconds since the epoch. */
  constructor(limits: Limits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Counts one request of a class. Undefined if the class is unlimited. */
  take(rateClass: RateClass): RateLimitStatus | undefined {
    return this.#take(rateClass, this.#limits[rateClass]);
  }

  /** Counts one action of a user. Undefined if the action is unlimited. */
  takeUser(kind: 'sender' | 'unread', uid: string): RateLimitStatus | undefined {
    return this.#take(`${kind} ${uid}`, this.#limits[kind]);
  }

  #take(key: string, limit: number | undefined): RateLimitStatus | undefined {
    if (limit === undefined) return undefined;
    const now = this.#clock();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    const count = this.#counts.get(key) ?? 0;
    const refused = count >= limit;
    if (!refused) this.#counts.set(key, count + 1);
    const resetMs = (window + 1) * WINDOW_MS;
    return {
      refused,
      limit,
      remaining: refused ? 0 : limit - count - 1,
      retryAfter: Math.max(1, Math.ceil((resetMs - now) / 1000)),
      reset: resetMs / 1000,
    };
  }
}

/** The rate limit headers. Every limited answer has the older family, a refusal has both. */
export function rateHeaders(status: RateLimitStatus): Record<string, string> {
  const every = {
    'X-Rate-Limit': String(status.limit),
    'X-Rate-Limit-Remaining': String(status.remaining),
  };
  if (!status.refused) return every;
  return {
    ...every,
    'X-Rate-Limit-Reset': String(status.reset),
    'X-RateLimit-Limit': String(status.limit),
    'X-RateLimit-Remaining': String(status.remaining),
    'X-RateLimit-Reset': String(status.reset),
    'Retry-After': String(status.retryAfter),
  };
}
