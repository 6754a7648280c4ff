import type { Query } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
import { numberOf } from './field.ts';
import { type Page, type Paging, stuck } from './listing.ts';

/** Default rows of one request. */
const LIMIT = 100;
/** The documented maximum. */
const LIMIT_MAX = 1_000;

/** The fields that define a row's position in its list. */
export type Placed = { readonly id?: string | undefined; readonly sentAt?: number | undefined };

/**
 * Paging by cursor: `affix=prepend` (the default: newest first) or `append` (oldest first), `id`, `sentAt`, `limit`.
 * Rows are returned in that direction, whatever the order within a page. A cursor may be inclusive, invalid, missing,
 * or present at the end of a list, so only a page without a new row ends the list. Lists that answer with page numbers
 * are read by page numbers.
 * @param mixed the list is documented with page numbers too, so the request has both
 */
export function cursor<T extends Placed>(mixed = false): Paging<T> {
  return {
    first: (query) => ({
      ...(mixed ? { perPage: query['limit'] ?? LIMIT } : {}),
      limit: LIMIT,
      affix: 'prepend',
      ...query,
    }),
    next: (asked, page) => (page.fresh.length > 0 ? further(asked, page) : wider(asked, page)),
    inOrder(rows, asked, meta) {
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last || isNumbered(meta)) return rows;
      const falls = compare(first, last) > 0;
      return falls === (asked['affix'] === 'prepend') ? rows : rows.toReversed();
    },
  };
}

const isNumbered = (meta: Page<unknown>['meta']): boolean =>
  isRecord(meta['pagination']) && !isRecord(meta['next']) && !isRecord(meta['cursor']);

function further<T extends Placed>(asked: Query, { rows, meta }: Page<T>): Query | undefined {
  if (isNumbered(meta)) return { ...asked, page: Number(asked['page'] ?? 1) + 1 };
  const { id: _id, sentAt: _sentAt, ...rest } = asked;
  const next = nextCursor(meta, asked);
  if (next) return { ...rest, ...next };
  const current = isRecord(meta['current']) ? meta['current'] : {};
  const full = numberOf(current['limit']);
  if (full !== undefined && rows.length < Math.min(full, Number(asked['limit']))) return undefined;
  const edge = edgeOf(rows, asked['affix'] === 'prepend');
  return edge?.id === undefined ? undefined : { ...rest, id: edge.id };
}

/** `meta.next`, if it has the requested direction and differs from the last cursor. */
function nextCursor(meta: Page<unknown>['meta'], asked: Query): Query | undefined {
  const next = [meta['next'], meta['cursor']].find(isRecord) ?? {};
  const id = textOf(next['id']);
  const sentAt = numberOf(next['sentAt']);
  const leads = next['affix'] === undefined || next['affix'] === asked['affix'];
  const moves = id !== textOf(asked['id']) || sentAt !== numberOf(asked['sentAt']);
  if (!leads || !moves || (id === undefined && sentAt === undefined)) return undefined;
  return { ...(id === undefined ? {} : { id }), ...(sentAt === undefined ? {} : { sentAt }) };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;

/**
 * All rows of a full page are known: the boundary of an inclusive cursor fills the page (pages of one row, many rows of
 * one second). A wider page reads beyond it.
 * @throws ServiceError if not even the largest page does: the rest of the list must not be missing silently
 */
function wider<T>(asked: Query, { rows, meta }: Page<T>): Query | undefined {
  if (isNumbered(meta)) return undefined;
  const limit = Number(asked['limit']);
  if (rows.length < limit || rows.length === 0) return undefined;
  if (limit >= LIMIT_MAX) throw stuck(limit);
  const more = Math.min(LIMIT_MAX, limit * 2);
  return { ...asked, limit: more, ...(asked['perPage'] === undefined ? {} : { perPage: more }) };
}

function edgeOf<T extends Placed>(rows: readonly T[], older: boolean): T | undefined {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return undefined;
  return compare(first, last) < 0 === older ? first : last;
}

/** By time, then by id; ids are a sequence written in digits. */
function compare(a: Placed, b: Placed): number {
  const byTime = (a.sentAt ?? 0) - (b.sentAt ?? 0);
  if (byTime !== 0) return byTime;
  const [left = '', right = ''] = [a.id, b.id];
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}
