import { namedOutOfFiles } from '../../../errors/out-of-files.ts';
import { RunError } from '../../../errors/run-error.ts';
import { type Clock, realClock } from '../../../system/clock.ts';
import { isUntrusted, ProxyError } from '../../../system/proxy.ts';
import { RESPONSE_BYTES_MAX, receivedAnswer } from '../answer.ts';
import { type ApiRequest, type ApiResponse, type Transport, TransportError } from '../transport.ts';

/** The options that a `fetch` function receives. */
export type FetchInit = {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** JSON as a string, or a form as bytes. */
  readonly body?: string | ArrayBuffer;
  /** Redirects are not followed: they could lead to another host, and the request contains a key. */
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
};

/** The members of a `Response` that the client uses. */
export type FetchedResponse = {
  readonly status: number;
  readonly headers: { forEach(take: (value: string, name: string) => void): void };
  arrayBuffer(): Promise<ArrayBuffer>;
};

/** A function with the signature of `fetch` in browsers and Node.js. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/**
 * Sends requests with somebody else's `fetch`, which makes the connections: no redirects, and a deadline for each attempt.
 * An answer of more than 16 MiB is refused once it has arrived; until then, its memory is bounded by that `fetch` only.
 * @param baseUrl with its path, without a slash at the end
 */
export function fetchTransport(baseUrl: string, fetch: Fetch, deadlineMs: number): Transport {
  const base = baseUrl.replace(/\/$/, '');
  return async (request, signal) => {
    using time = attemptTime(request.deadlineMs ?? deadlineMs, 0, signal, realClock);
    try {
      return await Promise.race([exchange(base, fetch, request, time.signal), aborted(time.signal)]);
    } catch (error) {
      if (error instanceof TransportError) throw error;
      // `fetch` says "fetch failed", and why in the cause.
      const cause = (error as Error | undefined)?.cause;
      throw failure(cause instanceof Error && 'code' in cause ? cause : error, new URL(base).origin);
    }
  };
}

async function exchange(
  base: string,
  fetch: Fetch,
  { method, path, headers = {}, body }: ApiRequest,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const sent = typeof body === 'string' || body === undefined ? body : new Uint8Array(body).buffer;
  const response = await fetch(base + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
    redirect: 'manual',
    signal,
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > RESPONSE_BYTES_MAX)
    throw new TransportError('the answer is larger than 16 MiB', { maybeSent: true });
  const received: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    received[name.toLowerCase()] = value;
  });
  return receivedAnswer(response.status, received, bytes);
}

/** Rejects when the signal aborts, whether or not a `fetch` listens to it. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** Aborts at the deadline, or `drainMs` after the caller's stop, so a missing answer never blocks the end of a run. */
export function attemptTime(
  deadlineMs: number,
  drainMs: number,
  stop: AbortSignal,
  clock: Clock,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(new DOMException('no complete answer in time', 'TimeoutError'));
  const timers = [clock.after(deadlineMs, giveUp)];
  const drain = (): void => void timers.push(clock.after(drainMs, giveUp));
  if (stop.aborted) drain();
  else stop.addEventListener('abort', drain, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      stop.removeEventListener('abort', drain);
      for (const timer of timers) timer[Symbol.dispose]();
    },
  };
}

/** Errors of undici and the system that occur before any byte of the request is sent. */
const NOT_SENT = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
]);

/** The error of a run that has no way through its proxy. */
export const noProxy = (error: ProxyError): RunError =>
  new RunError('SERVICE.PROXY', error.message, { cause: error });

/** The error of an attempt that failed before its answer was complete. */
export function failure(error: unknown, origin: string): TransportError {
  const { code: given, message = String(error) } = (error ?? {}) as NodeJS.ErrnoException;
  // A DOMException has a number here.
  const code = typeof given === 'string' ? given : '';
  if (isUntrusted(code))
    return new TransportError(message, {
      maybeSent: false,
      cause: error,
      fatal: new RunError('SERVICE.TLS', `no trusted connection to ${origin}: ${code}`, { cause: error }),
    });
  if (error instanceof ProxyError)
    return new TransportError(message, {
      maybeSent: false,
      cause: error,
      ...(error.fatal ? { fatal: noProxy(error) } : {}),
    });
  // Every further attempt fails in the same way, and the service is not at fault.
  const named = namedOutOfFiles(error);
  if (named instanceof RunError)
    return new TransportError(message, { maybeSent: false, cause: error, fatal: named });
  const timedOut = (error as Error | undefined)?.name === 'TimeoutError';
  const text = timedOut
    ? 'no complete answer before the deadline'
    : message.includes(code)
      ? message
      : `${code} ${message}`.trim();
  return new TransportError(text, { maybeSent: !NOT_SENT.has(code), cause: error });
}
