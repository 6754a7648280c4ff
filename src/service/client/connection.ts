import { ServiceError } from '../../errors/service-error.ts';
import { type HttpProxy, ProxyError, proxyFor, proxyOf } from '../../system/proxy.ts';
import { dispatcherTransport } from '../transport/exchange/dispatch.ts';
import type { StopMaker } from '../transport/exchange/failure.ts';
import { type Fetch, fetchTransport } from '../transport/exchange/fetch.ts';
import type { OwnConnections } from '../transport/exchange/own-fetch.ts';
import { OWN_NAME, readCa } from '../transport/exchange/trust.ts';
import type { Transport } from '../transport/transport.ts';
import { stopCall } from './answer.ts';

/** A dispatcher of undici 7 or later, such as an `Agent`, a `ProxyAgent` or a `MockAgent`. */
export interface RequestDispatcher {
  dispatch(options: object, handler: object): boolean;
}

/** Options of a client's connections to the service. By default it uses the `fetch` of the platform. */
export type ConnectionOptions = {
  /** Path of a PEM file with the certificate of a private certificate authority. */
  readonly caFile?: string | undefined;
  /**
   * Address of a proxy for every request: `http://proxy.example.com:3128`. Write `https://` for TLS with the proxy, and
   * `user:password@` if the proxy requires them. `false` uses no proxy, even if the environment names one.
   * @default the proxy of the environment: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`
   */
  readonly proxy?: string | false | undefined;
  /**
   * Sends every request. It decides about certificates and proxies.
   * @default `globalThis.fetch`
   */
  readonly fetch?: Fetch | undefined;
  /** Sends every request instead of `fetch`. It stays open when the client is closed. */
  readonly dispatcher?: RequestDispatcher | undefined;
};

/** Of these, at most one makes the connections; the other two are about connections of our own. */
const MAKERS = ['fetch', 'dispatcher'] as const;
const OWN_ONLY = ['caFile', 'proxy'] as const;

/**
 * The innermost transport of a client.
 * @param attemptMs for one attempt, milliseconds
 * @param connections to the service at once, at most
 * @param stopped makes the error of a request that is not tried again
 * @throws ServiceError `OPTIONS.INVALID`
 */
export function openConnection(
  baseUrl: string,
  attemptMs: number,
  connections: number,
  options: ConnectionOptions,
  stopped: StopMaker = stopCall,
): { readonly transport: Transport } & AsyncDisposable {
  checkMakers(options);
  const { fetch, dispatcher } = options;
  if (dispatcher) {
    // The type names no more than what a dispatcher of any version has.
    const known = dispatcher as Parameters<typeof dispatcherTransport>[1];
    return { transport: dispatcherTransport(baseUrl, known, attemptMs, stopped), ...NOTHING_TO_CLOSE };
  }
  const own = fetch ? undefined : ownConnections(new URL(baseUrl), connections, options);
  if (!own)
    return {
      transport: fetchTransport(baseUrl, fetch ?? platformFetch, attemptMs, stopped),
      ...NOTHING_TO_CLOSE,
    };
  const opening = import('../transport/exchange/own-fetch.ts').then(({ ownFetch }) => ownFetch(own));
  return {
    transport: fetchTransport(
      baseUrl,
      opening.then((opened) => opened.fetch),
      attemptMs,
      stopped,
    ),
    [Symbol.asyncDispose]: async () => (await opening)[Symbol.dispose](),
  };
}

const NOTHING_TO_CLOSE = { [Symbol.asyncDispose]: async (): Promise<void> => {} };

/** Looked up for each request, so that a program can replace it. */
const platformFetch: Fetch = (url, init) => globalThis.fetch(url, init);

/**
 * Facts that our own connections are made with; undefined if the `fetch` of the platform will do. It does not know a private
 * authority, a proxy, or names below `.localhost`, and `NODE_TLS_REJECT_UNAUTHORIZED=0` turns its checks off.
 */
function ownConnections(
  url: URL,
  connections: number,
  { caFile, proxy }: ConnectionOptions,
): OwnConnections | undefined {
  // A number would be read as an open file.
  if (caFile !== undefined && typeof caFile !== 'string') throw invalid('caFile must be the path of a file');
  const by = proxyBy(url, proxy);
  const isUnchecked = process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0';
  const isOwn = by || caFile !== undefined || proxy !== undefined || isUnchecked;
  if (!isOwn && !OWN_NAME.test(url.hostname)) return undefined;
  const ca = caFile === undefined ? undefined : readCa(caFile, (_code, message) => invalid(message));
  return { ca, proxy: by, connections };
}

/** The proxy for an address: that of the option, or of the environment. */
function proxyBy(url: URL, proxy: ConnectionOptions['proxy']): HttpProxy | undefined {
  // `true` would otherwise be read as the name of a host.
  if (proxy !== undefined && proxy !== false && typeof proxy !== 'string')
    throw invalid('proxy must be an address, or false for none');
  if (proxy === false) return undefined;
  try {
    return proxy === undefined ? proxyFor(url, process.env) : proxyOf('the option proxy', proxy);
  } catch (error) {
    throw error instanceof ProxyError ? invalid(error.message) : error;
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

const invalid = (message: string): ServiceError => new ServiceError('OPTIONS.INVALID', message);
