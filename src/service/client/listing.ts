import { ServiceError } from '../../errors/service-error.ts';
import type { Query } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
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

/** The most pages of one list; with full pages of 1,000 rows these are a hundred million rows. */
const PAGES_MAX = 100_000;

/**
 * Reads a list to its end. A row that a later page repeats (an inclusive cursor, rows that move during reading) is
 * returned once. The signal ends it between pages and within a request.
 * @throws ServiceError of the calls, `REQUEST.INVALID` for a query that is none, or `SERVICE.ENDLESS_LIST`
 */
export function listing<T>(
  read: (query: Query) => ApiPromise<Answer<readonly T[]>>,
  paging: Paging<T>,
  idOf: (row: T) => string,
  query: Query,
  signal?: AbortSignal,
): Listing<T> {
  async function* walk() {
    const seen = new RecentIds();
    let asked: Query | undefined = paging.first(knownOf(query));
    for (let count = 0; asked; count++) {
      if (count === PAGES_MAX)
        throw new ServiceError('SERVICE.ENDLESS_LIST', `the list did not end within ${PAGES_MAX} pages`);
      signal?.throwIfAborted();
      const call: ApiPromise<Answer<readonly T[]>> = read(asked);
      const { data: rows, meta }: Answer<readonly T[]> = await call;
      const fresh = rows.filter((row) => seen.add(idOf(row)));
      if (fresh.length > 0) yield { page: paging.inOrder?.(fresh, asked, meta) ?? fresh, call };
      asked = paging.next(asked, { rows, fresh, meta });
    }
  }
  return {
    async *pages() {
      for await (const { page } of walk()) yield page;
    },
    async *withResponse() {
      for await (const { page, call } of walk()) yield { ...(await call.withResponse()), data: page };
    },
    async *[Symbol.asyncIterator]() {
      for await (const { page } of walk()) yield* page;
    },
  };
}

/** The query without what is undefined, which would replace a default. */
function knownOf(query: Query): Query {
  if (!isRecord(query)) throw new ServiceError('REQUEST.INVALID', 'the query of a list must be an object');
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** The error of a list whose cursor does not get past its boundary, even with the largest page. */
export const stuck = (limit: number): ServiceError =>
  new ServiceError(
    'SERVICE.ENDLESS_LIST',
    `the list does not continue after ${limit} rows of one place: the rest cannot be read`,
  );

/** Ids kept: ten of the largest pages, far more than any boundary repeats. */
const KEPT_MAX = 10_000;

/** The ids that were seen last; older ones are forgotten, so that a list of any length takes the same memory. */
class RecentIds {
  readonly #ids = new Set<string>();

  /** True where the id is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > KEPT_MAX) this.#ids.delete(this.#ids.values().next().value as string);
    return true;
  }
}
