import type { Dispatcher } from 'undici';
import type { System } from '../../system/system.ts';
import { urlProblem, withoutSecrets } from './remote-url.ts';

/** An answer to a request. */
export type HttpAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Buffer;
  /** False if the body is longer than was wanted: the rest of it was not read. */
  readonly isComplete: boolean;
};

/** Connections that get what servers answer on the way to a file. */
export type Getter = AsyncDisposable & {
  /**
   * Asks for a file, and follows where its server sends us. Nothing is asked twice.
   * @param bytesMax of the body
   * @throws RedirectError; the errors of the connection; the reason of the signal
   */
  get(
    url: string,
    headers: Readonly<Record<string, string>>,
    bytesMax: number,
    signal: AbortSignal,
  ): Promise<HttpAnswer>;
};

/** A server sends us where a file may not come from. */
export class RedirectError extends Error {
  override readonly name = 'RedirectError';
}

const REDIRECTS_MAX = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const CONNECT_MS = 10_000;
/** Of an answer that has nothing of the file. */
const OTHER_BYTES_MAX = 64 * 1024;

/**
 * Opens connections when they are needed; disposing of it closes them.
 * @param connections to a server at once
 * @param silentMs so long a server may send nothing
 */
export function httpGetter(
  { connect }: Pick<System, 'connect'>,
  { connections, silentMs }: { readonly connections: number; readonly silentMs: number },
): Getter {
  const pools = new Map<string, Dispatcher>();
  const poolOf = (origin: string): Dispatcher => {
    const known = pools.get(origin);
    if (known) return known;
    const pool = connect(origin, {
      connections,
      // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot turn the check off.
      connect: { timeout: CONNECT_MS, rejectUnauthorized: true },
      headersTimeout: silentMs,
      bodyTimeout: silentMs,
    });
    pools.set(origin, pool);
    return pool;
  };
  return {
    async get(url, headers, bytesMax, signal) {
      const first = new URL(url);
      for (let at = first, hops = 0; ; hops++) {
        signal.throwIfAborted();
        // A password is for the server that the pipeline names.
        const own = at.origin === first.origin ? credentialsOf(first) : {};
        const path = at.pathname + at.search;
        const request = { method: 'GET', path, headers: { ...headers, ...own } } as const;
        const answer = await exchange(poolOf(at.origin), request, bytesMax, signal);
        const { location } = answer.headers;
        if (!REDIRECTS.has(answer.status) || location === undefined) return answer;
        if (hops === REDIRECTS_MAX)
          throw new RedirectError(`leads through more than ${REDIRECTS_MAX} others`);
        at = redirected(at, location);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(pools.values(), (pool) => pool.destroy()));
    },
  };
}

/** @throws RedirectError */
function redirected(from: URL, location: string): URL {
  if (!URL.canParse(location, from.href)) throw new RedirectError('redirects to an invalid address');
  const to = new URL(location, from.href);
  to.hash = '';
  const isWeaker = from.protocol === 'https:' && to.protocol !== 'https:';
  if (isWeaker || urlProblem(to.href) !== undefined)
    throw new RedirectError(`leads to ${withoutSecrets(to.href)}, which is not https`);
  return to;
}

function credentialsOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

/** Sends one request, and collects its answer. */
function exchange(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  bytesMax: number,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const chunks: Buffer[] = [];
  let [status, bytes] = [0, 0];
  let headers: HttpAnswer['headers'] = {};
  let controller: Dispatcher.DispatchController | undefined;
  const stop = (): void => {
    controller?.abort(signal.reason as Error);
    // A request that waits for a connection has no controller yet.
    reject(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  const end = (isComplete: boolean): void =>
    resolve({ status, headers, bytes: Buffer.concat(chunks), isComplete });
  pool.dispatch(request, {
    onRequestStart(opened) {
      controller = opened;
      if (signal.aborted) stop();
    },
    onResponseStart(_, answered, received) {
      status = answered;
      headers = Object.fromEntries(
        Object.entries(received).map(([name, value]) => [name, [value].flat()[0]]),
      );
    },
    onResponseData(opened, chunk) {
      bytes += chunk.length;
      if (bytes <= (status === 200 || status === 206 ? bytesMax : OTHER_BYTES_MAX)) {
        chunks.push(chunk);
        return;
      }
      end(false);
      opened.abort(new Error('more than was requested'));
    },
    onResponseEnd: () => end(true),
    onResponseError: (_, error) => reject(error),
  });
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
