import type { Socket } from 'node:net';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { type HttpProxy } from './proxy.ts';
/** Options for making a connection: authorities that are trusted, time, names. */
type ConnectOptions = buildConnector.BuildOptions;
/**
 * Opens connections to an origin, through the proxy that the environment names for it.
 * @throws ProxyError if that is no address of a proxy
 */
export declare function connectTo(origin: string, options: Pool.Options): Dispatcher;
/** Opens connections to an origin, through this proxy or through none. */
export declare function connectBy(proxy: HttpProxy | undefined, origin: string, options: Pool.Options): Dispatcher;
/**
 * Asks a proxy for a connection (CONNECT).
 * @param place host and port behind the proxy
 * @param options how the proxy itself is reached
 * @throws ProxyError if it cannot be reached, refuses, or does not answer within ten seconds
 */
export declare function openTunnel(proxy: HttpProxy, place: string, options: ConnectOptions): Promise<Socket>;
export {};
