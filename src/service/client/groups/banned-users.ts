import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller, MayAct } from '../caller.ts';
import { epoch, flag, maybe, moreFields, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { userShape } from '../users/users.ts';

const shape = moreFields(userShape, {
  scope: maybe(string),
  isBanned: maybe(flag),
  joinedAt: maybe(epoch),
});

/**
 * A user who is banned from a group.
 * @useDeclaredType
 */
export type BannedUser = Readonly<ShapeOf<typeof shape>>;

const row = { shape, idOf: ({ uid }: BannedUser): string => uid };

/** Users who are banned from groups. */
export const bannedUsers = (call: Caller) => ({
  /** Removes a user from a group, until the user is unbanned. */
  ban: (guid: string, uid: string, options?: MayAct): ApiPromise<Acknowledgement> =>
    call.done(endpoints.banUser, { params: { guid, uid } }, options),

  unban: (guid: string, uid: string, options?: MayAct): ApiPromise<Acknowledgement> =>
    call.done(endpoints.unbanUser, { params: { guid, uid } }, options),

  list: (guid: string, query: PageQuery = {}, options?: AsApp): Listing<BannedUser> =>
    pagedList(call, endpoints.listBannedUsers, { ...row, params: { guid }, query, options }),
});
