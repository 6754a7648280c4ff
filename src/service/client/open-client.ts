import { ServiceError } from '../../errors/service-error.ts';
import type { Base, RateClass } from '../api/endpoint.ts';
import { documentedPerMinute } from '../api/endpoints.ts';
import { MINUTE_MS } from '../transport/budget.ts';
import { keyed, type ManagementKeys, scrubOf } from '../transport/keyed.ts';
import { createLimiter, type Limiter } from '../transport/limiter.ts';
import { observe } from '../transport/observe.ts';
import { rateLimit } from '../transport/rate-limit.ts';
import { repeating } from '../transport/repeating.ts';
import { Secret } from '../transport/secret.ts';
import {
  compose,
  isRecord,
  type RateHold,
  type Retried,
  type Transport,
  type Tried,
} from '../transport/transport.ts';
import { stopCall } from './answer.ts';
import { type Caller, type CallLimits, createCaller } from './caller.ts';
import { type ConnectionOptions, openConnection } from './connection.ts';
import { type Deprecation, deprecationWatch, warnOnce } from './deprecation.ts';
import { problemOfLimits, unknownOption } from './given-options.ts';

export type { RateHold, Retried };

/** One finished attempt of a call, without secrets: no headers, no body, no query. */
export type Attempt = Omit<Tried, 'request'> & {
  readonly method: string;
  /** Path below the base address. Keys and tokens in it are replaced by `***`. */
  readonly path: string;
};

/** The options of every client of the service. */
export type ClientOptions = ConnectionOptions &
  CallLimits & {
    /**
     * Milliseconds for which a repeatable call is retried while nothing succeeds, and the longest wait that the service
     * may ask for.
     * @default 60_000
     */
    readonly outageMs?: number | undefined;
    /**
     * Maximum number of requests at the same time, for each rate class.
     * @default 8
     */
    readonly concurrency?: number | undefined;
    /**
     * Requests per minute, for each rate class.
     * @default the documented limits of the service
     */
    readonly requestsPerMinute?: Readonly<Partial<Record<RateClass, number>>> | undefined;
    /**
     * Called once for each deprecated call that is made.
     * @default a process warning, once for each call
     */
    readonly onDeprecated?: ((deprecation: Deprecation) => void) | undefined;
    /** Called for every attempt, wait and retry. */
    readonly observe?: ((event: RateHold | Retried | Attempt) => void) | undefined;
  };

const ATTEMPT_MS = 30_000;
const OUTAGE_MS = 60_000;
/** A service that has never answered gets less time. */
const FIRST_ANSWER_MS = 15_000;
const CONCURRENCY = 8;

/**
 * The base class of all clients of the service: connections, and calls that use them. Dispose of it to close the
 * connections.
 */
export class Client implements AsyncDisposable {
  readonly #client: ReturnType<typeof openClient>;
  readonly #name: string;

  /** @throws ServiceError `OPTIONS.INVALID` */
  protected constructor(
    urls: Readonly<Partial<Record<Base, string>>>,
    keys: Secret | ManagementKeys,
    options: ClientOptions,
  ) {
    this.#client = openClient(urls, keys, options);
    this.#name = `${urls.chat === undefined ? 'Management' : 'ChatService'}(${urls.chat ?? urls.management})`;
  }

  /** Makes the calls. */
  protected get caller(): Caller {
    return this.#client.caller;
  }

  /** The kind of the client and its address, without any key: `ChatService(https://…/v3)`. */
  toString(): string {
    return this.#name;
  }

  /** Closes the connections. Running calls reject with `CLIENT.CLOSED`. */
  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve(this.#client[Symbol.asyncDispose]());
  }
}

/**
 * Opens the connections of a client: the layers auth → retry → limit → observe → http for each address, with one rate
 * limit for all of them.
 * @throws ServiceError `OPTIONS.INVALID`
 */
function openClient(
  urls: Readonly<Partial<Record<Base, string>>>,
  keys: Secret | ManagementKeys,
  options: ClientOptions,
): { readonly caller: Caller } & AsyncDisposable {
  const problem = problemOfLimits(options);
  if (problem !== undefined) throw invalid(problem);
  const limiter = createLimiter(budgetsOf(options), options.outageMs ?? OUTAGE_MS);
  const stack = new AsyncDisposableStack();
  const closing = new AbortController();
  const scrub = scrubOf(keys);
  const onEvent = callback('observe', options.observe, () => {});
  const tell = (event: RateHold | Retried | Attempt): void => onEvent(withoutKeys(event, scrub));
  const open = (base: Base): Transport => {
    const url = urls[base];
    if (url === undefined) return nowhere(base);
    const { transport, disposable } = stackFor(url, keys, limiter, options, tell);
    stack.use(disposable);
    return transport;
  };
  const caller = createCaller({
    transports: { chat: open('chat'), calls: open('calls'), management: open('management') },
    scrub,
    watch: deprecationWatch(callback('onDeprecated', options.onDeprecated, warnOnce)),
    closed: closing.signal,
    limits: options,
  });
  const close = (): Promise<void> => {
    closing.abort(new ServiceError('CLIENT.CLOSED', 'the client has been closed'));
    return stack.disposeAsync();
  };
  return { caller, [Symbol.asyncDispose]: close };
}

