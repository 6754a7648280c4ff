import { ServiceError } from '../../errors/service-error.ts';
import type { Query } from '../api/endpoint.ts';
import type { Answer } from './answer.ts';
import { RecentIds } from './recent-ids.ts';

/** The rows of a list, fetched page by page while they are asked for; each `for await` begins anew. */
export type Listing<T> = AsyncIterable<T> & {
  /** The same rows in the pages in which they come; a page is never empty. */
  pages(): AsyncIterable<readonly T[]>;
};

/** One page as it came. */
export type Page<T> = {
  readonly rows: readonly T[];
  /** Rows of it that no page before had. */
  readonly fresh: readonly T[];
  readonly meta: Answer<unknown>['meta'];
};

/** A style of paging: what to ask first, and what after each page. */
export interface Paging<T> {
  first(query: Query): Query;
  /** Undefined where the list is at its end. */
  next(asked: Query, page: Page<T>): Query | undefined;
  /** Rows in the direction in which the list is followed; as they came where absent. */
  inOrder?(rows: readonly T[], asked: Query, meta: Page<T>['meta']): readonly T[];
}

/** Pages of one list at most; with full pages of 1,000 this is a hundred million rows. */
const PAGES_MAX = 100_000;

/**
 * Follows a list to its end. A row that a later page repeats (an inclusive cursor, rows that move while the list is
 * read) is given once. The signal ends it between pages and within a request.
 * @throws ServiceError of the calls, or `SERVICE.ENDLESS_LIST`
 */
export function listing<T>(
  read: (query: Query) => Promise<Answer<readonly T[]>>,
  paging: Paging<T>,
  idOf: (row: T) => string,
  query: Query,
  signal?: AbortSignal,
): Listing<T> {
  async function* pages(): AsyncGenerator<readonly T[]> {
    const seen = new RecentIds();
    let asked: Query | undefined = paging.first(query);
    for (let count = 0; asked; count++) {
      if (count === PAGES_MAX)
        throw new ServiceError('SERVICE.ENDLESS_LIST', `the list did not end within ${PAGES_MAX} pages`);
      signal?.throwIfAborted();
      const { data: rows, meta }: Answer<readonly T[]> = await read(asked);
      const fresh = rows.filter((row) => seen.add(idOf(row)));
      if (fresh.length > 0) yield paging.inOrder?.(fresh, asked, meta) ?? fresh;
      asked = paging.next(asked, { rows, fresh, meta });
    }
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page;
    },
  };
}
