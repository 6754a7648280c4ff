import { type StatedLimit } from '../transport/rate-headers.ts';
import type { ApiResponse } from '../transport/transport.ts';
/** The result of a call together with facts about its response. */
export type WithResponse<T> = {
    /** The value to which the call itself resolves. */
    readonly data: T;
    /** HTTP status of the last attempt. */
    readonly status: number;
    /** Headers by lower-case name. Several values of one name are joined by `, `. */
    readonly headers: Readonly<Record<string, string>>;
    /** The rate limit of such calls, as stated in the headers. A fact that the headers do not state is absent. */
    readonly budget: StatedLimit;
    /** Number of times that the request was sent, at least 1. */
    readonly attempts: number;
};
/** A result with the answer that it was read from. */
export type Received<T> = {
    readonly data: T;
    readonly response: ApiResponse;
};
/**
 * The return value of every call: a promise of its result. The call starts at once; `withResponse()` only
 * adds facts about the response.
 */
export declare class ApiPromise<T> extends Promise<T> {
    #private;
    static get [Symbol.species](): PromiseConstructor;
    constructor(received: Promise<Received<T>>);
    /** Resolves to the result with status, headers and rate limit. Sends no other request. */
    withResponse(): Promise<WithResponse<T>>;
}
/** A call whose input is made first: what `make` throws is what the call rejects with. */
export declare function prepared<T>(make: () => ApiPromise<T>): ApiPromise<T>;
