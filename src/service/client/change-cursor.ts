import type { Query } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
import { numberOf } from './field.ts';
import { type Page, type Paging, stuck } from './listing.ts';

/** Default rows of one request. */
const LIMIT = 100;
/** The documented maximum. */
const LIMIT_MAX = 1_000;

/** The field that defines a row's position in its list, in seconds since 1970. */
export type Changed = { readonly updatedAt?: number | undefined };

/**
 * Paging by the time of the last change: `affix=prepend` (the default: last changed first) or `append`, `updatedAt`,
 * `limit`. Several rows can have the same second, so the cursor repeats its boundary; a full page that brings it no
 * further is read again with more rows, up to the largest page.
 */
export function changeCursor<T extends Changed>(): Paging<T> {
  return {
    first: (query) => ({ limit: LIMIT, affix: 'prepend', ...query }),
    next(asked, page) {
      const said = nextTime(page);
      const isFull = page.rows.length >= fullPage(asked, page);
      if (!isFull && said === undefined) return undefined;
      const updatedAt = said ?? page.rows.at(-1)?.updatedAt;
      if (page.fresh.length > 0 && updatedAt !== undefined && updatedAt !== asked['updatedAt'])
        return { ...asked, updatedAt };
      return isFull && page.rows.length > 0 ? wider(asked) : undefined;
    },
  };
}

/** The rows of a full page; the service may allow fewer than asked for. */
function fullPage<T>(asked: Query, { meta }: Page<T>): number {
  const current = isRecord(meta['current']) ? meta['current'] : {};
  const limit = Number(asked['limit']);
  return Math.min(numberOf(current['limit']) ?? limit, limit);
}

/** The time from which the list goes on, as the service says. */
function nextTime<T>({ meta }: Page<T>): number | undefined {
  return isRecord(meta['next']) ? numberOf(meta['next']['updatedAt']) : undefined;
}

/** A page that has only rows of one second: more of them. */
function wider(asked: Query): Query {
  const limit = Number(asked['limit']);
  if (limit < LIMIT_MAX) return { ...asked, limit: Math.min(LIMIT_MAX, limit * 2) };
  throw stuck(LIMIT_MAX);
}
