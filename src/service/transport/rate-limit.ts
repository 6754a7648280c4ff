import { type Clock, realClock } from '../../system/clock.ts';
import { type Random, realRandom } from '../../system/random.ts';
import { isRefusal } from './answer.ts';
import { MINUTE_MS } from './budget.ts';
import { CallTimeUp } from './exchange/call-time.ts';
import { type Limiter, RateHoldError, SENDER, senderClass } from './limiter.ts';
import { askedMs, retryAfterMs, type StatedLimit, statedLimit } from './rate-headers.ts';
import type { ApiRequest, ApiResponse, Layer, RateHold } from './transport.ts';

export type RateLimitOptions = {
  readonly limiter: Limiter;
  readonly observe: (event: RateHold) => void;
  /**
   * Reads from an answer what is kept to.
   * @default statedLimit
   */
  readonly limitOf?: (response: ApiResponse, nowMs: number) => StatedLimit;
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
/** A limit of at most so many a minute, stated in the answer to a message, is that of its sender (documented: 30). */
const SENDER_PER_MINUTE_MAX = 60;

/**
 * Each attempt waits at the gates of its rate classes. The layer closes a gate for all when the service asks for it, and
 * adapts it to what the service says and does.
 */
export function rateLimit({
  limiter,
  observe,
  limitOf = statedLimit,
  clock = realClock,
  random = realRandom,
}: RateLimitOptions): Layer {
  const pauses = new DefaultPauses();
  const hold = (rateClass: string, pauseMs: number, refused: boolean, stated: boolean): void => {
    const forMs = pauseMs + Math.min(pauseMs * JITTER, JITTER_MAX_MS) * random.next();
    limiter.hold(rateClass, forMs);
    const held = rateClass.startsWith(SENDER) ? SENDER : rateClass;
    observe({ type: 'held', rateClass: held, forMs, refused, stated });
  };
  const learn = (request: ApiRequest, response: ApiResponse, sentAt: number): void => {
    const stated = limitOf(response, clock.now());
    const rateClass = classOf(request, stated);
    const { perMinute, remaining, resetMs } = stated;
    if (perMinute) limiter.learn(rateClass, { type: 'stated', perMinute });
    if (isRefusal(response)) {
      const at = clock.elapsed();
      const saidMs = retryAfterMs(response, clock.now()) ?? resetMs;
      const pauseMs = Math.max(saidMs ?? pauses.next(rateClass, sentAt, at), REFUSED_MIN_MS);
      limiter.learn(rateClass, { type: 'refused', sentAt, at, pauseMs, isStated: saidMs !== undefined });
      hold(rateClass, pauseMs, true, saidMs !== undefined);
      return;
    }
    const pauseMs = response.status >= 500 ? askedMs(response, clock.now()) : undefined;
    if (pauseMs !== undefined) hold(rateClass, pauseMs, false, true);
    for (const name of classesOf(request)) {
      pauses.accepted(name, sentAt);
      limiter.learn(name, response.status < 500 ? { type: 'accepted', sentAt } : { type: 'failed' });
    }
    if (remaining === 0 && resetMs) hold(rateClass, resetMs, false, true);
    else if (remaining !== undefined && resetMs && resetMs <= MINUTE_MS)
      limiter.learn(rateClass, { type: 'remains', requests: remaining, forMs: resetMs });
  };
  return (next) => async (request, signal) => {
    const attempt = async (): Promise<ApiResponse> => {
      const sentAt = clock.elapsed();
      try {
        const response = await next(request, signal);
        learn(request, response, sentAt);
        return response;
      } catch (error) {
        limiter.learn(request.rateClass, { type: 'failed' });
        throw error;
      }
    };
    try {
      return await limiter.run(classesOf(request), attempt, signal);
    } catch (error) {
      if (!(error instanceof CallTimeUp)) throw error;
      const closedMs = Math.max(...classesOf(request).map((name) => limiter.closedForMs(name)));
      // The service is the reason for the wait.
      throw closedMs > 0 ? new RateHoldError(request.rateClass, closedMs) : error;
    }
  };
}

/** A request needs a turn in each of its classes. */
const classesOf = ({ rateClass, sender }: ApiRequest): readonly string[] =>
  sender === undefined ? [rateClass] : [rateClass, senderClass(sender)];

/** The class that an answer is about. Where that is not certain, it is the one that more requests belong to. */
function classOf({ rateClass, sender }: ApiRequest, { perMinute }: StatedLimit): string {
  const isOfSender = sender !== undefined && perMinute !== undefined && perMinute <= SENDER_PER_MINUTE_MAX;
  return isOfSender ? senderClass(sender) : rateClass;
}

/** Pauses after refusals that name no time. */
class DefaultPauses {
  readonly #last = new Map<string, { readonly pauseMs: number; readonly at: number }>();

  /** Doubles from refusal to refusal; requests that were sent before the last refusal belong to that one. */
  next(rateClass: string, sentAt: number, at: number): number {
    const last = this.#last.get(rateClass);
    if (last && sentAt < last.at) return Math.max(0, last.at + last.pauseMs - at);
    const pauseMs = last ? Math.min(DEFAULT_PAUSE_MAX_MS, last.pauseMs * 2) : DEFAULT_PAUSE_MS;
    this.#last.set(rateClass, { pauseMs, at });
    return pauseMs;
  }

  accepted(rateClass: string, sentAt: number): void {
    const last = this.#last.get(rateClass);
    if (last && sentAt >= last.at) this.#last.delete(rateClass);
  }
}
