import type { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { type Base, type CallInput, type Endpoint, endpointRequest, nameOf } from '../api/endpoint.ts';
import type { endpoints } from '../api/endpoints.ts';
import { type ApiRequest, isRecord, type Transport } from '../transport/transport.ts';
import { type Answer, readAnswer } from './answer.ts';
import { failureOf } from './failure.ts';

/** What every call takes last. */
export type CallOptions = {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onBehalfOf?: string | undefined;
};

/** What one call takes last: whether it may or must act for a user follows from the table of calls. */
export type OptionsFor<Name extends keyof typeof endpoints> = {
  /** Ends the call; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
} & Behalf<(typeof endpoints)[Name]['onBehalfOf']>;

type Behalf<Kind> = Kind extends 'required'
  ? {
      /** uid of the user that the call acts for. */
      readonly onBehalfOf: string;
    }
  : Kind extends 'optional'
    ? {
        /** uid of the user that the call acts for; the app's system user where absent. */
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
  /** Takes the client's keys out of a text. */
  readonly scrub: (text: string) => string;
  /** Sees each call before it is made and again with its answer. */
  readonly watch: (endpoint: Endpoint, response?: Awaited<ReturnType<Transport>>) => void;
  /** Aborts when the client is closed; its reason is what calls reject with then. */
  readonly closed: AbortSignal;
};

/** A caller over the service's addresses. */
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

/** From plain JavaScript they may be anything. */
function checkOptions(options: unknown): void {
  if (!isRecord(options)) throw new ServiceError('REQUEST.INVALID', 'options are an object');
  const signal = options['signal'] as Partial<AbortSignal> | undefined;
  if (signal && typeof signal.addEventListener !== 'function')
    throw new ServiceError('REQUEST.INVALID', 'signal is an AbortSignal');
}

/** Aborts with the first of the two; what it listens to is let go of with its scope. */
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

/** The layers wait for their turn before they look at the signal; the caller need not. */
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
