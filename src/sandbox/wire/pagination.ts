/** A page of a list, as its query asks for it. */
export type PageQuery = { readonly perPage: number; readonly page: number };

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
