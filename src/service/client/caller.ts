import { ServiceError } from '../../errors/service-error.ts';
import { defined } from '../../input/json/defined.ts';
import { type Base, type CallInput, type Endpoint, endpointRequest, nameOf } from '../api/endpoint.ts';
import type { endpoints } from '../api/endpoints.ts';
import { CallTimeUp } from '../transport/exchange/call-time.ts';
import { RateHoldError } from '../transport/limiter.ts';
import { type ApiRequest, isRecord, type Transport, TransportError } from '../transport/transport.ts';
import { type Acknowledgement, acknowledgementShape } from './acknowledgement.ts';
import { type Answer, readAnswer } from './answer.ts';
import { ApiPromise, type Received } from './api-promise.ts';
import type { AnswerShape } from './field.ts';
import { problemOfLimits, unknownOption } from './given-options.ts';

/** Limits of one call. */
export type CallLimits = {
  /**
   * Milliseconds for the whole call, with all attempts, waits and retries. Of a list: for each page.
   * @default no limit
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Number of times that the call is repeated at most: a whole number from 0.
   * @default no limit within `outageMs`
   */
  readonly retries?: number | undefined;
  /**
   * Milliseconds for one attempt of a call.
   * @default 30_000
   */
  readonly attemptMs?: number | undefined;
};

/** The options of a call that cannot act for a user. The default of each limit is that of the client. */
export type AsApp = CallLimits & {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
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
  /** Limits of calls that have none of their own. */
  readonly limits?: Pick<CallLimits, 'timeoutMs' | 'retries'>;
};

/** Makes a caller for the service's addresses. */
export function createCaller({ transports, scrub, watch, closed, limits = {} }: CallerDeps): Caller {
  const received = async <T, Result>(
    endpoint: Endpoint,
    shape: AnswerShape<T>,
    input: CallInput,
    options: CallOptions,
    read: (answer: Answer<T>) => Result,
  ): Promise<Received<Result>> => {
    checkOptions(options);
    const { onBehalfOf, timeoutMs = limits.timeoutMs, retries = limits.retries, attemptMs } = options;
    using stop = eitherAborts(closed, options.signal);
    const { signal } = stop;
    try {
      signal.throwIfAborted();
      const request = endpointRequest(endpoint, { ...input, onBehalfOf });
      const limited = { ...request, ...defined({ timeoutMs, retries, deadlineMs: attemptMs }) };
      watch(endpoint);
      const response = await orAborted(transports[endpoint.base], limited, signal);
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

const CALL_OPTIONS = ['onBehalfOf', 'signal', 'timeoutMs', 'retries', 'attemptMs'];

/** Plain JavaScript can pass any value. */
function checkOptions(options: unknown): void {
  if (!isRecord(options)) throw invalid('options must be an object');
  const problem = unknownOption(options, CALL_OPTIONS) ?? problemOfLimits(options);
  if (problem !== undefined) throw invalid(problem);
  const signal = options['signal'] as Partial<AbortSignal> | undefined;
  if (signal && typeof signal.addEventListener !== 'function') throw invalid('signal must be an AbortSignal');
}

const invalid = (message: string): ServiceError => new ServiceError('REQUEST.INVALID', message);

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
  const failure = translated(error);
  return failure instanceof ServiceError ? scrubbed(failure, call, scrub) : failure;
}

function translated(error: unknown): unknown {
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
  // It was never sent.
  return error instanceof CallTimeUp ? new ServiceError('CLIENT.TIMEOUT', error.message) : error;
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
