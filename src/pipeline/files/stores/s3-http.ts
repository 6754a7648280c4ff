import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { isLoopback } from '../../../service/api/base-url.ts';
import type { System } from '../../../system/system.ts';
import { connectionsOf } from '../../remote/exchange.ts';

/** A request as the library makes it. */
type StoreRequest = {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

type StoreResponse = {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: Readable;
};

/** Sends the requests of the library, over our connections: they know the proxy and have deadlines. */
export type StoreHttp = {
  handle(
    request: StoreRequest,
    options?: { readonly abortSignal?: unknown },
  ): Promise<{ response: StoreResponse }>;
  destroy(): void;
  /** Settings that the library might pass on are ours. */
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): Record<string, never>;
};

/** The address that the library wants to ask is not https. */
export class PlainAddressError extends Error {
  override readonly name = 'PlainAddressError';
}

/** Of an answer that is not the bytes of an object. */
const ANSWER_BYTES_MAX = 2 ** 20;

/**
 * @param silentMs so long the store may take or send nothing
 * @param hear gets the headers of every answer
 */
export function storeHttp(
  system: Pick<System, 'connect'>,
  silentMs: number,
  hear: (headers: Readonly<Record<string, string>>) => void,
): StoreHttp {
  const connections = connectionsOf(system, { silentMs });
  return {
    async handle(request, { abortSignal } = {}) {
      const { protocol, hostname, port } = request;
      const { origin } = new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`);
      if (protocol !== 'https:' && !isLoopback(origin))
        throw new PlainAddressError(`${origin} is not https; plain http is allowed on this machine only`);
      const signal = abortSignal instanceof AbortSignal ? abortSignal : undefined;
      return { response: await exchange(connections.to(origin), request, hear, signal) };
    },
    destroy() {
      connections[Symbol.asyncDispose]().then(undefined, () => {});
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
  };
}

/** Sends one request, and resolves with the beginning of its answer. */
function exchange(
  pool: Dispatcher,
  request: StoreRequest,
  hear: (headers: Readonly<Record<string, string>>) => void,
  signal: AbortSignal | undefined,
): Promise<StoreResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<StoreResponse>();
  let controller: Dispatcher.DispatchController | undefined;
  let room = ANSWER_BYTES_MAX;
  const body = new Readable({
    read: () => controller?.resume(),
    destroy(error, done) {
      signal?.removeEventListener('abort', stop);
      if (!body.readableEnded) controller?.abort(error ?? new Error('the rest is not needed'));
      done(error);
    },
  });
  // Whoever reads it gets the error; without one who reads it, the error is that of the promise.
  body.on('error', () => {});
  const fail = (error: unknown): void => {
    reject(error);
    body.destroy(error as Error);
  };
  const stop = (): void => fail(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const { method, headers } = request;
  const options = { method, path: pathOf(request), headers, body: (request.body ?? null) as Readable | null };
  pool.dispatch(options as Dispatcher.DispatchOptions, {
    onRequestStart(opened) {
      controller = opened;
      if (signal?.aborted) opened.abort(signal.reason as Error);
    },
    onResponseStart(_, statusCode, received) {
      if (statusCode < 200) return;
      const found = Object.fromEntries(
        Object.entries(received).map(([name, value]) => [name, [value].flat().join(', ')]),
      );
      hear(found);
      if (method === 'GET' && statusCode < 300) room = Number.POSITIVE_INFINITY;
      resolve({ statusCode, headers: found, body });
    },
    onResponseData(opened, chunk) {
      room -= chunk.length;
      if (room < 0) opened.abort(new Error('its answer has no end'));
      else if (!body.push(chunk)) opened.pause();
    },
    onResponseEnd() {
      signal?.removeEventListener('abort', stop);
      body.push(null);
    },
    onResponseError: (_, error) => fail(error),
  });
  return promise;
}

/** The path with its query, in the form that the library has signed. */
function pathOf({ path, query = {} }: StoreRequest): string {
  const members = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => (one === null ? escaped(name) : `${escaped(name)}=${escaped(one)}`)),
  );
  return members.length === 0 ? path : `${path}?${members.join('&')}`;
}

const escaped = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
