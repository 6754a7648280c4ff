import type { Dispatcher } from 'undici';
import type { System } from '../../system/system.ts';

/** An answer whose body still comes. Either `body` is read to its end, or broken off, or `close` is called. */
export type OpenAnswer = {
  readonly status: number;
  /** Of a header that is there several times the first; of what says how the body is packed all. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Waits with the next bytes until these are taken. @throws the errors of the connection; the reason of the signal */
  readonly body: AsyncIterableIterator<Buffer>;
  /** The rest is not wanted. */
  close(): void;
};

/** Connections to servers, opened when they are needed. */
export type Connections = AsyncDisposable & { to(origin: string): Dispatcher };

const CONNECT_MS = 10_000;

/**
 * @param connections to a server at once; by default as many as are asked for
 * @param silentMs so long a server may take or send nothing
 */
export function connectionsOf(
  { connect }: Pick<System, 'connect'>,
  { connections, silentMs }: { readonly connections?: number; readonly silentMs: number },
): Connections {
  const pools = new Map<string, Dispatcher>();
  return {
    to(origin) {
      const known = pools.get(origin);
      if (known) return known;
      const pool = connect(origin, {
        ...(connections === undefined ? {} : { connections }),
        // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot turn the check off.
        connect: { timeout: CONNECT_MS, rejectUnauthorized: true },
        headersTimeout: silentMs,
        bodyTimeout: silentMs,
      });
      pools.set(origin, pool);
      return pool;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Array.from(pools.values(), (pool) => pool.destroy()));
    },
  };
}

/** Bytes of a body that wait until they are taken. */
const WAITING_BYTES_MAX = 256 * 1024;

/**
 * Sends one request.
 * @throws the errors of the connection; the reason of the signal
 */
export function openAnswer(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<OpenAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenAnswer>();
  const waiting: Buffer[] = [];
  let bytes = 0;
  let ended: { readonly error?: unknown } | undefined;
  let wake = (): void => {};
  let controller: Dispatcher.DispatchController | undefined;
  const end = (how: { readonly error?: unknown }): void => {
    ended ??= how;
    signal.removeEventListener('abort', stop);
    wake();
  };
  const fail = (error: unknown): void => {
    end({ error });
    reject(error);
  };
  const stop = (): void => {
    controller?.abort(signal.reason as Error);
    // A request that waits for a connection has no controller yet.
    fail(signal.reason);
  };
  const close = (): void => {
    if (ended && waiting.length === 0) return;
    const error = new Error('the rest of an answer is not wanted');
    waiting.length = 0;
    end({ error });
    controller?.abort(error);
  };
  async function* body(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        const chunk = waiting.shift();
        if (chunk) {
          bytes -= chunk.length;
          if (bytes < WAITING_BYTES_MAX) controller?.resume();
          yield chunk;
        } else if (ended && 'error' in ended) throw ended.error;
        else if (ended) return;
        else
          await new Promise<void>((woken) => {
            wake = woken;
          });
      }
    } finally {
      close();
    }
  }
  signal.addEventListener('abort', stop, { once: true });
  pool.dispatch(request, {
    onRequestStart(opened) {
      controller = opened;
      if (signal.aborted) stop();
    },
    onResponseStart(_, status, received) {
      if (status < 200) return;
      const headers = Object.fromEntries(
        Object.entries(received).map(([name, value]) => {
          const all = [value].flat();
          return [name, name.endsWith('-encoding') ? all.join(', ') : all[0]];
        }),
      );
      resolve({ status, headers, body: body(), close });
    },
    onResponseData(opened, chunk) {
      if (ended) return;
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= WAITING_BYTES_MAX) opened.pause();
      wake();
    },
    onResponseEnd: () => end({}),
    onResponseError: (_, error) => fail(error),
  });
  return promise;
}
