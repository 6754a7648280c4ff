import { z } from 'zod';
import type { CallInput, Endpoint, Query } from '../api/endpoint.ts';
import type { Caller, CallOptions } from './caller.ts';
import { type Listing, type Paging } from './listing.ts';
/** The query of every list by page number. */
export type PageQuery = {
    /**
     * Number of rows in one page, 1 to 1,000.
     * @default 100
     */
    readonly perPage?: number | undefined;
    /**
     * The first page to read.
     * @default 1
     */
    readonly page?: number | undefined;
};
/** One list of the service: the shape of a row and the id of a row, and what is asked for. */
export type ListCall<Path extends string, T> = {
    readonly shape: z.ZodType<T>;
    readonly idOf: (row: T) => string;
    readonly params?: CallInput<Path>['params'];
    readonly query: Query;
    readonly options: CallOptions | undefined;
};
/** A list that is paged by number. */
export declare const pagedList: <Path extends string, T>(caller: Caller, endpoint: Endpoint<Path>, list: ListCall<Path, T>) => Listing<T>;
/** A list that is paged by cursor; `mixed` lists are documented with page numbers too, so the request has both. */
export declare const cursorList: <Path extends string, T extends Placed>(caller: Caller, endpoint: Endpoint<Path>, list: ListCall<Path, T> & {
    readonly mixed?: boolean;
}) => Listing<T>;
/** A list that is paged by the time of the last change. */
export declare const changeList: <Path extends string, T extends Changed>(caller: Caller, endpoint: Endpoint<Path>, list: ListCall<Path, T>) => Listing<T>;
/** A list with any kind of paging. */
export declare function readList<Path extends string, T>(caller: Caller, endpoint: Endpoint<Path>, { shape, idOf, params, query, options }: ListCall<Path, T>, paging: Paging<T>): Listing<T>;
/** The field that defines a row's position in its list, in seconds since 1970. */
type Changed = {
    readonly updatedAt?: number | undefined;
};
/** The fields that define a row's position in its list. */
type Placed = {
    readonly id?: string | undefined;
    readonly sentAt?: number | undefined;
};
export {};
