import type { ApiResponse } from './transport.ts';
/** The facts about a rate limit that the headers of a response state. Facts that they do not state are absent. */
export type StatedLimit = {
    /** Requests per minute. */
    readonly perMinute?: number;
    /** Requests that remain until the limit is reset. */
    readonly remaining?: number;
    /** Milliseconds until the limit is reset. */
    readonly resetMs?: number;
};
/**
 * Reads three families of headers: `RateLimit` with `RateLimit-Policy` (IETF, also its older forms), `X-RateLimit-*`, and
 * `X-Rate-Limit` with `X-Rate-Limit-*`. Of several limits the strictest counts.
 */
export declare function statedLimit(response: ApiResponse, nowMs: number): StatedLimit;
/** The difference between the service's clock and ours, from its Date header. */
export declare function skewMs(response: ApiResponse, nowMs: number): number;
/**
 * The pause that an answer asks for, milliseconds: Retry-After in full, else the reset time of either header family. Of
 * several Retry-After headers the longest counts: a proxy may have added its own.
 */
export declare const retryAfterMs: (response: ApiResponse, nowMs: number) => number | undefined;
/** The pause that Retry-After asks for, milliseconds, whatever the status is; undefined without such a header. */
export declare function askedMs(response: ApiResponse, nowMs: number): number | undefined;
