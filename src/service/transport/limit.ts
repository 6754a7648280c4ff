import { type Clock, realClock } from '../../system/clock.ts';
import { type Random, realRandom } from '../../system/random.ts';
import type { Limiter } from './limiter.ts';
import { retryAfterMs, windowRestMs } from './retry-after.ts';
import { isRefusal, type Layer } from './transport.ts';

/** An answer of the service closed a rate class. */
export type RateHold = {
  readonly type: 'held';
  readonly rateClass: string;
  readonly forMs: number;
  readonly refused: boolean;
};

export type LimitOptions = {
  readonly limiter: Limiter;
  readonly observe: (event: RateHold) => void;
  /** @default realClock */
  readonly clock?: Clock;
  /** @default realRandom */
  readonly random?: Pick<Random, 'next'>;
};

/** The vendor's advice for a 429 without a time: a minute, then double up to five. */
const DEFAULT_PAUSE_MS = 60_000;
const DEFAULT_PAUSE_MAX_MS = 300_000;
/** The shortest pause after a 429, even if the service asks for less. */
const REFUSED_MIN_MS = 250;
/** Up to this share of a pause is added at random, so that clients do not all return at once. */
const JITTER = 0.1;
const JITTER_MAX_MS = 1_000;

/** Each attempt waits at the gate of its rate class; the layer closes the gate for all when the service asks for it. */
export function limit({ limiter, observe, clock = realClock, random = realRandom }: LimitOptions): Layer {
  const growing = new Map<string, number>();
  return (next) => async (request, signal) => {
    const { rateClass } = request;
    return limiter.run(
      rateClass,
      async () => {
        const response = await next(request, signal);
        const refused = isRefusal(response);
        if (!refused) growing.delete(rateClass);
        const pauseMs = refused
          ? Math.max(retryAfterMs(response, clock.now()) ?? grow(growing, rateClass), REFUSED_MIN_MS)
          : windowRestMs(response, clock.now());
        if (pauseMs !== undefined && pauseMs > 0) {
          const forMs = pauseMs + Math.min(pauseMs * JITTER, JITTER_MAX_MS) * random.next();
          limiter.hold(rateClass, forMs);
          observe({ type: 'held', rateClass, forMs, refused });
        }
        return response;
      },
      signal,
    );
  };
}

function grow(growing: Map<string, number>, rateClass: string): number {
  const pauseMs = Math.min(DEFAULT_PAUSE_MAX_MS, (growing.get(rateClass) ?? DEFAULT_PAUSE_MS / 2) * 2);
  growing.set(rateClass, pauseMs);
  return pauseMs;
}
