import { RunError } from '../../errors/run-error.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { type Base, type CallInput, type Endpoint, endpointRequest, nameOf } from '../api/endpoint.ts';
import type { endpoints } from '../api/endpoints.ts';
import { RateHoldError } from '../transport/limiter.ts';
import {
  type ApiRequest,
  type ApiResponse,
  apiError,
  isRecord,
  type Transport,
  TransportError,
} from '../transport/transport.ts';
import { type Acknowledgement, acknowledgementShape } from './acknowledgement.ts';
import { type Answer, readAnswer, refusalOf } from './answer.ts';
import { ApiPromise, type Received } from './api-promise.ts';
import type { AnswerShape } from './shape.ts';

/** The options of a call that cannot act for a user. */
export type AsApp = {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds for one attempt of this call. To limit the whole call with its retries, use `signal`:
   * `AbortSignal.timeout(ms)`.
   * @default that of the client
   */
  readonly timeoutMs?: number | undefined;
};

/** The options of any call. */
export type CallOptions = AsApp & { readonly onBehalfOf?: string | undefined };

/** The options of a call that must act for a user. */
export type Acting = AsApp & {
  /** uid of the acting user. */
  readonly onBehalfOf: string;
};

/** The options of a call that may act for a user. */
export type MayAct = AsApp & {
  /**
   * uid of the acting user.
   * @default the app's system user
   */
  readonly onBehalfOf?: string | undefined;
};

/** The options of one call: the table of calls states whether it may or must act for a user. */
export type OptionsFor<Name extends keyof typeof endpoints> = {
  readonly required: Acting;
  readonly optional: MayAct;
  readonly unsupported: AsApp;
}[(typeof endpoints)[Name]['onBehalfOf']];

/** Makes single calls. Every rejection is a ServiceError, or the reason of the signal. */
export interface Caller {
  /** The `data` of the answer. */
  data<Path extends string, T>(
    endpoint: Endpoint<Path>,
    shape: AnswerShape<T>,
    input: CallInput<Path>,
    options?: CallOptions,
  ): ApiPromise<T>;
  /** The answer of a call that only says that it succeeded. */
  done<Path extends string>(
    endpoint: Endpoint<Path>,
    input: CallInput<Path>,
    options?: CallOptions,
  ): ApiPromise<Acknowledgement>;
  /** The answer with its `meta`. */
  answer<Path extends string, T>(
    endpoint: Endpoint<Path>,
    shape: AnswerShape<T>,
    input: CallInput<Path>,
    options?: CallOptions,
  ): ApiPromise<Answer<T>>;
  /** Makes a call and returns what `read` makes of the answer. */
  read<Path extends string, T, Result>(
    endpoint: Endpoint<Path>,
    shape: AnswerShape<T>,
    input: CallInput<Path>,
    options: CallOptions | undefined,
    read: (answer: Answer<T>) => Result,
  ): ApiPromise<Result>;
}

export type CallerDeps = {
  readonly transports: Readonly<Record<Base, Transport>>;
  /** Removes the client's keys from a text. */
  readonly scrub: (text: string) => string;
  /** Called before each call, and again with its answer. */
  readonly watch: (endpoint: Endpoint, response?: Awaited<ReturnType<Transport>>) => void;
  /** Aborts when the client is closed; calls then reject with its reason. */
  readonly closed: AbortSignal;
};

/** Makes a caller for the service's addresses. */
export function createCaller({ transports, scrub, watch, closed }: CallerDeps): Caller {
  const received = async <T, Result>(
    endpoint: Endpoint,
    shape: AnswerShape<T>,
    input: CallInput,
    options: CallOptions,
    read: (answer: Answer<T>) => Result,
  ): Promise<Received<Result>> => {
    checkOptions(options);
    const { onBehalfOf, timeoutMs } = options;
    using stop = eitherAborts(closed, options.signal);
    const { signal } = stop;
    try {
      signal.throwIfAborted();
      const request = endpointRequest(endpoint, { ...input, onBehalfOf });
      const timed = timeoutMs === undefined ? request : { ...request, deadlineMs: timeoutMs };
      watch(endpoint);
      const response = await orAborted(transports[endpoint.base], timed, signal);
      watch(endpoint, response);
      return { data: read(readAnswer(response, shape, nameOf(endpoint), endpoint.bare)), response };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw failureOf(error, nameOf(endpoint), scrub);
    }
  };
  const read: Caller['read'] = (endpoint, shape, input, options = {}, read) =>
    new ApiPromise(received(endpoint, shape, input, options, read));
  return {
    read,
    answer: (endpoint, shape, input, options) => read(endpoint, shape, input, options, (answer) => answer),
    done: (endpoint, input, options) =>
      read(endpoint, acknowledgementShape, input, options, ({ data }) => data),
    data: (endpoint, shape, input, options) => read(endpoint, shape, input, options, ({ data }) => data),
  };
}

