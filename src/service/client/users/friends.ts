import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { fields, maybe } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults, rowResults, rowResultsOf } from '../row-result.ts';
import { type User, userRow } from './users.ts';

const addedShape = fields({ accepted: maybe(rowResults) });

type FriendOptions = {
  /**
   * Creates the conversations with the new friends at once.
   * @default false
   */
  readonly addToConversations?: boolean;
};

/** Friends of users; friendship is mutual. */
export const friends = (call: Caller) => ({
  /** Makes users friends of `uid`. Each user has a result. */
  add: (
    uid: string,
    uids: readonly string[],
    options: AsApp & FriendOptions = {},
  ): ApiPromise<RowResults> => {
    const { addToConversations, ...rest } = options ?? {};
    const input = { params: { uid }, given: { uids, options }, body: { accepted: uids, addToConversations } };
    return call.read(endpoints.addFriends, addedShape, input, rest, ({ data, ambiguous }) =>
      rowResultsOf({ data: data.accepted ?? new Map(), ambiguous }),
    );
  },

  list: (
    uid: string,
    query: PageQuery & { readonly searchKey?: string } = {},
    options?: AsApp,
  ): Listing<User> => pagedList(call, endpoints.listFriends, { ...userRow, params: { uid }, query, options }),

  remove: (uid: string, uids: readonly string[], options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(
      endpoints.removeFriends,
      { params: { uid }, given: { uids }, body: { friends: uids } },
      options,
    ),
});
