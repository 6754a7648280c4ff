import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, MayAct } from '../caller.ts';
import { epoch, fields, maybe, moreFields, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults, rowResults, rowResultsOf } from '../row-result.ts';
import { userShape } from '../users/users.ts';

export type MemberScope = 'admin' | 'moderator' | 'participant';

/** uids by scope in the group. One call accepts at most 25, in all lists together. */
export type MemberLists = {
  readonly admins?: readonly string[];
  readonly moderators?: readonly string[];
  readonly participants?: readonly string[];
  readonly usersToBan?: readonly string[];
};

const memberShape = moreFields(userShape, { scope: maybe(string), joinedAt: maybe(epoch) });

/**
 * A user in a group: the fields of the user, with `scope` and `joinedAt`.
 * @useDeclaredType
 */
export type Member = Readonly<ShapeOf<typeof memberShape>>;

const addedShape = fields({
  admins: maybe(rowResults),
  moderators: maybe(rowResults),
  participants: maybe(rowResults),
  usersToBan: maybe(rowResults),
});

/** Results by list and uid. A uid that was in several lists is only in the first of them. */
export type AddedMembers = Readonly<Record<keyof MemberLists, RowResults>>;

const membershipShape = fields({
  guid: maybe(string),
  uid: maybe(string),
  scope: maybe(string),
  joinedAt: maybe(epoch),
});

/**
 * A user's membership in a group.
 * @useDeclaredType
 */
export type Membership = Readonly<ShapeOf<typeof membershipShape>>;

const row = { shape: memberShape, idOf: ({ uid }: Member): string => uid };

const NOBODY: RowResults = new Map();

/** Members of groups. */
export const members = (call: Caller) => ({
  /** Adds or bans up to 25 users. Each user has a result; a refused user does not fail the call. */
  add: (guid: string, lists: MemberLists, options?: MayAct): ApiPromise<AddedMembers> => {
    const input = { params: { guid }, body: lists };
    return call.read(endpoints.addMembers, addedShape, input, options, ({ data, ambiguous }) => {
      const outcomes = (rows = NOBODY): RowResults => rowResultsOf({ data: rows, ambiguous });
      return {
        admins: outcomes(data.admins),
        moderators: outcomes(data.moderators),
        participants: outcomes(data.participants),
        usersToBan: outcomes(data.usersToBan),
      };
    });
  },

  list: (
    guid: string,
    query: PageQuery & {
      readonly scopes?: readonly MemberScope[];
      readonly status?: 'available' | 'offline';
    } = {},
    options?: MayAct,
  ): Listing<Member> => pagedList(call, endpoints.listMembers, { ...row, params: { guid }, query, options }),

  /** Makes a member an admin, a moderator or a participant. */
  changeScope: (guid: string, uid: string, scope: MemberScope, options?: MayAct): ApiPromise<Membership> =>
    call.data(
      endpoints.changeMemberScope,
      membershipShape,
      { params: { guid, uid }, args: { scope } },
      options,
    ),

  /** Removes a user from a group. The user may join again. */
  kick: (guid: string, uid: string, options?: MayAct): ApiPromise<Acknowledgement> =>
    call.done(endpoints.kickMember, { params: { guid, uid } }, options),
});