/** Plain JavaScript can pass any value. */
function checkOptions(options: unknown): void {
  if (!isRecord(options)) throw new ServiceError('REQUEST.INVALID', 'options must be an object');
  const signal = options['signal'] as Partial<AbortSignal> | undefined;
  if (signal && typeof signal.addEventListener !== 'function')
    throw new ServiceError('REQUEST.INVALID', 'signal must be an AbortSignal');
  const timeoutMs = options['timeoutMs'];
  if (timeoutMs !== undefined && !isMilliseconds(timeoutMs))
    throw new ServiceError('REQUEST.INVALID', 'timeoutMs must be a time in milliseconds');
}

/** True if a value is a time that a timer can take. */
export const isMilliseconds = (value: unknown): value is number =>
  typeof value === 'number' && value > 0 && value < 2 ** 31;

/** Aborts with the first of the two signals; disposing removes its listeners. */
function eitherAborts(
  closed: AbortSignal,
  given: AbortSignal | undefined,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = ({ target }: Event): void => controller.abort((target as AbortSignal).reason);
  const signals = [closed, ...(given ? [given] : [])];
  for (const signal of signals) {
    if (signal.aborted) controller.abort(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    },
  };
}

/** Rejects as soon as the signal aborts, even while the layers still wait for their turn. */
async function orAborted(transport: Transport, request: ApiRequest, signal: AbortSignal) {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([transport(request, signal), promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * Translates an error of the layers below into what a call rejects with: a ServiceError without keys. Programming
 * errors stay unchanged.
 */
function failureOf(error: unknown, call: string, scrub: (text: string) => string): unknown {
  const failure = translated(error, call);
  return failure instanceof ServiceError ? scrubbed(failure, call, scrub) : failure;
}

function translated(error: unknown, call: string): unknown {
  if (error instanceof RateHoldError)
    return new ServiceError('ERR_TOO_MANY_REQUESTS', error.message, {
      status: 429,
      retryAfterMs: Math.ceil(error.forMs),
      maybeDone: error.maybeSent,
    });
  if (error instanceof TransportError)
    return new ServiceError(error.maybeSent ? 'SERVICE.NO_ANSWER' : 'SERVICE.UNREACHABLE', error.message, {
      maybeDone: error.maybeSent,
    });
  return error instanceof RunError ? gaveUp(error, call) : error;
}

/** The layers gave up: if the last answer names a reason, that is the error. */
function gaveUp({ code, message, cause }: RunError, call: string): ServiceError {
  const maybeDone = cause instanceof TransportError && cause.maybeSent;
  const last = cause instanceof TransportError ? cause.cause : undefined;
  const response = isResponse(last) ? { ...last, ambiguous: maybeDone } : undefined;
  if (response && apiError(response.body)) return refusalOf(response, call);
  const isGone = code === 'SERVICE.OUTAGE' || code === 'SERVICE.UNREACHABLE';
  const clientCode = isGone ? (maybeDone || response ? 'SERVICE.OUTAGE' : 'SERVICE.UNREACHABLE') : code;
  return new ServiceError(clientCode, message, { status: response?.status, maybeDone });
}

function isResponse(value: unknown): value is ApiResponse {
  return isRecord(value) && typeof value['status'] === 'number' && isRecord(value['headers']);
}

function scrubbed(error: ServiceError, call: string, scrub: (text: string) => string): ServiceError {
  const maybe = (text: string | undefined): string | undefined => (text === undefined ? text : scrub(text));
  const { code, message, status, details, devMessage, source, retryAfterMs, maybeDone } = error;
  return new ServiceError(scrub(code), scrub(message), {
    status,
    details: Object.fromEntries(
      Object.entries(details).map(([field, texts]) => [scrub(field), texts.map(scrub)]),
    ),
    devMessage: maybe(devMessage),
    source: maybe(source),
    retryAfterMs,
    maybeDone,
    call,
  });
}
