import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
import type { MemberScope } from '../groups/members.ts';

/** The form of the answer is not specified, so it is returned unchanged. */
const shape = z.unknown();

/** Permissions by name; the values are the service's. */
export type Permissions = Readonly<Record<string, unknown>>;

/** Permissions of roles, and of the members with a scope in one group. */
export const permissions = (call: Caller) => {
  const current = calls(call);
  return {
    ...current,
    /** @deprecated Use `listByRole`. */
    ofRole: current.listByRole,
    /** @deprecated Use `setByRole`. */
    setOfRole: current.setByRole,
    /** @deprecated Use `unsetByRole`. */
    removeOfRole: current.unsetByRole,
    /** @deprecated Use `listByScope`. */
    ofScope: current.listByScope,
    /** @deprecated Use `setByScope`. */
    setOfScope: current.setByScope,
    /** @deprecated Use `unsetByScope`. */
    removeOfScope: current.unsetByScope,
  };
};

const calls = (call: Caller) => ({
  listByRole: (role: string, options?: OptionsFor<'getRolePermissions'>): ApiPromise<unknown> =>
    call.data(endpoints.getRolePermissions, shape, { params: { role } }, options),

  setByRole: (
    role: string,
    wanted: Permissions,
    options?: OptionsFor<'setRolePermissions'>,
  ): ApiPromise<unknown> =>
    call.data(
      endpoints.setRolePermissions,
      shape,
      { params: { role }, body: { permissions: wanted } },
      options,
    ),

  unsetByRole: (
    role: string,
    permission: string,
    options?: OptionsFor<'removeRolePermission'>,
  ): ApiPromise<unknown> =>
    call.data(endpoints.removeRolePermission, shape, { params: { role, permission } }, options),

  listByScope: (
    guid: string,
    scope: MemberScope,
    options?: OptionsFor<'getScopePermissions'>,
  ): ApiPromise<unknown> =>
    call.data(endpoints.getScopePermissions, shape, { params: { guid, scope } }, options),

  setByScope: (
    guid: string,
    scope: MemberScope,
    wanted: Permissions,
    options?: OptionsFor<'setScopePermissions'>,
  ): ApiPromise<unknown> =>
    call.data(
      endpoints.setScopePermissions,
      shape,
      { params: { guid, scope }, body: { permissions: wanted } },
      options,
    ),

  unsetByScope: (
    guid: string,
    scope: MemberScope,
    permission: string,
    options?: OptionsFor<'removeScopePermission'>,
  ): ApiPromise<unknown> =>
    call.data(endpoints.removeScopePermission, shape, { params: { guid, scope, permission } }, options),
});
