import type { Dispatcher } from 'undici';
import { RunError } from '../../errors/run-error.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { realClock } from '../../system/clock.ts';
import { connectBy, connectTo } from '../../system/connections.ts';
import { ProxyError, proxyOf } from '../../system/proxy.ts';
import type { System } from '../../system/system.ts';
import { type Fetch, fetchTransport } from '../transport/exchange/fetch.ts';
import { http } from '../transport/http.ts';
import type { Transport } from '../transport/transport.ts';

/** A dispatcher of undici 7 or later, such as an `Agent`, a `ProxyAgent` or a `MockAgent`. */
export interface RequestDispatcher {
  dispatch(options: object, handler: object): boolean;
}

/** Options of a client's connections to the service. */
export type ConnectionOptions = {
  /** Path of a PEM file with the certificate of a private certificate authority. */
  readonly caFile?: string | undefined;
  /**
   * Address of a proxy for every request: `http://proxy.example.com:3128`. Write `https://` for TLS with the proxy, and
   * `user:password@` if the proxy requires them. `false` uses no proxy, even if the environment names one.
   * @default the proxy of the environment: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`
   */
  readonly proxy?: string | false | undefined;
  /** Sends every request instead of the client's own connections. It decides about certificates and proxies. */
  readonly fetch?: Fetch | undefined;
  /** Sends every request instead of the client's own connections. It stays open when the client is closed. */
  readonly dispatcher?: RequestDispatcher | undefined;
};

/** Of these, at most one makes the connections; the other two are about connections of our own. */
const MAKERS = ['fetch', 'dispatcher'] as const;
const OWN_ONLY = ['caFile', 'proxy'] as const;

/**
 * The innermost transport of a client.
 * @param timeoutMs for one attempt, milliseconds
 * @throws ServiceError `OPTIONS.INVALID`
 */
export function openConnection(
  baseUrl: string,
  timeoutMs: number,
  connections: number,
  options: ConnectionOptions,
): { readonly transport: Transport } & AsyncDisposable {
  checkMakers(options);
  const { caFile, fetch } = options;
  // A number would be read as an open file.
  if (caFile !== undefined && typeof caFile !== 'string') throw invalid('caFile must be the path of a file');
  if (fetch)
    return { transport: fetchTransport(baseUrl, fetch, timeoutMs), [Symbol.asyncDispose]: async () => {} };
  try {
    return http({
      baseUrl,
      connections,
      deadlineMs: timeoutMs,
      drainMs: 0,
      ...(caFile === undefined ? {} : { caFile }),
      system: { clock: realClock, connect: connectOf(options) },
    });
  } catch (error) {
    if (error instanceof RunError || error instanceof ProxyError) throw invalid(error.message);
    throw error;
  }
}

function checkMakers(options: ConnectionOptions): void {
  const maker = MAKERS.find((name) => options[name] !== undefined);
  if (maker === undefined) return;
  const other = [...MAKERS, ...OWN_ONLY].find((name) => name !== maker && options[name] !== undefined);
  if (other !== undefined) throw invalid(`${maker} makes the connections, so ${other} would have no effect`);
  const value: unknown = options[maker];
  const isMaker =
    maker === 'fetch' ? typeof value === 'function' : typeof options.dispatcher?.dispatch === 'function';
  if (!isMaker)
    throw invalid(`${maker} must be ${maker === 'fetch' ? 'a function' : 'a dispatcher of undici'}`);
}

/** @throws ProxyError if the option is no address of a proxy */
function connectOf({ dispatcher, proxy }: ConnectionOptions): System['connect'] {
  if (dispatcher) return (origin) => borrowed(dispatcher, origin);
  if (proxy === undefined) return connectTo;
  // `true` would otherwise be read as the name of a host.
  if (proxy !== false && typeof proxy !== 'string')
    throw invalid('proxy must be an address, or false for none');
  const by = proxy === false ? undefined : proxyOf('the option proxy', proxy);
  return (origin, options) => connectBy(by, origin, options);
}

/** Somebody else's dispatcher: it needs the origin with each request, and is not ours to close. */
function borrowed(dispatcher: RequestDispatcher, origin: string): Dispatcher {
  const dispatch: Dispatcher['dispatch'] = (options, handler) =>
    // The deadline of an attempt is the transport's.
    dispatcher.dispatch({ headersTimeout: 0, bodyTimeout: 0, ...options, origin }, handler);
  return { dispatch, destroy: async () => {} } as Partial<Dispatcher> as Dispatcher;
}

const invalid = (message: string): ServiceError => new ServiceError('OPTIONS.INVALID', message);
