import { ServiceError } from '../../errors/service-error.ts';
import type { Query } from '../api/endpoint.ts';
import type { Answer } from './answer.ts';
import type { ApiPromise, WithResponse } from './api-promise.ts';
/** The rows of a list. Pages are fetched while the rows are read; each `for await` starts again from the first page. */
export type Listing<T> = AsyncIterable<T> & {
    /** The same rows in pages. A page is never empty. */
    pages(): AsyncIterable<readonly T[]>;
    /** The same pages, each with status, headers and rate limit. */
    withResponse(): AsyncIterable<WithResponse<readonly T[]>>;
};
/** One page as the service sent it. */
export type Page<T> = {
    readonly rows: readonly T[];
    /** The rows that no earlier page had. */
    readonly fresh: readonly T[];
    readonly meta: Answer<unknown>['meta'];
};
/** A kind of paging: the first query, and the next one after each page. */
export interface Paging<T> {
    first(query: Query): Query;
    /** Undefined at the end of the list. */
    next(asked: Query, page: Page<T>): Query | undefined;
    /**
     * Sorts the rows of a page into the direction of the list.
     * @default the order in which they came
     */
    inOrder?(rows: readonly T[], asked: Query, meta: Page<T>['meta']): readonly T[];
}
/**
 * Reads a list to its end. A row that a later page repeats (an inclusive cursor, rows that move during reading) is
 * returned once. The signal ends it between pages and within a request.
 * @throws ServiceError of the calls, `REQUEST.INVALID` for a query that is none, or `SERVICE.ENDLESS_LIST`
 */
export declare function listing<T>(read: (query: Query) => ApiPromise<Answer<readonly T[]>>, paging: Paging<T>, idOf: (row: T) => string, query: Query, signal?: AbortSignal): Listing<T>;
/** The error of a list whose cursor does not get past its boundary, even with the largest page. */
export declare const stuck: (limit: number) => ServiceError;
