import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults } from '../row-result.ts';
import { type User } from './users.ts';
/** Users blocked by users. Messages sent during a block never appear later. */
export declare const blockedUsers: (call: Caller) => {
    /** Blocks users on behalf of `uid`. Each user has a result. */
    block: (uid: string, uids: readonly string[], options?: AsApp) => ApiPromise<RowResults>;
    unblock: (uid: string, uids: readonly string[], options?: AsApp) => ApiPromise<RowResults>;
    /** Lists the users whom `uid` has blocked. */
    list: (uid: string, query?: PageQuery, options?: AsApp) => Listing<User>;
};
