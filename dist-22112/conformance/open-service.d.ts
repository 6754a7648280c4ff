import { type ClientOptions } from '../service/client/open-client.ts';
import { Secret } from '../service/transport/secret.ts';
import type { TestedService } from './check.ts';
/** The addresses and keys of a service under test. */
export type PeerOptions = Omit<ClientOptions, 'onDeprecated' | 'observe'> & {
    readonly baseUrl: string;
    /** A key of the scope `fullAccess`. */
    readonly apiKey: string | Secret;
    /** A key of the scope `authOnly`. */
    readonly authKey?: string | Secret | undefined;
    readonly callsBaseUrl?: string | undefined;
    readonly management?: {
        readonly url: string;
        readonly key: string | Secret;
        readonly secret: string | Secret;
    } | undefined;
};
/**
 * Opens a service for a conformance suite: typed clients with the given keys, and raw requests that these clients never
 * send. Dispose of the result to close all connections.
 * @throws ServiceError `OPTIONS.INVALID` if an option is invalid
 */
export declare function openPeer(options: PeerOptions): TestedService & AsyncDisposable;
