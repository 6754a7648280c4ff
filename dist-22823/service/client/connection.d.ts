import { type Fetch } from '../transport/exchange/fetch.ts';
import type { Transport } from '../transport/transport.ts';
/** A dispatcher of undici 7 or later: an `Agent`, a `ProxyAgent`, a `MockAgent`. */
export interface RequestDispatcher {
    dispatch(options: object, handler: object): boolean;
}
/** The way in which a client reaches the service. */
export type ConnectionOptions = {
    /** PEM file of a private certificate authority. */
    readonly caFile?: string | undefined;
    /**
     * Address of a proxy for every request: `http://proxy.example.com:3128`, with `https://` for TLS with the proxy, with
     * `user:password@` if it wants them. `false`: no proxy, whatever the environment says.
     * @default what the environment says: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`
     */
    readonly proxy?: string | false | undefined;
    /** Makes every request, instead of connections of the client's own. It decides on certificates and proxies. */
    readonly fetch?: Fetch | undefined;
    /** Sends every request, instead of connections of the client's own. It stays open when the client is closed. */
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
