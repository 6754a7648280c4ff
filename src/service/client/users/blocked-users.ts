import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults, rowResults, rowResultsOf } from '../row-result.ts';
import { type User, userRow } from './users.ts';

const blockInput = (uid: string, uids: readonly string[]) => ({
  params: { uid },
  given: { uids },
  body: { blockedUids: uids },
});

/** Users blocked by users. Messages sent during a block never appear later. */
export const blockedUsers = (call: Caller) => ({
  /** Blocks users on behalf of `uid`. Each user has a result. */
  block: (uid: string, uids: readonly string[], options?: AsApp): ApiPromise<RowResults> =>
    call.read(endpoints.blockUsers, rowResults, blockInput(uid, uids), options, rowResultsOf),

  unblock: (uid: string, uids: readonly string[], options?: AsApp): ApiPromise<RowResults> =>
    call.read(endpoints.unblockUsers, rowResults, blockInput(uid, uids), options, rowResultsOf),

  /** Lists the users whom `uid` has blocked. */
  list: (uid: string, query: PageQuery = {}, options?: AsApp): Listing<User> =>
    pagedList(call, endpoints.listBlockedUsers, { ...userRow, params: { uid }, query, options }),
});
