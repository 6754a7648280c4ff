import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { epoch, fields, maybe, object, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const shape = fields({
  role: string,
  name: maybe(string),
  description: maybe(string),
  metadata: maybe(object),
  settings: maybe(object),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
});

/**
 * A role that users may have.
 * @useDeclaredType
 */
export type Role = Readonly<ShapeOf<typeof shape>>;

export type RoleSettings = {
  readonly listUsers?: 'all' | 'friendsOnly';
  readonly sendMessagesTo?: 'all' | 'friendsOnly';
};

type RoleFields = {
  readonly name?: string;
  readonly description?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly settings?: RoleSettings;
};

export type NewRole = RoleFields & { readonly role: string; readonly name: string };
export type RoleChanges = RoleFields & {
  readonly unset?: readonly ('settings' | 'description' | 'metadata')[];
};

/** Roles of the app; at most 25. */
export const roles = (call: Caller) => ({
  create: (role: NewRole, options?: AsApp): ApiPromise<Role> =>
    call.data(endpoints.createRole, shape, { body: role }, options),

  list: (query: PageQuery = {}, options?: AsApp): Listing<Role> =>
    pagedList(call, endpoints.listRoles, { shape, idOf: ({ role }) => role, query, options }),

  get: (role: string, options?: AsApp): ApiPromise<Role> =>
    call.data(endpoints.getRole, shape, { params: { role } }, options),

  /** Changes the given fields and removes the fields named in `unset`. */
  update: (role: string, changes: RoleChanges, options?: AsApp): ApiPromise<Role> =>
    call.data(endpoints.updateRole, shape, { params: { role }, body: changes }, options),

  /** Deletes a role. The role `default` cannot be deleted. */
  delete: (role: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteRole, { params: { role } }, options),
});
