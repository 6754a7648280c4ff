import { type Clock, realClock } from '../../system/clock.ts';
import { type ApiRequest, type ApiResponse, type Layer, TransportError } from './transport.ts';

/** No attempt gets less time. */
const LEAST_MS = 5_000;
/** An attempt gets the usual time of an answer and so many times its usual deviation. */
const DEVIATIONS = 8;
/** A timer may be early by so much. */
const TIMER_MS = 10;
/** After so many answers it is known how long they take. */
const ANSWERS_MIN = 8;
/** Weights of the newest answer in the mean and in the deviation, as in TCP (RFC 6298). */
const MEAN_WEIGHT = 1 / 8;
const DEVIATION_WEIGHT = 1 / 4;

/**
 * Ends an attempt early whose answer is long overdue, compared with the others, so that a lost answer does not keep its
 * lane waiting. Each further attempt of the request gets twice the time, and all get more while nothing is answered.
 * Only for requests that can be sent twice without harm even if the first one arrives late: reads, and rows whose key the
 * service refuses twice. It stands below the layer that repeats requests.
 * @param maxMs the time for one attempt that is never exceeded
 */
export function deadline(maxMs: number, clock: Clock = realClock): Layer {
  const usual = new UsualTime();
  const overdue = new WeakMap<ApiRequest, number>();
  let overdueInARow = 0;
  return (next) => async (request, signal) => {
    const doublings = Math.max(overdue.get(request) ?? 0, overdueInARow);
    const deadlineMs = isSafe(request) ? Math.min(maxMs, usual.limitMs * 2 ** doublings) : maxMs;
    const startedAt = clock.elapsed();
    const tookMs = (): number => clock.elapsed() - startedAt;
    try {
      const response: ApiResponse = await next({ ...request, deadlineMs }, signal);
      if (isSafe(request)) usual.add(tookMs());
      overdueInARow = 0;
      overdue.delete(request);
      return response;
    } catch (error) {
      if (error instanceof TransportError && tookMs() >= deadlineMs - TIMER_MS) {
        overdueInARow++;
        overdue.set(request, doublings + 1);
      }
      throw error;
    }
  };
}

const isSafe = ({ method, repeatable }: ApiRequest): boolean =>
  repeatable && (method === 'GET' || method === 'POST');

class UsualTime {
  #count = 0;
  #meanMs = 0;
  #deviationMs = 0;

  add(ms: number): void {
    this.#count++;
    if (this.#count === 1) {
      this.#meanMs = ms;
      this.#deviationMs = ms / 2;
      return;
    }
    this.#deviationMs += (Math.abs(ms - this.#meanMs) - this.#deviationMs) * DEVIATION_WEIGHT;
    this.#meanMs += (ms - this.#meanMs) * MEAN_WEIGHT;
  }

  /** The time that an attempt may take; Infinity as long as too little is known. */
  get limitMs(): number {
    if (this.#count < ANSWERS_MIN) return Number.POSITIVE_INFINITY;
    return Math.max(LEAST_MS, this.#meanMs + DEVIATIONS * this.#deviationMs);
  }
}
