import type { Database } from '../storage/database.ts';
/** The holder of a permission: a role of the app, or a scope of a group. */
export type PermissionHolder = {
    readonly guid: string;
    readonly holder: string;
};
/** A permission that was set; `value` is JSON text. */
export type SetPermission = {
    readonly permission: string;
    readonly value: string;
};
/** The holder that is a role. */
export declare const roleHolder: (role: string) => PermissionHolder;
/** The permissions that were set for roles and for the scopes of groups. */
export declare class PermissionStore {
    #private;
    /** Reads and writes the given data file. */
    constructor(db: Database);
    /** True if anything may be set. Most apps set nothing, so this is known without a read. */
    get any(): boolean;
    /** The permissions that were set for a holder. */
    list({ guid, holder }: PermissionHolder): readonly SetPermission[];
    /** Sets a permission. */
    set({ guid, holder }: PermissionHolder, { permission, value }: SetPermission): void;
    /** Resets a permission to its default value. */
    unset({ guid, holder }: PermissionHolder, permission: string): void;
    /** Removes every set permission of a holder. */
    clear({ guid, holder }: PermissionHolder): void;
}
/** A permission. The service documents these ids, their types and their values. */
export type Permission = {
    readonly id: string;
    readonly title: string;
    readonly dataType: 'string' | 'stringArray' | 'rolesStringArray' | 'customStringArray';
    /** The allowed values, or the allowed items of a list. Undefined means any. */
    readonly availableValues?: readonly string[];
    readonly defaultValue: string | readonly string[];
};
/** Permissions that can be set for a role. */
export declare const ROLE_PERMISSIONS: ReadonlyMap<string, Permission>;
/** Permissions that can be set for a scope of a group. */
export declare const SCOPE_PERMISSIONS: ReadonlyMap<string, Permission>;
/** One permission in a list. */
export declare const PERMISSION_SCHEMA: Readonly<Record<string, unknown>>;
