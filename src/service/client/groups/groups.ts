import { endpoints } from '../../api/endpoints.ts';
import { isRecord } from '../../transport/transport.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, MayAct } from '../caller.ts';
import { epoch, fields, flag, maybe, numeric, object, type ShapeOf, string, texts } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { rawRowsInDoubt } from '../row-result.ts';
import type { MemberLists } from './members.ts';

export const groupShape = fields({
  guid: string,
  name: maybe(string),
  description: maybe(string),
  icon: maybe(string),
  /** `public`, `password` or `private`. */
  type: maybe(string),
  owner: maybe(string),
  membersCount: maybe(numeric),
  conversationId: maybe(string),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
  updatedBy: maybe(string),
  metadata: maybe(object),
  tags: maybe(texts),
  /** This field and the next two are those of the acting user, or of the owner if no user acts. */
  scope: maybe(string),
  joinedAt: maybe(epoch),
  hasJoined: maybe(flag),
});

/**
 * A group. Times are seconds since 1970. Unknown properties are kept.
 * @useDeclaredType
 */
export type Group = Readonly<ShapeOf<typeof groupShape>>;
export type GroupType = 'public' | 'password' | 'private';

type GroupFields = {
  readonly name?: string;
  readonly type?: GroupType;
  /** Only for groups of the type `password`. */
  readonly password?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * uid of the owner.
   * @default the system user
   */
  readonly owner?: string;
  readonly tags?: readonly string[];
};

export type NewGroup = GroupFields & {
  readonly guid: string;
  readonly name: string;
  readonly type: GroupType;
  /** At most 25 uids in all lists together. If a user cannot be added, the group is created anyway. */
  readonly members?: MemberLists;
};

export type GroupChanges = GroupFields & {
  readonly unset?: readonly ('icon' | 'description' | 'metadata')[];
};

export type GroupQuery = PageQuery & {
  readonly searchKey?: string;
  readonly searchIn?: readonly ('guid' | 'name')[];
  readonly sortBy?: 'name' | 'guid' | 'createdAt';
  readonly sortOrder?: 'asc' | 'desc';
  /**
   * `append`: groups changed after `updatedAt`; `prepend`: groups changed before it. `updatedAt` is in seconds since
   * 1970.
   */
  readonly affix?: 'append' | 'prepend';
  readonly updatedAt?: number;
  readonly type?: GroupType;
  readonly types?: readonly GroupType[];
  readonly tags?: readonly string[];
  readonly withTags?: boolean;
  /** Only for a call on behalf of a user. */
  readonly hasJoined?: boolean;
  readonly guids?: readonly string[];
  /** This and the next three fields are ranges in seconds since 1970; both ends are included. */
  readonly 'createdAt[from]'?: number;
  readonly 'createdAt[to]'?: number;
  readonly 'updatedAt[from]'?: number;
  readonly 'updatedAt[to]'?: number;
  readonly 'membersCount[gt]'?: number;
  readonly 'membersCount[gte]'?: number;
  readonly 'membersCount[lt]'?: number;
  readonly 'membersCount[lte]'?: number;
  readonly 'membersCount[eq]'?: number;
};

/** Groups of the app. */
export const groups = (call: Caller) => ({
  /**
   * Creates a group. Rejects with `ERR_GUID_ALREADY_EXISTS` if the guid exists. The response contains the results of
   * `members` in the service's own form. If the response to an earlier attempt was lost, they have `maybeDone` as a
   * RowResult has.
   */
  create: (group: NewGroup, options?: MayAct): ApiPromise<Group> =>
    call.read(endpoints.createGroup, groupShape, { body: group }, options, ({ data, ambiguous }) =>
      ambiguous ? membersInDoubt(data) : data,
    ),

  list: (query: GroupQuery = {}, options?: MayAct): Listing<Group> =>
    pagedList(call, endpoints.listGroups, { shape: groupShape, idOf: ({ guid }) => guid, query, options }),

  get: (guid: string, options?: MayAct): ApiPromise<Group> =>
    call.data(endpoints.getGroup, groupShape, { params: { guid } }, options),

  /** Changes the given fields and removes the fields named in `unset`. On behalf of a user, `owner` is ignored. */
  update: (guid: string, changes: GroupChanges, options?: MayAct): ApiPromise<Group> =>
    call.data(endpoints.updateGroup, groupShape, { params: { guid }, body: changes }, options),

  delete: (guid: string, options?: MayAct): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteGroup, { params: { guid } }, options),
});

/** The outcomes of members are in `members.data`, by list and uid. */
function membersInDoubt(group: Group): Group {
  const members = group['members'];
  if (!isRecord(members) || !isRecord(members['data'])) return group;
  const lists = Object.entries(members['data']).map(([list, rows]) => [list, rawRowsInDoubt(rows)]);
  return { ...group, members: { ...members, data: Object.fromEntries(lists) } };
}
