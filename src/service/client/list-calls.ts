import { z } from 'zod';
import type { CallInput, Endpoint, Query } from '../api/endpoint.ts';
import type { Caller, CallOptions } from './caller.ts';
import { type Changed, changeCursor } from './change-cursor.ts';
import { cursor, type Placed } from './cursor.ts';
import { type Listing, listing, type Paging } from './listing.ts';
import { pageNumber } from './page-number.ts';

/** The query of every list by page number. */
export type PageQuery = {
  /**
   * Rows of one page, 1 to 1,000.
   * @default 100
   */
  readonly perPage?: number | undefined;
  /**
   * The first page to read.
   * @default 1
   */
  readonly page?: number | undefined;
};

/** One list of the service: its call, the shape of a row and the id of a row. */
export type ListCall<Path extends string, T> = {
  readonly endpoint: Endpoint<Path>;
  readonly shape: z.ZodType<T>;
  readonly idOf: (row: T) => string;
  readonly input?: Pick<CallInput<Path>, 'params'>;
  readonly query: Query;
};

/** A list that is paged by number. */
export function pagedList<Path extends string, T>(
  caller: Caller,
  call: ListCall<Path, T>,
  options?: CallOptions,
): Listing<T> {
  return readList(caller, call, pageNumber<T>(), options);
}

/** A list that is paged by cursor; `mixed` lists are documented with page numbers too, so the request has both. */
export function cursorList<Path extends string, T extends Placed>(
  caller: Caller,
  call: ListCall<Path, T> & { readonly mixed?: boolean },
  options?: CallOptions,
): Listing<T> {
  return readList(caller, call, cursor<T>(call.mixed), options);
}

/** A list that is paged by the time of the last change. */
export function changeList<Path extends string, T extends Changed>(
  caller: Caller,
  call: ListCall<Path, T>,
  options?: CallOptions,
): Listing<T> {
  return readList(caller, call, changeCursor<T>(), options);
}

/** A list with any kind of paging. */
export function readList<Path extends string, T>(
  caller: Caller,
  { endpoint, shape, idOf, input, query }: ListCall<Path, T>,
  paging: Paging<T>,
  options?: CallOptions,
): Listing<T> {
  const rows = z.array(shape);
  const read = (asked: Query) => caller.answer(endpoint, rows, { ...input, query: asked }, options);
  return listing(read, paging, idOf, query, options?.signal);
}
