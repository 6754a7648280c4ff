import type { Query } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
import { numberOf } from './field.ts';
import type { Page, Paging } from './listing.ts';

/** Default rows of a page; the documented default of the service. */
const PER_PAGE = 100;

/**
 * Paging by number: `perPage` and `page`. Documented examples print `total: 0` beside rows, so the total never ends a
 * list. A list ends with an empty page, a page without a new row, or a page with fewer rows than its `per_page`.
 */
export function pageNumber<T>(): Paging<T> {
  return {
    first: (query) => ({ perPage: PER_PAGE, page: 1, ...query }),
    next(asked, page) {
      if (page.fresh.length === 0) return onwards(asked, page);
      return isLast(asked, page) ? undefined : { ...asked, page: Number(asked['page']) + 1 };
    },
  };
}

function isLast<T>(asked: Query, { rows, meta }: Page<T>): boolean {
  const pagination = isRecord(meta['pagination']) ? meta['pagination'] : {};
  const perPage = numberOf(pagination['per_page']);
  const pages = numberOf(pagination['total_pages']) ?? 0;
  // Without `per_page`, a short page may be the largest that the service ever sends.
  if (perPage === undefined || perPage < 1) return false;
  return rows.length < Math.min(perPage, Number(asked['perPage'])) && pages <= Number(asked['page']);
}

/** Lists by time (`affix`) may ignore page numbers: if a page brings nothing new, the cursor is followed. */
function onwards<T>(asked: Query, { rows, meta }: Page<T>): Query | undefined {
  const cursor = isRecord(meta['cursor']) ? meta['cursor'] : {};
  const updatedAt = numberOf(cursor['updatedAt']);
  if (rows.length === 0 || asked['affix'] === undefined || updatedAt === undefined) return undefined;
  return String(updatedAt) === String(asked['updatedAt']) ? undefined : { ...asked, page: 1, updatedAt };
}
