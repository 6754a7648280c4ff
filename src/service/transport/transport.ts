/** One call, relative to the base URL. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with a slash; every id in it is checked. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, as text or as UTF-8; with a header `content-type` what that says. */
  readonly body?: string | Uint8Array;
  readonly rateClass: string;
  /** uid of the user for whom it sends a message: the service also limits the messages of each sender. */
  readonly sender?: string;
  /** Milliseconds for each attempt, from its start to the last byte of the answer; default: those of the transport. */
  readonly deadlineMs?: number;
  /** Milliseconds for all attempts and all waits together; default: no limit. */
  readonly timeoutMs?: number;
  /** Number of times that it is repeated at most; default: no limit. */
  readonly retries?: number;
  /** True if it can be sent twice without harm: a read, or a write of keys that the service refuses twice. */
  readonly repeatable: boolean;
  /** True if one row may cause the refusal of the whole request: the caller then divides it instead of repeating it. */
  readonly divisible: boolean;
  /**
   * Reads the ids of rows, 0 for none, from a 2xx answer that says of all of them that they were created, and nothing else;
   * undefined for any other.
   */
  readonly createdIn?: (answer: Uint8Array) => readonly number[] | undefined;
};

export type ApiResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON; undefined if the body is not JSON, or if `created` says it all. */
  readonly body: unknown;
  /** The first 200 characters of a body that is not JSON. */
  readonly text?: string | undefined;
  /** The body as received; absent if the response does not come from the network. */
  readonly bytes?: Uint8Array;
  /** The ids that the `createdIn` of the request has read from them. */
  readonly created?: readonly number[] | undefined;
  /** Number of attempts, at least 1. */
  readonly attempts: number;
  /** True if an earlier attempt without a response may have changed data in the service. */
  readonly ambiguous: boolean;
};

/**
 * Sends one request. Rejects with a TransportError if there is no answer, and with a RunError if the run cannot
 * continue.
 */
export type Transport = (request: ApiRequest, signal: AbortSignal) => Promise<ApiResponse>;

/** Adds one behaviour around a transport. */
export type Layer = (next: Transport) => Transport;

/** Wraps `base`; the first layer listed is the outermost. */
export function compose(base: Transport, ...layers: readonly Layer[]): Transport {
  return layers.reduceRight((next, layer) => layer(next), base);
}

/** The error of a request that is not tried again. */
export type StopError = Error & { readonly code: string };

/** There was no answer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  /** False only when the request certainly never reached the service. */
  readonly maybeSent: boolean;
  /** Set if repeating cannot help: a certificate that does not match, a host that is not the service. */
  readonly fatal: StopError | undefined;
  constructor(message: string, options: { maybeSent: boolean; fatal?: StopError; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.maybeSent = options.maybeSent;
    this.fatal = options.fatal;
  }
}

/** The service's error object, read leniently: every property but the code may be missing. */
export type ApiError = { readonly code: string; readonly message: string };

/** The error of a body in the service's envelope; undefined if there is none. */
export function apiError(body: unknown): ApiError | undefined {
  const error = isRecord(body) && Object.hasOwn(body, 'error') ? body['error'] : undefined;
  if (!isRecord(error)) return undefined;
  const { code, message, details } = error as { code?: unknown; message?: unknown; details?: unknown };
  if (typeof code !== 'string') return undefined;
  const fields = isRecord(details)
    ? Object.entries(details)
        .slice(0, 3)
        .map(([field, texts]) => `${field}: ${Array.isArray(texts) ? texts.join(' ') : String(texts)}`)
    : [];
  const text = typeof message === 'string' ? message : code;
  return { code, message: fields.length ? `${text} (${fields.join('; ')})` : text };
}

/** A JSON object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The service's response paused a rate class. The class `sender` is the messages of one sender. */
export type RateHold = {
  readonly type: 'held';
  readonly rateClass: string;
  readonly forMs: number;
  readonly refused: boolean;
  /** True if the service stated how long to wait. */
  readonly stated: boolean;
};

/** One finished attempt of a request. */
export type Tried = {
  readonly type: 'tried';
  readonly request: ApiRequest;
  /** HTTP status; absent if there was no response. */
  readonly status?: number;
  /** Bytes of the body of the response; absent if there was none. */
  readonly bytes?: number;
  /** Only without a response: false if certainly no byte of the request was sent. */
  readonly maybeSent?: boolean;
  readonly ms: number;
};

/** A failed attempt that will be retried. */
export type Retried = {
  readonly type: 'retried';
  readonly reason: string;
  /** True for a response 429. The rate limiter waits, so no backoff is added here. */
  readonly throttled: boolean;
  /** Number of attempts of this request so far, from 1. */
  readonly attempt: number;
};

/** The service has not said a word since the first request. */
export type Silent = {
  readonly type: 'silent';
  /** A sentence with the address. */
  readonly reason: string;
};

/** An attempt of a request begins; it ends with a `tried`. */
type Trying = { readonly type: 'trying' };

/** A person has paused the requests, or lets them continue. */
type Switched = { readonly type: 'switched'; readonly isPaused: boolean };

/** An event of the transport layers. */
export type TransportEvent = RateHold | Retried | Silent | Switched | Tried | Trying;
