import type { Base, Method, Query, RateClass } from '../api/endpoint.ts';
import type { Answer } from './answer.ts';
import { type ApiPromise } from './api-promise.ts';
import type { Caller, CallOptions } from './caller.ts';
/** A call for which the client has no method. */
export type AnyCall = {
    readonly method: Method;
    /**
     * Path below the base address: `/users/{uid}/notes`. Ids in braces come from `params`; they are checked and encoded.
     */
    readonly path: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Query;
    /** The body, sent as JSON. */
    readonly body?: unknown;
    /** @default 'chat' */
    readonly base?: Base;
    /** @default 'standard' */
    readonly rateClass?: RateClass;
    /**
     * True if the call can be repeated without harm.
     * @default true for GET only
     */
    readonly repeatable?: boolean;
};
/**
 * Makes any call of the service, with the same keys, limits, retries and errors as every other call. If the call is
 * invalid, it rejects with `REQUEST.INVALID` and nothing is sent.
 */
export declare const anyRequest: (caller: Caller) => (call: AnyCall, options?: CallOptions) => ApiPromise<Answer<unknown>>;
