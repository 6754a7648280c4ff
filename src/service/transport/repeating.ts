import { type Clock, realClock } from '../../system/clock.ts';
import { type Random, realRandom } from '../../system/random.ts';
import { isRefusal } from './answer.ts';
import { CallTimeUp, callTime } from './exchange/call-time.ts';
import type { StopMaker } from './exchange/failure.ts';
import { RateHoldError } from './limiter.ts';
import { retryAfterMs } from './rate-headers.ts';
import {
  type ApiRequest,
  type ApiResponse,
  apiError,
  type Layer,
  type Retried,
  TransportError,
} from './transport.ts';

export type BackoffOptions = {
  readonly observe: (event: Retried) => void;
  /**
   * The retry budget: how long nothing may succeed before the request fails.
   * @default 3_600_000
   */
  readonly outageMs?: number;
  /**
   * The retry budget until the service has answered once.
   * @default 15_000
   */
  readonly firstAnswerMs?: number;
  /**
   * True if it has answered before, in an earlier process: then its address is right.
   * @default false
   */
  readonly answered?: boolean;
  /** @default realClock */
  readonly clock?: Pick<Clock, 'elapsed' | 'sleep'>;
  /** @default realRandom */
  readonly random?: Pick<Random, 'next'>;
};

const BASE_MS = 500;
const CAP_MS = 60_000;
const OUTAGE_MS = 60 * 60_000;
const FIRST_ANSWER_MS = 15_000;
const TRANSIENT = new Set([408, 425, 500, 502, 503, 504]);

/**
 * Repeats a request until its answer is final, or until its retries or its time are used up: then the last attempt is its
 * outcome. The backoff has full jitter, which spreads the attempts of many lanes. Throttled attempts only wait for the gate
 * below.
 * @param stopped makes the error `SERVICE.OUTAGE` or `SERVICE.UNREACHABLE`. Its cause is a TransportError with `maybeSent`,
 * whose cause is the last answer
 * @throws TransportError if the request must not be repeated unchanged; CallTimeUp if it was never sent
 */
export function repeating(
  {
    observe,
    outageMs = OUTAGE_MS,
    firstAnswerMs = FIRST_ANSWER_MS,
    answered = false,
    clock = realClock,
    random = realRandom,
  }: BackoffOptions,
  stopped: StopMaker,
): Layer {
  const health = { answered, goodAt: clock.elapsed() };
  const budgetMs = (): number => (health.answered ? outageMs : firstAnswerMs);
  const lostMs = (startedAt: number): number => clock.elapsed() - Math.max(health.goodAt, startedAt);
  /** @param nextMs how long another attempt would take at least */
  const giveUp = (startedAt: number, nextMs: number, cause: TransportError): void => {
    const ms = lostMs(startedAt);
    if (ms + nextMs < budgetMs()) return;
    const code = health.answered ? 'SERVICE.OUTAGE' : 'SERVICE.UNREACHABLE';
    throw stopped(code, `no request has succeeded for ${Math.round(ms / 1000)} s: ${cause.message}`, cause);
  };
  const heard = (answer: ApiResponse | TransportError): void => {
    if (answer instanceof TransportError) return;
    health.answered = true;
    if (answer.status < 500 && !isRefusal(answer)) health.goodAt = clock.elapsed();
  };
  return (next) => async (request, signal) => {
    using time = callTime(request.timeoutMs, signal);
    const startedAt = clock.elapsed();
    let ambiguous = false;
    let last: ApiResponse | TransportError | undefined;
    for (let attempts = 1, failures = 0; ; attempts++) {
      signal.throwIfAborted();
      const triedAt = clock.elapsed();
      const answer = await attempt(next, request, time.signal, ambiguous);
      if (answer instanceof CallTimeUp) {
        if (last === undefined) throw answer;
        return outcome(last, attempts - 1, ambiguous);
      }
      const reason = reasonToRepeat(answer, request);
      if (reason === undefined) {
        heard(answer);
        return outcome(answer, attempts, ambiguous);
      }
      const throttled = !(answer instanceof TransportError) && isRefusal(answer);
      const backoffMs = throttled ? 0 : random.next() * Math.min(CAP_MS, BASE_MS * 2 ** failures++);
      const waitMs = Math.max(backoffMs, askedOf(answer));
      if (attempts > (request.retries ?? Number.POSITIVE_INFINITY) || waitMs >= time.leftMs()) {
        heard(answer);
        return outcome(answer, attempts, ambiguous);
      }
      last = answer;
      observe({ type: 'retried', reason, throttled, attempt: attempts });
      health.answered ||= throttled;
      if (!throttled) ambiguous ||= !(answer instanceof TransportError) || answer.maybeSent;
      // Where no connection is made, another attempt takes as long: it must not outlast the budget.
      const nextMs = answer instanceof TransportError && !answer.maybeSent ? clock.elapsed() - triedAt : 0;
      giveUp(startedAt, nextMs, new TransportError(reason, { maybeSent: ambiguous, cause: answer }));
      if (!throttled) await clock.sleep(Math.min(backoffMs, budgetMs() - lostMs(startedAt)), signal);
    }
  };
}

/** The wait that an answer asks for, milliseconds; 0 if it asks for none. */
const askedOf = (answer: ApiResponse | TransportError): number =>
  answer instanceof TransportError ? 0 : (retryAfterMs(answer, realClock.now()) ?? 0);

/** The end of a request. A failed attempt may have carried it out if an earlier one may have. */
function outcome(last: ApiResponse | TransportError, attempts: number, ambiguous: boolean): ApiResponse {
  if (!(last instanceof TransportError))
    return attempts === 1 && !ambiguous ? last : { ...last, attempts, ambiguous };
  if (last.fatal) throw last.fatal;
  if (last.maybeSent || !ambiguous) throw last;
  throw new TransportError(last.message, { maybeSent: true, cause: last.cause });
}

async function attempt(
  next: (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>,
  request: ApiRequest,
  signal: AbortSignal,
  maybeSent: boolean,
): Promise<ApiResponse | TransportError | CallTimeUp> {
  try {
    signal.throwIfAborted();
    return await next(request, signal);
  } catch (error) {
    if (error instanceof RateHoldError) throw new RateHoldError(error.rateClass, error.forMs, maybeSent);
    if (error instanceof TransportError || error instanceof CallTimeUp) return error;
    throw error;
  }
}

/** Why the request must be repeated unchanged; undefined if the caller gets the answer. */
function reasonToRepeat(answer: ApiResponse | TransportError, request: ApiRequest): string | undefined {
  if (answer instanceof TransportError) {
    if (answer.fatal) return undefined;
    return request.repeatable || !answer.maybeSent ? answer.message : undefined;
  }
  if (isRefusal(answer)) return 'the service asks to wait (429)';
  if (!TRANSIENT.has(answer.status)) return undefined;
  const error = apiError(answer.body);
  if (!request.repeatable || (request.divisible && answer.status === 500 && error)) return undefined;
  return `the service answered ${answer.status}${error ? ` ${error.code}` : ''}`;
}
