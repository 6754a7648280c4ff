import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import { isRecord } from '../../transport/transport.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, MayAct } from '../caller.ts';
import { epoch, flag, maybe, numeric, object, texts } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { rawRowsInDoubt } from '../row-result.ts';
import type { MemberLists } from './members.ts';

export const groupShape = z.looseObject({
  guid: z.string(),
  name: maybe(z.string()),
  description: maybe(z.string()),
  icon: maybe(z.string()),
  /** `public`, `password` or `private`. */
  type: maybe(z.string()),
  owner: maybe(z.string()),
  membersCount: maybe(numeric),
  conversationId: maybe(z.string()),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
  updatedBy: maybe(z.string()),
  metadata: maybe(object),
  tags: maybe(texts),
  /** The next three fields are those of the acting user, else of the owner. */
  scope: maybe(z.string()),
  joinedAt: maybe(epoch),
  hasJoined: maybe(flag),
});

/**
 * A group. Times are seconds since 1970; unknown properties are kept.
 * @useDeclaredType
 */
export type Group = Readonly<z.output<typeof groupShape>>;
export type GroupType = 'public' | 'password' | 'private';

type GroupFields = {
  readonly name?: string;
  readonly type?: GroupType;
  /** For groups of type `password` only. */
  readonly password?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /**
   * A uid.
   * @default the system user
   */
  readonly owner?: string;
  readonly tags?: readonly string[];
};

export type NewGroup = GroupFields & {
  readonly guid: string;
  readonly name: string;
  readonly type: GroupType;
  /** At most 25 uids in all; a user who cannot be added does not fail the group. */
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
  /** Groups changed after (`append`) or before (`prepend`) `updatedAt`, in seconds since 1970. */
  readonly affix?: 'append' | 'prepend';
  readonly updatedAt?: number;
  readonly type?: GroupType;
  readonly types?: readonly GroupType[];
  readonly tags?: readonly string[];
  readonly withTags?: boolean;
  /** Only on behalf of a user. */
  readonly hasJoined?: boolean;
  readonly guids?: readonly string[];
  /** Ranges of seconds since 1970, both ends included. */
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
   * Creates a group; refused with `ERR_GUID_ALREADY_EXISTS` if the guid exists. The answer has the outcomes of
   * `members` in the service's own form, with `maybeDone` as in a RowResult if an earlier answer was lost.
   */
  create: (group: NewGroup, options?: MayAct): ApiPromise<Group> =>
    call.read(endpoints.createGroup, groupShape, { body: group }, options, ({ data, ambiguous }) =>
      ambiguous ? membersInDoubt(data) : data,
    ),

  list: (query: GroupQuery = {}, options?: MayAct): Listing<Group> =>
    pagedList(call, endpoints.listGroups, { shape: groupShape, idOf: ({ guid }) => guid, query, options }),

  get: (guid: string, options?: MayAct): ApiPromise<Group> =>
    call.data(endpoints.getGroup, groupShape, { params: { guid } }, options),

  /** Changes the given fields and removes those that `unset` names; `owner` is ignored on behalf of a user. */
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
