import type { CallInput, Endpoint, Query } from '../api/endpoint.ts';
import { isRecord } from '../transport/transport.ts';
import type { Caller, CallOptions } from './caller.ts';
import { type AnswerShape, arrayOf, numberOf } from './field.ts';
import { type Listing, listing, type Page, type Paging, stuck } from './listing.ts';

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
  readonly shape: AnswerShape<T>;
  readonly idOf: (row: T) => string;
  readonly params?: CallInput<Path>['params'];
  readonly query: Query;
  readonly options: CallOptions | undefined;
};

/** A list that is paged by number. */
export const pagedList = <Path extends string, T>(
  caller: Caller,
  endpoint: Endpoint<Path>,
  list: ListCall<Path, T>,
): Listing<T> => readList(caller, endpoint, list, pageNumber<T>());

/** A list that is paged by cursor; `mixed` lists are documented with page numbers too, so the request has both. */
export const cursorList = <Path extends string, T extends Placed>(
  caller: Caller,
  endpoint: Endpoint<Path>,
  list: ListCall<Path, T> & { readonly mixed?: boolean },
): Listing<T> => readList(caller, endpoint, list, cursor<T>(list.mixed));

/** A list that is paged by the time of the last change. */
export const changeList = <Path extends string, T extends Changed>(
  caller: Caller,
  endpoint: Endpoint<Path>,
  list: ListCall<Path, T>,
): Listing<T> => readList(caller, endpoint, list, changeCursor<T>());

/** A list with any kind of paging. */
export function readList<Path extends string, T>(
  caller: Caller,
  endpoint: Endpoint<Path>,
  { shape, idOf, params, query, options }: ListCall<Path, T>,
  paging: Paging<T>,
): Listing<T> {
  const rows = arrayOf(shape);
  const read = (asked: Query) => caller.answer(endpoint, rows, { params, query: asked }, options);
  return listing(read, paging, idOf, query, options?.signal);
}

/** Default rows of one request. */
const LIMIT = 100;
/** The documented maximum. */
const LIMIT_MAX = 1_000;

/** The field that defines a row's position in its list, in seconds since 1970. */
type Changed = { readonly updatedAt?: number | undefined };

/**
 * Paging by the time of the last change: `affix=prepend` (the default: last changed first) or `append`, `updatedAt`,
 * `limit`. Several rows can have the same second, so the cursor repeats its boundary; a full page that brings it no
 * further is read again with more rows, up to the largest page.
 */
function changeCursor<T extends Changed>(): Paging<T> {
  return {
    first: (query) => ({ limit: LIMIT, affix: 'prepend', ...query }),
    next(asked, page) {
      const said = nextTime(page);
      const isFull = page.rows.length >= fullPage(asked, page);
      if (!isFull && said === undefined) return undefined;
      const updatedAt = said ?? page.rows.at(-1)?.updatedAt;
      if (page.fresh.length > 0 && updatedAt !== undefined && updatedAt !== asked['updatedAt'])
        return { ...asked, updatedAt };
      return isFull && page.rows.length > 0 ? wider(asked, page.rows.length) : undefined;
    },
  };
}

/** The rows of a full page; the service may allow fewer than asked for. */
function fullPage<T>(asked: Query, { meta }: Page<T>): number {
  const current = isRecord(meta['current']) ? meta['current'] : {};
  const limit = Number(asked['limit']);
  return Math.min(numberOf(current['limit']) ?? limit, limit);
}

/** The time from which the list continues, as the service says. */
function nextTime<T>({ meta }: Page<T>): number | undefined {
  return isRecord(meta['next']) ? numberOf(meta['next']['updatedAt']) : undefined;
}

/** A page that has only rows of one place, a full one: more of them. */
function wider(asked: Query, rows: number): Query {
  const limit = Number(asked['limit']);
  if (limit >= LIMIT_MAX) throw stuck(rows);
  const more = Math.min(LIMIT_MAX, limit * 2);
  return { ...asked, limit: more, ...(asked['perPage'] === undefined ? {} : { perPage: more }) };
}

/** Default rows of a page; the documented default of the service. */
const PER_PAGE = 100;

/**
 * Paging by number: `perPage` and `page`. Documented examples print `total: 0` beside rows, so the total never ends a
 * list. A list ends with an empty page, a page without a new row, or a page with fewer rows than its `per_page`.
 */
function pageNumber<T>(): Paging<T> {
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

/** The fields that define a row's position in its list. */
type Placed = { readonly id?: string | undefined; readonly sentAt?: number | undefined };

/**
 * Paging by cursor: `affix=prepend` (the default: newest first) or `append` (oldest first), `id`, `sentAt`, `limit`.
 * Rows are returned in that direction, whatever the order within a page. A cursor may be inclusive, invalid, missing,
 * or present at the end of a list, so only a page without a new row ends the list. Lists that answer with page numbers
 * are read by page numbers.
 * @param mixed the list is documented with page numbers too, so the request has both
 */
function cursor<T extends Placed>(mixed = false): Paging<T> {
  return {
    first: (query) => ({
      ...(mixed ? { perPage: query['limit'] ?? LIMIT } : {}),
      limit: LIMIT,
      affix: 'prepend',
      ...query,
    }),
    next: (asked, page) => (page.fresh.length > 0 ? further(asked, page) : widerRow(asked, page)),
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
function widerRow<T>(asked: Query, { rows, meta }: Page<T>): Query | undefined {
  if (isNumbered(meta)) return undefined;
  return rows.length < Number(asked['limit']) || rows.length === 0 ? undefined : wider(asked, rows.length);
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
