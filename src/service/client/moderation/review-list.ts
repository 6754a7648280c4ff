import { z } from 'zod';
import type { CallInput, Endpoint, Query } from '../../api/endpoint.ts';
import { isRecord } from '../../transport/transport.ts';
import type { Caller, CallOptions } from '../caller.ts';
import { type Listing, listing, type Paging } from '../listing.ts';

/** The query of every list of moderation. */
export type ModerationQuery = {
  /**
   * Rows of one request, 1 to 1,000.
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

/** One list of moderation: its call, the shape of a row and the id of a row. */
type ModerationList<Path extends string, T> = {
  readonly endpoint: Endpoint<Path>;
  readonly shape: z.ZodType<T>;
  readonly idOf: (row: T) => string;
  readonly input?: Pick<CallInput<Path>, 'params'>;
  readonly query: Query;
};

/** A list of moderation. */
export function moderationList<Path extends string, T>(
  caller: Caller,
  { endpoint, shape, idOf, input, query }: ModerationList<Path, T>,
  options?: CallOptions,
): Listing<T> {
  const rows = z.array(shape);
  const read = (asked: Query) => caller.answer(endpoint, rows, { ...input, query: asked }, options);
  return listing(read, byNext<T>(), idOf, query, options?.signal);
}
