import type { Endpoint, Query } from '../../api/endpoint.ts';
import { isRecord } from '../../transport/transport.ts';
import type { Caller } from '../caller.ts';
import { type ListCall, readList } from '../list-calls.ts';
import type { Listing, Paging } from '../listing.ts';

/** The query that every list of moderation accepts. */
export type ModerationQuery = {
  /**
   * Number of rows in one request, 1 to 1,000.
   * @default 100
   */
  readonly limit?: number;
};

/** Rows of one request: the service's own numbers, 10 and 50, are smaller than what an app may have. */
const LIMIT = 100;

/** Paging by `meta.next`; a list without it is one page. */
const byNext = <T>(): Paging<T> => ({
  first: (query) => ({ limit: LIMIT, ...query }),
  next: (asked, { fresh, meta }) => {
    const next = isRecord(meta['next']) ? meta['next'] : undefined;
    if (!next || fresh.length === 0) return undefined;
    const of = (name: string): Query => {
      const value = next[name];
      return typeof value === 'string' || typeof value === 'number' ? { [name]: value } : {};
    };
    return { ...asked, ...of('affix'), ...of('sentAt'), ...of('id') };
  },
});

/** A list of moderation. */
export const moderationList = <Path extends string, T>(
  caller: Caller,
  endpoint: Endpoint<Path>,
  list: ListCall<Path, T>,
): Listing<T> => readList(caller, endpoint, list, byNext<T>());
