import { type StatedLimit } from '../transport/rate-headers.ts';
import type { ApiResponse } from '../transport/transport.ts';
/** The result of a call, and what came with it. */
export type WithResponse<T> = {
    /** The value that the call itself resolves to. */
    readonly data: T;
    /** HTTP status of the last attempt. */
    readonly status: number;
    /** Headers by name in lower case; several values of one name are joined by `, `. */
    readonly headers: Readonly<Record<string, string>>;
    /** The rate limit of such calls, as the headers state it; a fact that they do not state is absent. */
    readonly budget: StatedLimit;
    /** The number of times that the request was sent, at least once. */
    readonly attempts: number;
};
/** A result with the answer that it was read from. */
export type Received<T> = {
    readonly data: T;
    readonly response: ApiResponse;
};
/**
 * The return value of every call: a promise of its result. The request is on its way already; `withResponse()` only
 * says what else is wanted of the answer.
 */
export declare class ApiPromise<T> extends Promise<T> {
    #private;
    static get [Symbol.species](): PromiseConstructor;
    constructor(received: Promise<Received<T>>);
    /** The result with status, headers and the rest of the rate limit. Nothing is sent again. */
    withResponse(): Promise<WithResponse<T>>;
}
/** A call whose input is made first: what `make` throws is what the call rejects with. */
export declare function prepared<T>(make: () => ApiPromise<T>): ApiPromise<T>;
