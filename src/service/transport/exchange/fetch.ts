import { type Clock, realClock } from '../../../system/clock.ts';
import { onAbort } from '../../../system/on-abort.ts';
import { ProxyError } from '../../../system/proxy.ts';
import { RESPONSE_BYTES_MAX, receivedAnswer } from '../answer.ts';
import { type ApiRequest, type ApiResponse, type Transport, TransportError } from '../transport.ts';
import { failure, type StopMaker } from './failure.ts';

/** A body of up to so many bytes is small. */
const SMALL_BYTES = 65_536;

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
  /** A stream of bytes. Without one, the whole answer is in memory before its size is known. */
  readonly body?: unknown;
  arrayBuffer(): Promise<ArrayBuffer>;
};

/** A function with the signature of `fetch` in browsers and Node.js. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/**
 * Sends requests with a `fetch`, which makes the connections: no redirects, a deadline for each attempt, and no answer of
 * more than 16 MiB.
 * @param baseUrl with its path, without a slash at the end
 */
export function fetchTransport(
  baseUrl: string,
  fetch: Fetch | Promise<Fetch>,
  deadlineMs: number,
  stopped: StopMaker,
): Transport {
  const base = baseUrl.replace(/\/$/, '');
  return async (request, signal) => {
    const ending = new AbortController();
    const time = { deadlineMs: request.deadlineMs ?? deadlineMs, drainMs: 0, stop: signal, clock: realClock };
    using _time = attemptTime(time, (reason) => ending.abort(reason));
    try {
      return await Promise.race([
        exchange(base, await fetch, request, ending.signal),
        aborted(ending.signal),
      ]);
    } catch (error) {
      if (error instanceof TransportError) throw error;
      throw failure(reasonOf(error), new URL(base).origin, stopped);
    }
  };
}

/** `fetch` says "fetch failed", and why in the cause. */
function reasonOf(error: unknown): unknown {
  const cause = (error as Error | undefined)?.cause;
  const isReason = cause instanceof Error && ('code' in cause || error instanceof TypeError);
  return isReason && !(error instanceof ProxyError) ? cause : error;
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
  const received: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    received[name.toLowerCase()] = value;
  });
  return receivedAnswer(response.status, received, await bytesOf(response, received));
}

/**
 * The body of an answer. A stream is read to its bound; where the headers say that the body is small, it is taken whole,
 * which is faster.
 */
async function bytesOf(
  response: FetchedResponse,
  headers: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const { body } = response;
  const isSmall =
    Number(headers['content-length']) <= SMALL_BYTES && headers['content-encoding'] === undefined;
  if (isSmall || !isStream(body)) return bounded(Buffer.from(await response.arrayBuffer()));
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > RESPONSE_BYTES_MAX) break;
  }
  return bounded(Buffer.concat(chunks));
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

function bounded(bytes: Buffer): Buffer {
  if (bytes.length <= RESPONSE_BYTES_MAX) return bytes;
  throw new TransportError('the answer is larger than 16 MiB', { maybeSent: true });
}

/** Rejects when the signal aborts, whether or not a `fetch` listens to it. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}

/** The time of an attempt: its deadline, or `drainMs` after the caller's stop, so a missing answer never blocks the end of a run. */
export type AttemptTime = {
  readonly deadlineMs: number;
  readonly drainMs: number;
  readonly stop: AbortSignal;
  readonly clock: Clock;
};

/** Calls back with the reason when the time of an attempt is over. */
export function attemptTime(
  { deadlineMs, drainMs, stop, clock }: AttemptTime,
  giveUp: (reason: DOMException) => void,
): Disposable {
  const end = (): void => giveUp(new DOMException('no complete answer in time', 'TimeoutError'));
  const timer = clock.after(deadlineMs, end);
  let draining: Disposable | undefined;
  const stopping = onAbort(stop, () => {
    draining = clock.after(drainMs, end);
  });
  return {
    [Symbol.dispose]: () => {
      stopping[Symbol.dispose]();
      timer[Symbol.dispose]();
      draining?.[Symbol.dispose]();
    },
  };
}
