import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import {
  epoch,
  fields,
  maybe,
  object,
  optionalValue,
  type ShapeOf,
  string,
  texts,
  unknownValue,
} from '../field.ts';
import type { MemberScope } from '../groups/members.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const shape = fields({
  id: string,
  /** `role` or `scope`. */
  type: maybe(string),
  title: maybe(string),
  description: maybe(string),
  /** `string` or `stringArray`. */
  dataType: maybe(string),
  availableValues: maybe(texts),
  defaultValue: optionalValue,
  /** The value that was set; absent if the default applies. */
  value: optionalValue,
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
});

/**
 * A permission with its default and, if one was set, its value. Unknown properties are kept.
 * @useDeclaredType
 */
export type Permission = Readonly<ShapeOf<typeof shape>>;

const setShape = fields({ permissions: maybe(object) });

/**
 * All permissions that are set after a change, in `permissions`. `setByRole` and `setByScope` also return a result for
 * each changed permission, by its name.
 * @useDeclaredType
 */
export type SetPermissions = Readonly<ShapeOf<typeof setShape>>;

/** Values of permissions, by name. The service defines both. */
export type Permissions = Readonly<Record<string, unknown>>;

/** Permissions of roles, and of the members with a scope in one group. */
export const permissions = (call: Caller) => {
  const current = { ...ofRoles(call), ...ofScopes(call) };
  return {
    ...current,
    /** @deprecated Use `listByRole`, which reads every page. */
    ofRole: (role: string, options?: AsApp): ApiPromise<unknown> =>
      call.data(endpoints.getRolePermissions, unknownValue, { params: { role } }, options),
    /** @deprecated Use `setByRole`. */
    setOfRole: current.setByRole,
    /** @deprecated Use `unsetByRole`. */
    removeOfRole: current.unsetByRole,
    /** @deprecated Use `listByScope`, which reads every page. */
    ofScope: (guid: string, scope: MemberScope, options?: AsApp): ApiPromise<unknown> =>
      call.data(endpoints.getScopePermissions, unknownValue, { params: { guid, scope } }, options),
    /** @deprecated Use `setByScope`. */
    setOfScope: current.setByScope,
    /** @deprecated Use `unsetByScope`. */
    removeOfScope: current.unsetByScope,
  };
};

const row = { shape, idOf: ({ id }: Permission) => id };

const ofRoles = (call: Caller) => ({
  /** Lists every permission that a role can have. */
  listByRole: (role: string, query: PageQuery = {}, options?: AsApp): Listing<Permission> =>
    pagedList(call, endpoints.getRolePermissions, { ...row, params: { role }, query, options }),

  /** Sets the given permissions. All others keep their values. */
  setByRole: (role: string, wanted: Permissions, options?: AsApp): ApiPromise<SetPermissions> =>
    call.data(
      endpoints.setRolePermissions,
      setShape,
      { params: { role }, args: { permissions: wanted } },
      options,
    ),

  /** Removes the value that was set, so that the default applies again. */
  unsetByRole: (role: string, permission: string, options?: AsApp): ApiPromise<SetPermissions> =>
    call.data(endpoints.removeRolePermission, setShape, { params: { role, permission } }, options),
});

const ofScopes = (call: Caller) => ({
  /** Lists every permission that members with this scope can have in a group. */
  listByScope: (
    guid: string,
    scope: MemberScope,
    query: PageQuery = {},
    options?: AsApp,
  ): Listing<Permission> =>
    pagedList(call, endpoints.getScopePermissions, { ...row, params: { guid, scope }, query, options }),

  /** Sets the given permissions. All others keep their values. */
  setByScope: (
    guid: string,
    scope: MemberScope,
    wanted: Permissions,
    options?: AsApp,
  ): ApiPromise<SetPermissions> =>
    call.data(
      endpoints.setScopePermissions,
      setShape,
      { params: { guid, scope }, args: { permissions: wanted } },
      options,
    ),

  /** Removes the value that was set, so that the default applies again. */
  unsetByScope: (
    guid: string,
    scope: MemberScope,
    permission: string,
    options?: AsApp,
  ): ApiPromise<SetPermissions> =>
    call.data(endpoints.removeScopePermission, setShape, { params: { guid, scope, permission } }, options),
});
