import { type JsonSchema } from './json-schema.ts';
/** One parameter of a query: how it is read, and how the OpenAPI document describes it. */
export type Param<T> = {
    readonly schema: JsonSchema;
    /** True if it is a list, joined by commas. */
    readonly list?: true;
    /** True if a request without it is refused. */
    readonly required?: true;
    /** Reads the values of the name, without empty ones. `refuse` throws a problem. */
    readonly read: (given: readonly string[], refuse: (problem: string) => never, name: string) => T;
};
/** The largest page of every list. */
export declare const MAX_PAGE = 1000;
/** The values of a set of parameters. */
export type ParamValues<P> = {
    readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never;
};
/** A text of at most 1,000 characters; undefined when absent. */
export declare const text: Param<string | undefined>;
/** A search text, at most 100 characters as ids and names have: it is compared with every text. */
export declare const search: Param<string | undefined>;
/** A whole number from `min` to `max`; undefined when absent. */
export declare const number: (min: number, max: number) => Param<number | undefined>;
/** A parameter that must be there. */
export declare const required: <T>(one: Param<T | undefined>) => Param<T>;
/** Unix seconds; undefined when absent. */
export declare const time: Param<number | undefined>;
/** The two parameters of a range. */
type Range<Name extends string> = {
    readonly [K in `${Name}[from]` | `${Name}[to]`]: Param<number | undefined>;
};
/** Both ends of a range of Unix seconds: `<name>[from]` and `<name>[to]`. */
export declare function range<const Name extends string>(name: Name): Range<Name>;
/** true or false, also 1 or 0; false when absent. */
export declare const flag: Param<boolean>;
/** One of a few words; undefined when absent. */
export declare const oneOf: <const Word extends string>(words: readonly Word[]) => Param<Word | undefined>;
/** A list, separated by commas or given several times. Empty when absent. */
export declare const list: Param<readonly string[]>;
/** The parameters of every list that is read page by page. */
export declare const PAGE: {
    readonly perPage: Param<number>;
    readonly page: Param<number>;
};
/** The parameters of a list that is read with a cursor: the next rows after an id, or the ones before it. */
export declare const CURSOR: {
    readonly limit: Param<number | undefined>;
    readonly affix: Param<"append" | "prepend" | undefined>;
    readonly id: Param<number | undefined>;
};
/** Reads the declared parameters of a query and ignores others. Throws the first problem as ERR_BAD_REQUEST. */
export declare function readParams<const P extends Readonly<Record<string, Param<unknown>>>>(params: P, query: URLSearchParams): ParamValues<P>;
export {};
