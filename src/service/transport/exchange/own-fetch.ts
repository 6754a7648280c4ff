import {
  type ClientRequest,
  type ClientRequestArgs,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { realClock } from '../../../system/clock.ts';
import type { HttpProxy } from '../../../system/proxy.ts';
import { tunnelTo } from '../../../system/tunnel.ts';
import type { Fetch, FetchedResponse } from './fetch.ts';
import { resolveName } from './trust.ts';

/** Facts that a `fetch` with connections of its own is made with. */
export type OwnConnections = {
  /** PEM text of a private certificate authority. */
  readonly ca?: string | undefined;
  readonly proxy?: HttpProxy | undefined;
  /** The most connections to the service at once. */
  readonly connections: number;
};

const CONNECT_MS = 10_000;
/** An idle connection is closed after this time: a service that closes it first may lose a request. */
const IDLE_MS = 4_000;

/** A `fetch` for one service, with connections that trust a private authority, or that go through a proxy. */
export function ownFetch({ ca, proxy, connections }: OwnConnections): { readonly fetch: Fetch } & Disposable {
  const settings = {
    lookup: resolveName,
    // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot turn the check off.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
  };
  const kept = { ...settings, keepAlive: true, maxSockets: connections, timeout: IDLE_MS };
  const agents = {
    'http:': proxy ? new TunnelAgent(kept, proxy) : new HttpAgent(kept),
    'https:': proxy ? new SecureTunnelAgent(kept, proxy) : new HttpsAgent(kept),
  };
  const fetch: Fetch = (url, { method, headers, body, signal }) => {
    const isSecure = url.startsWith('https:');
    const send = isSecure ? httpsRequest : httpRequest;
    const agent = agents[isSecure ? 'https:' : 'http:'];
    const bytes = typeof body === 'object' ? Buffer.from(new Uint8Array(body)) : body && Buffer.from(body);
    // Node.js names no length of its own for the body of a DELETE.
    const length = bytes ? { 'content-length': bytes.length } : {};
    const request = send(url, { ...settings, method, headers: { ...headers, ...length }, agent, signal });
    endIfSlow(request, isSecure ? 'secureConnect' : 'connect');
    const { promise, resolve, reject } = Promise.withResolvers<FetchedResponse>();
    request.on('response', (response) => resolve(fetched(response)));
    request.on('error', reject);
    request.end(bytes);
    return promise;
  };
  return {
    fetch,
    [Symbol.dispose]() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const fetched = (response: IncomingMessage): FetchedResponse => ({
  status: response.statusCode ?? 0,
  headers: {
    forEach(take) {
      for (const [name, value] of Object.entries(response.headers))
        if (value !== undefined) take([value].flat().join(', '), name);
    },
  },
  body: response,
  async arrayBuffer() {
    const bytes = Buffer.concat(await Array.fromAsync<Buffer>(response));
    return new Uint8Array(bytes).buffer;
  },
});

/** Ends a request whose connection is not made in time: certainly nothing was sent. */
function endIfSlow(request: ClientRequest, connected: 'connect' | 'secureConnect'): void {
  request.on('socket', (socket) => {
    if (!socket.connecting) return;
    const late = Object.assign(new Error(`no connection within ${CONNECT_MS / 1_000} s`), {
      code: 'UND_ERR_CONNECT_TIMEOUT',
    });
    const timer = realClock.after(CONNECT_MS, () => request.destroy(late));
    for (const event of [connected, 'close']) socket.once(event, () => timer[Symbol.dispose]());
  });
}

type Made = (error: Error | null, socket: Duplex) => void;

const placeOf = ({ host, port }: ClientRequestArgs): string => {
  const name = host?.includes(':') ? `[${host}]` : host;
  return `${name}:${port}`;
};

/** Makes a connection through a proxy, and what `over` makes of it. */
function tunnelled(
  proxy: HttpProxy,
  options: RequestOptions,
  made: Made,
  over: (socket: Socket) => Duplex,
): void {
  const { ca, lookup } = options;
  tunnelTo(proxy, placeOf(options), { ca, lookup }).then(
    (socket) => made(null, over(socket)),
    // There is no connection beside an error.
    (error: Error) => made(error, undefined as never),
  );
}

/** Connections through a proxy. */
class TunnelAgent extends HttpAgent {
  readonly #proxy: HttpProxy;
  constructor(options: object, proxy: HttpProxy) {
    super(options);
    this.#proxy = proxy;
  }
  override createConnection(options: ClientRequestArgs, made: Made = () => {}): undefined {
    tunnelled(this.#proxy, options, made, (socket) => socket);
  }
}

/** The same with TLS inside: the proxy sees nothing of what is sent. */
class SecureTunnelAgent extends HttpsAgent {
  readonly #proxy: HttpProxy;
  constructor(options: object, proxy: HttpProxy) {
    super(options);
    this.#proxy = proxy;
  }
  override createConnection(options: RequestOptions, made: Made = () => {}): undefined {
    tunnelled(this.#proxy, options, made, (socket) => {
      const within: object = { ...options, socket };
      return super.createConnection(within) as Duplex;
    });
  }
}
