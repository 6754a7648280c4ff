import { RunError } from '../../../errors/run-error.ts';
import { type Clock } from '../../../system/clock.ts';
import { ProxyError } from '../../../system/proxy.ts';
import { type Transport, TransportError } from '../transport.ts';
/** The options that a `fetch` function receives. */
export type FetchInit = {
    readonly method: string;
    readonly headers: Record<string, string>;
    /** JSON as a string, or a form as bytes. */
    readonly body?: string | ArrayBuffer;
    /** Redirects are not followed: they could lead to another host, and the request contains a key. */
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
};
/** The members of a `Response` that the client uses. */
export type FetchedResponse = {
    readonly status: number;
    readonly headers: {
        forEach(take: (value: string, name: string) => void): void;
    };
    arrayBuffer(): Promise<ArrayBuffer>;
};
/** A function with the signature of `fetch` in browsers and Node.js. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;
/**
 * Sends requests with somebody else's `fetch`, which makes the connections: no redirects, and a deadline for each attempt.
 * An answer of more than 16 MiB is refused once it has arrived; until then, its memory is bounded by that `fetch` only.
 * @param baseUrl with its path, without a slash at the end
 */
export declare function fetchTransport(baseUrl: string, fetch: Fetch, deadlineMs: number): Transport;
/** Aborts at the deadline, or `drainMs` after the caller's stop, so a missing answer never blocks the end of a run. */
export declare function attemptTime(deadlineMs: number, drainMs: number, stop: AbortSignal, clock: Clock): Disposable & {
    readonly signal: AbortSignal;
};
/** The error of a run that has no way through its proxy. */
export declare const noProxy: (error: ProxyError) => RunError;
/** The error of an attempt that failed before its answer was complete. */
export declare function failure(error: unknown, origin: string): TransportError;
