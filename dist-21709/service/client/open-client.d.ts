import type { Base, RateClass } from '../api/endpoint.ts';
import { type ManagementKeys } from '../transport/auth.ts';
import { Secret } from '../transport/secret.ts';
import { type RateHold, type Retried, type Tried } from '../transport/transport.ts';
import { type Caller } from './caller.ts';
import { type ConnectionOptions } from './connection.ts';
import { type Deprecation } from './deprecation.ts';
export type { RateHold, Retried };
/** One finished attempt of a call, without secrets: no headers, no body, no query. */
export type Attempt = Omit<Tried, 'request'> & {
    readonly method: string;
    /** Path below the base address. Keys and tokens in it are replaced by `***`. */
    readonly path: string;
};
/** The options of every client of the service. */
export type ClientOptions = ConnectionOptions & {
    /**
     * Milliseconds for one attempt of a call. A call can set its own.
     * @default 30_000
     */
    readonly timeoutMs?: number | undefined;
    /**
     * Milliseconds for which a repeatable call is retried while nothing succeeds, and the longest wait that the service
     * may ask for.
     * @default 60_000
     */
    readonly outageMs?: number | undefined;
    /**
     * Maximum number of requests at the same time, for each rate class.
     * @default 8
     */
    readonly concurrency?: number | undefined;
    /**
     * Requests per minute, for each rate class.
     * @default the documented limits of the service
     */
    readonly requestsPerMinute?: Readonly<Partial<Record<RateClass, number>>> | undefined;
    /**
     * Called once for each deprecated call that is made.
     * @default a process warning, once for each call
     */
    readonly onDeprecated?: ((deprecation: Deprecation) => void) | undefined;
    /** Called for every attempt, wait and retry. */
    readonly observe?: ((event: RateHold | Retried | Attempt) => void) | undefined;
};
/**
 * The base class of all clients of the service: connections, and calls that use them. Dispose of it to close the
 * connections.
 */
export declare class Client implements AsyncDisposable {
    #private;
    /** @throws ServiceError `OPTIONS.INVALID` */
    protected constructor(urls: Readonly<Partial<Record<Base, string>>>, keys: Secret | ManagementKeys, options: ClientOptions);
    /** Makes the calls. */
    protected get caller(): Caller;
    /** Closes the connections. Running calls reject with `CLIENT.CLOSED`. */
    [Symbol.asyncDispose](): Promise<void>;
}
/**
 * A key as a value that is never printed.
 * @throws ServiceError `OPTIONS.INVALID` if a header cannot carry it
 */
export declare function secretOf(name: string, key: string | Secret): Secret;
/** The options that a client is made with; plain JavaScript can pass any value. */
export declare function checkedOptions<T extends object>(options: T): T;
/** An address made by `make`; its RangeError becomes a ServiceError. */
export declare function addressOf(make: () => string): string;
