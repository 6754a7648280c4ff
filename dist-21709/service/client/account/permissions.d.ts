import { z } from 'zod';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import type { MemberScope } from '../groups/members.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const shape: z.ZodObject<{
    id: z.ZodString;
    type: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    title: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    dataType: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    availableValues: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    defaultValue: z.ZodOptional<z.ZodUnknown>;
    value: z.ZodOptional<z.ZodUnknown>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A permission with its default and, if one was set, its value. Unknown properties are kept.
 * @useDeclaredType
 */
export type Permission = Readonly<z.output<typeof shape>>;
declare const setShape: z.ZodObject<{
    permissions: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
}, z.core.$loose>;
/**
 * All permissions that are set after a change, in `permissions`. `setByRole` and `setByScope` also return a result for
 * each changed permission, by its name.
 * @useDeclaredType
 */
export type SetPermissions = Readonly<z.output<typeof setShape>>;
/** Values of permissions, by name. The service defines both. */
export type Permissions = Readonly<Record<string, unknown>>;
/** Permissions of roles, and of the members with a scope in one group. */
export declare const permissions: (call: Caller) => {
    /** @deprecated Use `listByRole`, which reads every page. */
    ofRole: (role: string, options?: AsApp) => ApiPromise<unknown>;
    /** @deprecated Use `setByRole`. */
    setOfRole: (role: string, wanted: Permissions, options?: AsApp) => ApiPromise<SetPermissions>;
    /** @deprecated Use `unsetByRole`. */
    removeOfRole: (role: string, permission: string, options?: AsApp) => ApiPromise<SetPermissions>;
    /** @deprecated Use `listByScope`, which reads every page. */
    ofScope: (guid: string, scope: MemberScope, options?: AsApp) => ApiPromise<unknown>;
    /** @deprecated Use `setByScope`. */
    setOfScope: (guid: string, scope: MemberScope, wanted: Permissions, options?: AsApp) => ApiPromise<SetPermissions>;
    /** @deprecated Use `unsetByScope`. */
    removeOfScope: (guid: string, scope: MemberScope, permission: string, options?: AsApp) => ApiPromise<SetPermissions>;
    /** Lists every permission that a role can have. */
    listByRole: (role: string, query?: PageQuery, options?: AsApp) => Listing<Permission>;
    /** Sets the given permissions. All others keep their values. */
    setByRole: (role: string, wanted: Permissions, options?: AsApp) => ApiPromise<SetPermissions>;
    /** Removes the value that was set, so that the default applies again. */
    unsetByRole: (role: string, permission: string, options?: AsApp) => ApiPromise<SetPermissions>;
    /** Lists every permission that members with this scope can have in a group. */
    listByScope: (guid: string, scope: MemberScope, query?: PageQuery, options?: AsApp) => Listing<Permission>;
    /** Sets the given permissions. All others keep their values. */
    setByScope: (guid: string, scope: MemberScope, wanted: Permissions, options?: AsApp) => ApiPromise<SetPermissions>;
    /** Removes the value that was set, so that the default applies again. */
    unsetByScope: (guid: string, scope: MemberScope, permission: string, options?: AsApp) => ApiPromise<SetPermissions>;
};
export {};
