import type { Query } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
import type { Page, Paging } from './listing.ts';
import { numberOf } from './meta-number.ts';

/** Rows of a page where the caller has not said; documented as the service's own default. */
const PER_PAGE = 100;

/**
 * Paging by number: `perPage` and `page`. The documented examples print `total: 0` beside rows, so the total ends
 * nothing: an empty page does, one without a new row, and one with fewer rows than the service says that a page has.
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
  // Without the service's word on its page, a short one may be all that it ever gives.
  if (perPage === undefined || perPage < 1) return false;
  return rows.length < Math.min(perPage, Number(asked['perPage'])) && pages <= Number(asked['page']);
}

/** Lists by time (`affix`) may not know page numbers: where those bring nothing new, the cursor is followed. */
function onwards<T>(asked: Query, { rows, meta }: Page<T>): Query | undefined {
  const cursor = isRecord(meta['cursor']) ? meta['cursor'] : {};
  const updatedAt = numberOf(cursor['updatedAt']);
  if (rows.length === 0 || asked['affix'] === undefined || updatedAt === undefined) return undefined;
  return String(updatedAt) === String(asked['updatedAt']) ? undefined : { ...asked, page: 1, updatedAt };
}