function stackFor(
  baseUrl: string,
  keys: Secret | ManagementKeys,
  limiter: Limiter,
  options: ClientOptions,
  tell: (event: RateHold | Retried | Attempt) => void,
): { readonly transport: Transport; readonly disposable: AsyncDisposable } {
  const { attemptMs = ATTEMPT_MS, outageMs = OUTAGE_MS, concurrency = CONCURRENCY } = options;
  const base = openConnection(baseUrl, attemptMs, concurrency, options);
  const firstAnswerMs = Math.min(outageMs, FIRST_ANSWER_MS);
  const transport = compose(
    base.transport,
    keyed(keys),
    repeating({ observe: tell, outageMs, firstAnswerMs }, stopCall),
    rateLimit({ limiter, observe: tell }),
    observe((tried) => tell(attemptOf(tried))),
  );
  return { transport, disposable: base };
}

/** Segments of paths whose next one is a key or a token. */
const SECRETS = /\/(apikeys|auth_tokens|tokens)\/[^/]+/g;

const attemptOf = ({ request: { method, path }, ...tried }: Tried): Attempt => ({
  ...tried,
  method,
  path: (path.split('?', 1)[0] as string).replaceAll(SECRETS, '/$1/***'),
});

/** A reason may quote the service or a `fetch`, and a path an id, whatever that is. */
function withoutKeys<Event extends RateHold | Retried | Attempt>(
  event: Event,
  scrub: (text: string) => string,
): Event {
  if ('reason' in event) return { ...event, reason: scrub(event.reason) };
  return 'path' in event ? { ...event, path: scrub(event.path) } : event;
}

function callback<T>(name: string, given: T | undefined, otherwise: T): T {
  if (given !== undefined && typeof given !== 'function') throw invalid(`${name} must be a function`);
  return given ?? otherwise;
}

function budgetsOf({ concurrency = CONCURRENCY, requestsPerMinute = {} }: ClientOptions) {
  if (!isRecord(requestsPerMinute)) throw invalid('requestsPerMinute must be an object of rate classes');
  const problem = unknownOption(requestsPerMinute, Object.keys(documentedPerMinute));
  if (problem !== undefined) throw invalid(`requestsPerMinute: ${problem}`);
  if (!Number.isSafeInteger(concurrency) || concurrency < 1)
    throw invalid('concurrency must be a whole number from 1');
  const budget = (name: RateClass) => {
    const requests = requestsPerMinute[name] ?? documentedPerMinute[name];
    if (!(requests > 0)) throw invalid(`requestsPerMinute.${name} must be a number above 0`);
    return { requests, perMs: MINUTE_MS, concurrency };
  };
  return { core: budget('core'), standard: budget('standard'), import: budget('import') };
}

const nowhere = (base: Base): Transport => {
  const why = base === 'calls' ? 'give callsBaseUrl' : 'this client has no such address';
  return async () => {
    throw invalid(`no address for ${base} calls: ${why}`);
  };
};

/**
 * A key as a value that is never printed.
 * @throws ServiceError `OPTIONS.INVALID` if a header cannot carry it
 */
export function secretOf(name: string, key: string | Secret): Secret {
  const secret = key instanceof Secret ? key : new Secret(typeof key === 'string' ? key : '');
  if (!/^[\x21-\x7e]+$/.test(secret.reveal())) throw invalid(`${name} is missing or is not a valid key`);
  return secret;
}

const OPTIONS: readonly (keyof ClientOptions)[] = [
  'caFile',
  'proxy',
  'fetch',
  'dispatcher',
  'timeoutMs',
  'retries',
  'attemptMs',
  'outageMs',
  'concurrency',
  'requestsPerMinute',
  'onDeprecated',
  'observe',
];

/**
 * The options that a client is made with; plain JavaScript can pass any value.
 * @param own names of options that only this client has
 */
export function checkedOptions<T extends object>(options: T, own: readonly string[]): T {
  if (!isRecord(options)) throw invalid('the options of a client must be an object');
  const problem = unknownOption(options, [...own, ...OPTIONS]);
  if (problem !== undefined) throw invalid(problem);
  return options;
}

/** An address made by `make`; its RangeError becomes a ServiceError. */
export function addressOf(make: () => string): string {
  try {
    return make();
  } catch (error) {
    throw error instanceof RangeError ? invalid(error.message) : error;
  }
}

const invalid = (message: string): ServiceError => new ServiceError('OPTIONS.INVALID', message);
