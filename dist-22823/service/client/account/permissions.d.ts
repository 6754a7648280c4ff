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
 * A permission with its default and, if it was set, its value. Unknown properties are kept.
 * @useDeclaredType
 */
export type Permission = Readonly<z.output<typeof shape>>;
declare const setShape: z.ZodObject<{
    permissions: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
}, z.core.$loose>;
/**
 * Every permission that is set after a change, in `permissions`; after `setByRole` and `setByScope` also an outcome for
 * each changed one by its name.
 * @useDeclaredType
 */
export type SetPermissions = Readonly<z.output<typeof setShape>>;
/** Permissions by name; the values are the service's. */
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
    /** Every permission that a role can have. */
    listByRole: (role: string, query?: PageQuery, options?: AsApp) => Listing<Permission>;
    /** Sets the given permissions; all others stay as they are. */
    setByRole: (role: string, wanted: Permissions, options?: AsApp) => ApiPromise<SetPermissions>;
    /** Takes back what was set, so that the default applies. */
    unsetByRole: (role: string, permission: string, options?: AsApp) => ApiPromise<SetPermissions>;
    /** Every permission that the members of a group with a scope can have. */
    listByScope: (guid: string, scope: MemberScope, query?: PageQuery, options?: AsApp) => Listing<Permission>;
    /** Sets the given permissions; all others stay as they are. */
    setByScope: (guid: string, scope: MemberScope, wanted: Permissions, options?: AsApp) => ApiPromise<SetPermissions>;
    /** Takes back what was set, so that the default applies. */
    unsetByScope: (guid: string, scope: MemberScope, permission: string, options?: AsApp) => ApiPromise<SetPermissions>;
};
export {};
