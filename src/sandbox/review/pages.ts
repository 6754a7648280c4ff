import type { App } from '../app/app.ts';
import * as param from '../wire/param.ts';

/** The parameters of a list of messages to review; all but `limit` are assumed, as in other lists of messages. */
export const REVIEW_PAGE = param.CURSOR;

type Query = param.ParamValues<typeof REVIEW_PAGE>;

/** Documented: messages of a page without `limit`. */
const LIMIT = 50;

/** The page that a query asks for. */
export const pageOf = ({ limit = LIMIT, affix, id }: Query) => ({ limit, id, older: affix === 'prepend' });

/** The `meta` of a page of messages with these ids. A page that is not full is the last one. */
export function reviewMeta(
  { quirks }: App,
  query: Query,
  rows: readonly { readonly id: number; readonly sentAt?: number }[],
): string {
  const { limit, older } = pageOf(query);
  const edge = rows.length === limit || quirks.nextAtEnd ? rows.at(older ? 0 : -1) : undefined;
  const sentAt = edge?.sentAt;
  return JSON.stringify({
    current: { limit, count: rows.length },
    ...(edge && {
      next: {
        affix: older ? 'prepend' : 'append',
        ...(sentAt !== undefined && { sentAt }),
        id: String(edge.id),
      },
    }),
  });
}
