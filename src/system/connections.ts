import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { type Environment, type HttpProxy, proxyFor } from './proxy.ts';
import type { ProxyReach } from './tunnel.ts';

const load = createRequire(import.meta.url);

/**
 * Not loaded with this module: commands that open no connection would take a fifth longer to start. Its pool is most of what
 * is needed; all of undici, with its web sockets and mocks, takes twice as long to load.
 */
const undiciPool = (): typeof Pool => load('undici/lib/dispatcher/pool.js');
const undici = (): typeof import('undici') => load('undici');

/** Options for making a connection: authorities that are trusted, time, names. */
type ConnectOptions = buildConnector.BuildOptions;

/**
 * Opens connections to an origin, through the proxy that the environment names for it.
 * @param env that of the process, unless a file has added to it
 * @throws ProxyError if that is no address of a proxy
 */
export function connectTo(origin: string, options: Pool.Options, env: Environment = process.env): Dispatcher {
  return connectBy(proxyFor(new URL(origin), env), origin, options);
}

/** Opens connections to an origin, through this proxy or through none. */
function connectBy(proxy: HttpProxy | undefined, origin: string, options: Pool.Options): Dispatcher {
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
    // Undici's types also allow connections that trust nobody and ask for no name.
    const reach: ProxyReach = options as object;
    openTunnel(proxy, `${hostname}:${port}`, reach).then(
      (socket) => {
        if (protocol === 'https:') secured({ ...target, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (error: Error) => callback(error, null),
    );
  };
}

/**
 * Asks a proxy for a connection, as `tunnelTo` does. That is not loaded before it is needed, either.
 * @throws ProxyError
 */
export async function openTunnel(proxy: HttpProxy, place: string, reach: ProxyReach): Promise<Socket> {
  const { tunnelTo } = await import('./tunnel.ts');
  return tunnelTo(proxy, place, reach);
}
