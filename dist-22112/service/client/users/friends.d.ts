import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults } from '../row-result.ts';
import { type User } from './users.ts';
type FriendOptions = {
    /**
     * Creates the conversations with the new friends at once.
     * @default false
     */
    readonly addToConversations?: boolean;
};
/** Friends of users; friendship is mutual. */
export declare const friends: (call: Caller) => {
    /** Makes users friends of `uid`. Each user has a result. */
    add: (uid: string, uids: readonly string[], options?: AsApp & FriendOptions) => ApiPromise<RowResults>;
    list: (uid: string, query?: PageQuery & {
        readonly searchKey?: string;
    }, options?: AsApp) => Listing<User>;
    remove: (uid: string, uids: readonly string[], options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
