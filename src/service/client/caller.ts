import type { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { type Base, type CallInput, type Endpoint, endpointRequest, nameOf } from '../api/endpoint.ts';
import type { endpoints } from '../api/endpoints.ts';
import { type ApiRequest, isRecord, type Transport } from '../transport/transport.ts';
import { type Answer, readAnswer } from './answer.ts';
import { failureOf } from './failure.ts';

/** The last argument of every call. */
export type CallOptions = {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onBehalfOf?: string | undefined;
};

/** The last argument of one call. The table of calls defines whether it may or must act for a user. */
export type OptionsFor<Name extends keyof typeof endpoints> = {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
} & Behalf<(typeof endpoints)[Name]['onBehalfOf']>;

type Behalf<Kind> = Kind extends 'required'
  ? {
      /** uid of the acting user. */
      readonly onBehalfOf: string;
    }
  : Kind extends 'optional'
    ? {
        /**
         * uid of the acting user.
         * @default the app's system user
         */
        readonly onBehalfOf?: string | undefined;
      }
    : unknown;

/** Makes single calls. Every rejection is a ServiceError, or the reason of the signal. */
export interface Caller {
  /** The `data` of the answer. */
  data<Path extends string, T>(
    endpoint: Endpoint<Path>,
    shape: z.ZodType<T>,
    input: CallInput<Path>,
    options?: CallOptions,
  ): Promise<T>;
  /** The answer with its `meta`. */
  answer<Path extends string, T>(
    endpoint: Endpoint<Path>,
    shape: z.ZodType<T>,
    input: CallInput<Path>,
    options?: CallOptions,
  ): Promise<Answer<T>>;
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
  const answer: Caller['answer'] = async (endpoint, shape, input, options = {}) => {
    checkOptions(options);
    const { onBehalfOf } = options;
    using stop = eitherAborts(closed, options.signal);
    const { signal } = stop;
    try {
      signal.throwIfAborted();
      const request = endpointRequest(endpoint, { ...input, onBehalfOf });
      watch(endpoint);
      const response = await orAborted(transports[endpoint.base], request, signal);
      watch(endpoint, response);
      return readAnswer(response, shape, nameOf(endpoint));
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw failureOf(error, nameOf(endpoint), scrub);
    }
  };
  return { answer, data: async (...all) => (await answer(...all)).data };
}

/** Plain JavaScript can pass any value. */
function checkOptions(options: unknown): void {
  if (!isRecord(options)) throw new ServiceError('REQUEST.INVALID', 'options must be an object');
  const signal = options['signal'] as Partial<AbortSignal> | undefined;
  if (signal && typeof signal.addEventListener !== 'function')
    throw new ServiceError('REQUEST.INVALID', 'signal must be an AbortSignal');
}

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
