import type { ApiRequest } from '../transport/transport.ts';
type EndpointFacts = {
    readonly rateClass?: RateClass;
    readonly base?: Base;
    readonly repeatable?: boolean;
    readonly bare?: true;
    readonly replacements?: readonly string[];
};
/** Declares a call by its method, its path, and the rule by which it acts for a user. */
export declare const get: <Path extends string, Behalf extends OnBehalfOf>(path: Path, onBehalfOf: Behalf, facts?: EndpointFacts) => Endpoint<Path, Behalf>;
export declare const post: <Path extends string, Behalf extends OnBehalfOf>(path: Path, onBehalfOf: Behalf, facts?: EndpointFacts) => Endpoint<Path, Behalf>;
export declare const put: <Path extends string, Behalf extends OnBehalfOf>(path: Path, onBehalfOf: Behalf, facts?: EndpointFacts) => Endpoint<Path, Behalf>;
export declare const patch: <Path extends string, Behalf extends OnBehalfOf>(path: Path, onBehalfOf: Behalf, facts?: EndpointFacts) => Endpoint<Path, Behalf>;
export declare const del: <Path extends string, Behalf extends OnBehalfOf>(path: Path, onBehalfOf: Behalf, facts?: EndpointFacts) => Endpoint<Path, Behalf>;
export type Method = ApiRequest['method'];
/** The address of the service that a call uses. */
export type Base = 'chat' | 'calls' | 'management';
/** Groups of calls with a common rate limit: core (users and joining groups), standard (all others), import (bulk). */
export type RateClass = 'core' | 'standard' | 'import';
/** The rule by which a call may act for a user, with the header `onBehalfOf`. */
export type OnBehalfOf = 'required' | 'optional' | 'unsupported';
/** The definition of one call of the service. */
export type Endpoint<Path extends string = string, Behalf extends OnBehalfOf = OnBehalfOf> = {
    readonly method: Method;
    /** Path below the base address, with ids in braces: `/users/{uid}`. */
    readonly path: Path;
    readonly base: Base;
    readonly rateClass: RateClass;
    readonly onBehalfOf: Behalf;
    /**
     * True if the call can be repeated without harm: it reads, it sets a state, or the service refuses its keys the
     * second time.
     */
    readonly repeatable: boolean;
    /** True if the documented success has no envelope `data`. */
    readonly bare?: true;
    /** The calls to make instead; present only if the service is going to remove this call. */
    readonly replacements?: readonly string[];
};
/** The ids of a path: `PathParams<'/users/{uid}'>` is `{uid: string}`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? {
    readonly [N in Name]: string;
} & PathParams<Rest> : unknown;
/** The values of a query. A list is joined by commas; undefined is omitted. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
/** The input of a call. */
export type CallInput<Path extends string = string> = {
    readonly params?: PathParams<Path> | undefined;
    readonly query?: Query | undefined;
    /** Sent as JSON. */
    readonly body?: unknown;
    /** A body that is made of arguments alone, instead of `body`: each of them must be there. Not beside `body`. */
    readonly args?: Readonly<Record<string, unknown>>;
    /** The body as JSON text, instead of `body`. */
    readonly json?: string;
    /** Sent as multipart/form-data, instead of `body`. */
    readonly form?: Form;
    /** uid of the user that the call acts for. */
    readonly onBehalfOf?: string | undefined;
    /** Arguments that must be there, by their names. */
    readonly given?: Readonly<Record<string, unknown>>;
};
/**
 * Makes the request of a call: checks the ids and puts them into the path, writes query and body.
 * @throws ServiceError `REQUEST.INVALID` if a value is not allowed in its place
 */
export declare function endpointRequest<Path extends string>(endpoint: Endpoint<Path>, input?: CallInput<Path>): ApiRequest;
/** The name of a call in messages: `GET /users/{uid}`. */
export declare const nameOf: ({ method, path }: Endpoint) => string;
/**
 * A value as JSON.
 * @throws ServiceError `REQUEST.INVALID` if it has none
 */
export declare function jsonOf(body: unknown): string;
/** A file in a form. */
type FormFile = {
    readonly name: string;
    readonly type: string;
    readonly content: string | Uint8Array;
};
/** The parts of a form; a list has a part for each of its values, undefined is left out. */
export type Form = Readonly<Record<string, string | FormFile | readonly string[] | undefined>>;
/**
 * Makes a JSON object from entries. Unlike an object literal, it keeps the order of keys such as `7` and `42` and does
 * not lose the key `__proto__`.
 */
export declare function jsonObject(entries: Iterable<readonly [key: string, json: string]>): string;
export {};
