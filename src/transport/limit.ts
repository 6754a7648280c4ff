import type { Limiter } from '../limiter.ts';
import { type ApiResponse, isRefusal, type Layer } from '../transport.ts';

/** A class was closed by an answer of the service. */
export type Held = {
  readonly type: 'held';
  readonly rateClass: string;
  readonly forMs: number;
  readonly refused: boolean;
};

export type LimitOptions = {
  readonly limiter: Limiter;
  readonly observe: (event: Held) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly random?: () => number;
};

/** The vendor's advice where a 429 names no time: a minute, then double up to five. */
const UNSAID_MS = 60_000;
const UNSAID_MAX_MS = 300_000;
/** A refusal that says to come back at once is still not asked again at once. */
const REFUSED_MIN_MS = 250;
/** The longest pause that a header can ask for without being taken for a mistake. */
const PAUSE_MAX_MS = 24 * 3_600_000;
/** Up to this share of a pause is added, so that clients do not come back all at once. */
const JITTER = 0.1;
const JITTER_MAX_MS = 1_000;

/** Lets every try pass its class's gate, and closes the gate for everyone when the service says so. */
export function limit({ limiter, observe, now = Date.now, random = Math.random }: LimitOptions): Layer {
  const unsaid = new Map<string, number>();
  return (next) => async (request, signal) => {
    const { rateClass } = request;
    return limiter.run(
      rateClass,
      async () => {
        const response = await next(request, signal);
        const refused = isRefusal(response);
        if (!refused) unsaid.delete(rateClass);
        const pauseMs = refused
          ? Math.max(saidMs(response, now()) ?? grow(unsaid, rateClass), REFUSED_MIN_MS)
          : exhaustedMs(response, now());
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

function grow(unsaid: Map<string, number>, rateClass: string): number {
  const pauseMs = Math.min(UNSAID_MAX_MS, (unsaid.get(rateClass) ?? UNSAID_MS / 2) * 2);
  unsaid.set(rateClass, pauseMs);
  return pauseMs;
}

function header(response: ApiResponse, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The service's clock against ours, from its Date header. */
function skewMs(response: ApiResponse, nowMs: number): number {
  const date = Date.parse(header(response, 'date') ?? '');
  return Number.isNaN(date) ? 0 : date - nowMs;
}

/** The pause that an answer asks for: Retry-After in full, else the reset time of either header family. */
export function saidMs(response: ApiResponse, nowMs: number): number | undefined {
  const after = header(response, 'retry-after')?.trim() ?? '';
  if (/^\d{1,7}(\.\d+)?$/.test(after)) return Math.min(Number(after) * 1_000, PAUSE_MAX_MS);
  if (/^[a-z]{3},/i.test(after)) {
    const at = Date.parse(after);
    if (!Number.isNaN(at)) return clamp(at - nowMs - skewMs(response, nowMs));
  }
  return resetMs(response, nowMs);
}

function resetMs(response: ApiResponse, nowMs: number): number | undefined {
  const reset = header(response, 'x-ratelimit-reset') ?? header(response, 'x-rate-limit-reset') ?? '';
  if (!/^\d{10}$/.test(reset)) return undefined;
  return clamp(Number(reset) * 1_000 - nowMs - skewMs(response, nowMs));
}

/** The last request of the window was just spent: the rest of the window is a pause, and no request is wasted on it. */
function exhaustedMs(response: ApiResponse, nowMs: number): number | undefined {
  const remaining = header(response, 'x-ratelimit-remaining') ?? header(response, 'x-rate-limit-remaining');
  return remaining === '0' ? resetMs(response, nowMs) : undefined;
}

function clamp(ms: number): number | undefined {
  return ms > 0 && ms <= PAUSE_MAX_MS ? ms : undefined;
}
