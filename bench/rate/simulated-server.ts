import type { Random } from '../../test/support/random.ts';

/** How a server counts: in minutes of its clock, over the last minute, or with tokens for two seconds. */
export type Counting = 'fixed' | 'sliding' | 'bucket';

/** What becomes of the allowed rate at half time. */
export type Change = 'constant' | 'halved' | 'doubled';

export type ServerKind = {
  readonly counting: Counting;
  /** Requests a minute that it allows at first. */
  readonly perMinute: number;
  /** Whether a refusal says how long to wait. */
  readonly retryAfter: boolean;
  readonly change: Change;
};

/** Shares of requests that go wrong whatever the rate. */
export type Faults = { readonly refused: number; readonly unavailable: number; readonly lost: number };

export type ServerAnswer =
  | { readonly status: 200 | 503 }
  | { readonly status: 429; readonly retryAfterMs: number }
  /** Done, but the answer does not arrive. */
  | { readonly status: 'lost' };

const MINUTE_MS = 60_000;
/** Seconds that the tokens of a bucket last for. */
const BUCKET_S = 2;
/** The wait that a refusal asks for which has nothing to do with the rate. */
const FAULT_WAIT_MS = 1_000;
const FACTOR = { constant: 1, halved: 0.5, doubled: 2 } as const;

/** A server with a rate limit, and how it was used. A request that it refuses does not count against the limit. */
export class SimulatedServer {
  readonly #kind: ServerKind;
  readonly #halfMs: number;
  readonly #random: Random;
  readonly #faults: Faults | undefined;
  readonly #offsetMs: number;
  #window = -1;
  #used = 0;
  /** Times of the requests of the last minute; those before `#from` are older. */
  #times: number[] = [];
  #from = 0;
  #tokens: number;
  #filledAt = 0;
  /** Times of all requests, if they are asked for. */
  readonly arrivals: number[] = [];
  received = 0;
  refused = 0;
  receivedInSecondHalf = 0;
  acceptedInSecondHalf = 0;

  constructor(kind: ServerKind, minutes: number, random: Random, faults?: Faults) {
    this.#kind = kind;
    this.#halfMs = (minutes * MINUTE_MS) / 2;
    this.#random = random;
    this.#faults = faults;
    this.#offsetMs = random() * MINUTE_MS;
    this.#tokens = this.#tokensMax(0);
  }

  /** Requests a minute that are allowed at a time. */
  perMinuteAt(atMs: number): number {
    const { perMinute, change } = this.#kind;
    return perMinute * (atMs < this.#halfMs ? 1 : FACTOR[change]);
  }

  answer(atMs: number): ServerAnswer {
    const isLate = atMs >= this.#halfMs;
    this.received++;
    if (isLate) this.receivedInSecondHalf++;
    const fault = this.#fault();
    if (fault && fault.status !== 'lost') return fault;
    const waitMs = this.#take(atMs);
    if (waitMs > 0) {
      this.refused++;
      return { status: 429, retryAfterMs: waitMs };
    }
    if (isLate) this.acceptedInSecondHalf++;
    return fault ?? { status: 200 };
  }

  #fault(): ServerAnswer | undefined {
    if (!this.#faults) return undefined;
    const { refused, unavailable, lost } = this.#faults;
    const drawn = this.#random();
    if (drawn < refused) return { status: 429, retryAfterMs: FAULT_WAIT_MS };
    if (drawn < refused + unavailable) return { status: 503 };
    return drawn < refused + unavailable + lost ? { status: 'lost' } : undefined;
  }

  /** Counts a request; returns how long the client must wait if it is refused, else 0. */
  #take(atMs: number): number {
    if (this.#kind.counting === 'fixed') return this.#takeFixed(atMs);
    return this.#kind.counting === 'sliding' ? this.#takeSliding(atMs) : this.#takeToken(atMs);
  }

  #takeFixed(atMs: number): number {
    const window = Math.floor((atMs + this.#offsetMs) / MINUTE_MS);
    if (window !== this.#window) this.#used = 0;
    this.#window = window;
    if (this.#used >= this.perMinuteAt(atMs)) return (window + 1) * MINUTE_MS - this.#offsetMs - atMs;
    this.#used++;
    return 0;
  }

  #takeSliding(atMs: number): number {
    while (this.#from < this.#times.length && (this.#times[this.#from] as number) <= atMs - MINUTE_MS)
      this.#from++;
    if (this.#from > 100_000) {
      this.#times = this.#times.slice(this.#from);
      this.#from = 0;
    }
    const tooMany = this.#times.length - this.#from - this.perMinuteAt(atMs);
    if (tooMany >= 0) return (this.#times[this.#from + tooMany] as number) + MINUTE_MS - atMs;
    this.#times.push(atMs);
    return 0;
  }

  #takeToken(atMs: number): number {
    const perMs = this.perMinuteAt(atMs) / MINUTE_MS;
    this.#tokens = Math.min(this.#tokensMax(atMs), this.#tokens + (atMs - this.#filledAt) * perMs);
    this.#filledAt = atMs;
    if (this.#tokens < 1) return (1 - this.#tokens) / perMs;
    this.#tokens--;
    return 0;
  }

  #tokensMax(atMs: number): number {
    return (this.perMinuteAt(atMs) / 60) * BUCKET_S;
  }
}

/** Every combination: 54 servers. */
export function* serverKinds(): Generator<ServerKind> {
  for (const counting of ['fixed', 'sliding', 'bucket'] as const)
    for (const perMinute of [60, 500, 20_000])
      for (const retryAfter of [true, false])
        for (const change of ['constant', 'halved', 'doubled'] as const)
          yield { counting, perMinute, retryAfter, change };
}
