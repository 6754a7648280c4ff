import type { Base, Method, Query, RateClass } from '../api/endpoint.ts';
import type { Answer } from './answer.ts';
import { type ApiPromise } from './api-promise.ts';
import type { Caller, CallOptions } from './caller.ts';
/** A call for which the client has no method. */
export type AnyCall = {
    readonly method: Method;
    /** Below the base address; ids in braces come from `params`, are checked and encoded: `/users/{uid}/notes`. */
    readonly path: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Query;
    /** Sent as JSON. */
    readonly body?: unknown;
    /** @default 'chat' */
    readonly base?: Base;
    /** @default 'standard' */
    readonly rateClass?: RateClass;
    /**
     * True if it can be made twice without harm.
     * @default true for GET only
     */
    readonly repeatable?: boolean;
};
/**
 * Makes any call of the service, with the same keys, limits, retries and errors as every other. An invalid call, which
 * plain JavaScript can pass, rejects with `REQUEST.INVALID` and nothing is sent.
 */
export declare const anyRequest: (caller: Caller) => (call: AnyCall, options?: CallOptions) => ApiPromise<Answer<unknown>>;
