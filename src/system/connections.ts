import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { type Environment, type HttpProxy, isUntrusted, ProxyError, proxyFor } from './proxy.ts';

const load = createRequire(import.meta.url);

/**
 * Not loaded with this module: commands that open no connection would take a fifth longer to start. Its pool is most of what
 * is needed; all of undici, with its web sockets and mocks, takes twice as long to load.
 */
const undiciPool = (): typeof Pool => load('undici/lib/dispatcher/pool.js');
const undici = (): typeof import('undici') => load('undici');

/** Options for making a connection: authorities that are trusted, time, names. */
type ConnectOptions = buildConnector.BuildOptions;

const TUNNEL_MS = 10_000;

/**
 * Opens connections to an origin, through the proxy that the environment names for it.
 * @param env that of the process, unless a file has added to it
 * @throws ProxyError if that is no address of a proxy
 */
export function connectTo(origin: string, options: Pool.Options, env: Environment = process.env): Dispatcher {
  return connectBy(proxyFor(new URL(origin), env), origin, options);
}

/** Opens connections to an origin, through this proxy or through none. */
export function connectBy(proxy: HttpProxy | undefined, origin: string, options: Pool.Options): Dispatcher {
  const Pool = undiciPool();
  const { connect = {} } = options;
  if (!proxy || typeof connect === 'function') return new Pool(origin, options);
  return new Pool(origin, { ...options, connect: throughProxy(proxy, connect) });
}

/**
 * Makes connections through a proxy; TLS with the service goes through the tunnel, so the proxy sees nothing of it. They are
 * those of our own pool: undici's ProxyAgent would have pools of its own, waits for a proxy without an end, and names a
 * refusal by a text alone.
 */
function throughProxy(proxy: HttpProxy, options: ConnectOptions): buildConnector.connector {
  const secured = undici().buildConnector({ ...options, allowH2: false });
  return (target, callback) => {
    const { protocol, hostname } = target;
    const port = target.port || (protocol === 'https:' ? '443' : '80');
    openTunnel(proxy, `${hostname}:${port}`, options).then(
      (socket) => {
        if (protocol === 'https:') secured({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * Asks a proxy for a connection (CONNECT).
 * @param place host and port behind the proxy
 * @param options how the proxy itself is reached
 * @throws ProxyError if it cannot be reached, refuses, or does not answer within ten seconds
 */
export async function openTunnel(proxy: HttpProxy, place: string, options: ConnectOptions): Promise<Socket> {
  const { Client } = undici();
  const client = new Client(proxy.origin, { connect: { ...options, allowH2: false } });
  const timeout = AbortSignal.timeout(TUNNEL_MS);
  try {
    const { statusCode, socket } = await client.connect({
      path: place,
      headers: {
        host: place,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
      signal: timeout,
    });
    if (statusCode >= 200 && statusCode < 300) return socket as Socket;
    socket.on('error', () => {}).destroy();
    throw refusal(proxy, place, statusCode);
  } catch (error) {
    client.destroy().catch(() => {});
    if (error instanceof ProxyError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = timeout.aborted ? `no answer within ${TUNNEL_MS / 1_000} s` : (code ?? message);
    const fatal = !timeout.aborted && isUntrusted(code ?? '');
    throw new ProxyError(`the proxy ${shown(proxy)}: ${why}`, { fatal, cause: error });
  }
}

/** A proxy that wants other credentials, or forbids the address, does so every time; one that cannot reach it may later. */
function refusal(proxy: HttpProxy, place: string, status: number): ProxyError {
  const why =
    status === 407
      ? proxy.authorization === undefined
        ? 'wants credentials'
        : 'refuses the credentials'
      : `does not connect to ${place}`;
  const fatal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return new ProxyError(`the proxy ${shown(proxy)} ${why} (${status})`, { fatal });
}

const shown = ({ origin, variable }: HttpProxy): string => `${origin} of ${variable}`;
