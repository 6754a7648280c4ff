import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults, rowResults, rowResultsOf } from '../row-result.ts';
import { type User, userShape } from './users.ts';

/** Users blocked by users. Messages sent during a block never appear later. */
export const blockedUsers = (call: Caller) => ({
  /** Blocks users for `uid`; each has its own outcome. */
  block: (uid: string, uids: readonly string[], options?: AsApp): ApiPromise<RowResults> =>
    call.read(
      endpoints.blockUsers,
      rowResults,
      { params: { uid }, given: { uids }, body: { blockedUids: uids } },
      options,
      rowResultsOf,
    ),

  unblock: (uid: string, uids: readonly string[], options?: AsApp): ApiPromise<RowResults> =>
    call.read(
      endpoints.unblockUsers,
      rowResults,
      { params: { uid }, given: { uids }, body: { blockedUids: uids } },
      options,
      rowResultsOf,
    ),

  /** The users that `uid` has blocked. */
  list: (uid: string, query: PageQuery = {}, options?: AsApp): Listing<User> =>
    pagedList(call, endpoints.listBlockedUsers, {
      shape: userShape,
      idOf: (blocked) => blocked.uid,
      params: { uid },
      query,
      options,
    }),
});
