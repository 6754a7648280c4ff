import type { Limiter } from './limiter.ts';
import { retryAfterMs, windowRestMs } from './retry-after.ts';
import { isRefusal, type Layer } from './transport.ts';

/** A class was closed by an answer of the service. */
export type RateHold = {
  readonly type: 'held';
  readonly rateClass: string;
  readonly forMs: number;
  readonly refused: boolean;
};

export type LimitOptions = {
  readonly limiter: Limiter;
  readonly observe: (event: RateHold) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly random?: () => number;
};

/** The vendor's advice where a 429 names no time: a minute, then double up to five. */
const DEFAULT_PAUSE_MS = 60_000;
const DEFAULT_PAUSE_MAX_MS = 300_000;
/** A refusal that says to come back at once is still not asked again at once. */
const REFUSED_MIN_MS = 250;
/** Up to this share of a pause is added, so that clients do not come back all at once. */
const JITTER = 0.1;
const JITTER_MAX_MS = 1_000;

/** Lets every try pass its class's gate, and closes the gate for everyone when the service says so. */
export function limit({ limiter, observe, now = Date.now, random = Math.random }: LimitOptions): Layer {
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
          ? Math.max(retryAfterMs(response, now()) ?? grow(growing, rateClass), REFUSED_MIN_MS)
          : windowRestMs(response, now());
        if (pauseMs !== undefined && pauseMs > 0) {
          const forMs = pauseMs + Math.min(pauseMs * JITTER, JITTER_MAX_MS) * random();
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
