import { jsonArray } from './json-text.ts';

/** A page of a list, as its query asks for it. */
export type PageQuery = { readonly perPage: number; readonly page: number };

/** Part of a whole list that is on the page. */
export const onPage = <T>(all: readonly T[], query: PageQuery): readonly T[] =>
  all.slice(offsetOf(query), offsetOf(query) + query.perPage);

/** The number of rows before the page. */
export const offsetOf = ({ perPage, page }: PageQuery): number => (page - 1) * perPage;

/** The cursor of a list of changes: the next ones are after `updatedAt` (append) or before it (prepend). */
export type ChangeCursor = { readonly updatedAt: number; readonly affix: 'append' | 'prepend' };

/** The `meta` of a page, in the service's snake case. */
export function pageMeta(
  { perPage, page }: PageQuery,
  total: number,
  count: number,
  cursor?: ChangeCursor,
): string {
  return JSON.stringify({
    pagination: {
      total,
      count,
      per_page: perPage,
      current_page: page,
      total_pages: Math.ceil(total / perPage),
    },
    ...(cursor && { cursor }),
  });
}

/** The answer with a page of a list, of which `items` are JSON texts. */
export const pageAnswer = (
  query: PageQuery,
  total: number,
  items: readonly string[],
  cursor?: ChangeCursor,
) => ({
  data: jsonArray(items),
  meta: pageMeta(query, total, items.length, cursor),
});

/** The answer with a page of a whole list, whose rows `json` writes. */
export const pageOfWhole = <T>(all: readonly T[], query: PageQuery, json: (one: T) => string) =>
  pageAnswer(query, all.length, onPage(all, query).map(json));

/** The answer with rows of a list that goes on at `next`, if it does; `data` are all rows as JSON text. */
export const cursorAnswer = (
  data: string,
  current: { readonly limit: number; readonly count: number; readonly total?: number },
  next?: Readonly<Record<string, unknown>>,
) => ({ data, meta: JSON.stringify({ current, ...(next && { next }) }) });

/** The row that the next page goes on from. A page that is not full is the last one and has none, unless `always`. */
export const edgeOf = <T>(
  rows: readonly T[],
  limit: number,
  older: boolean,
  always: boolean,
): T | undefined => (rows.length === limit || always ? rows.at(older ? 0 : -1) : undefined);

/** The answer with the first rows of a list that has no further pages. */
export const limitedAnswer = (limit: number, items: readonly string[]) =>
  cursorAnswer(jsonArray(items), { limit, count: items.length });
