import type { Query } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
import { numberOf } from './field.ts';
import type { Page, Paging } from './listing.ts';

/** Default rows of one request. */
const LIMIT = 100;
/** The documented maximum. */
const LIMIT_MAX = 1_000;

/** The field that defines a row's position in its list, in seconds since 1970. */
export type Changed = { readonly updatedAt?: number | undefined };

/**
 * Paging by the time of the last change: `affix=prepend` (the default: last changed first) or `append`, `updatedAt`,
 * `limit`. Several rows can have the same second, so the cursor repeats its boundary; a page without a new row is read
 * again with more rows, and ends the list if it is not full.
 */
export function changeCursor<T extends Changed>(): Paging<T> {
  return {
    first: (query) => ({ limit: LIMIT, affix: 'prepend', ...query }),
    next(asked, page) {
      if (page.rows.length < fullPage(asked, page)) return undefined;
      const updatedAt = nextTime(page);
      if (page.fresh.length > 0 && updatedAt !== undefined && updatedAt !== asked['updatedAt'])
        return { ...asked, updatedAt };
      return wider(asked);
    },
  };
}

/** The rows of a full page; the service may allow fewer than asked for. */
function fullPage<T>(asked: Query, { meta }: Page<T>): number {
  const current = isRecord(meta['current']) ? meta['current'] : {};
  const limit = Number(asked['limit']);
  return Math.min(numberOf(current['limit']) ?? limit, limit);
}

function nextTime<T extends Changed>({ rows, meta }: Page<T>): number | undefined {
  const next = isRecord(meta['next']) ? meta['next'] : {};
  return numberOf(next['updatedAt']) ?? rows.at(-1)?.updatedAt;
}

/** A page that has only rows of one second: more of them. */
function wider(asked: Query): Query | undefined {
  const limit = Number(asked['limit']);
  return limit < LIMIT_MAX ? { ...asked, limit: Math.min(LIMIT_MAX, limit * 2) } : undefined;
}
