import { type Fetch } from '../transport/exchange/fetch.ts';
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
/**
 * The innermost transport of a client.
 * @param timeoutMs for one attempt, milliseconds
 * @throws ServiceError `OPTIONS.INVALID`
 */
export declare function openConnection(baseUrl: string, timeoutMs: number, connections: number, options: ConnectionOptions): {
    readonly transport: Transport;
} & AsyncDisposable;
