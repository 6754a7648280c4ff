import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const shape: z.ZodObject<{
    role: z.ZodString;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    settings: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A role that users may have.
 * @useDeclaredType
 */
export type Role = Readonly<z.output<typeof shape>>;
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
export type NewRole = RoleFields & {
    readonly role: string;
    readonly name: string;
};
export type RoleChanges = RoleFields & {
    readonly unset?: readonly ('settings' | 'description' | 'metadata')[];
};
/** Roles of the app; at most 25. */
export declare const roles: (call: Caller) => {
    create: (role: NewRole, options?: AsApp) => ApiPromise<Role>;
    list: (query?: PageQuery, options?: AsApp) => Listing<Role>;
    get: (role: string, options?: AsApp) => ApiPromise<Role>;
    /** Changes the given fields and removes the fields named in `unset`. */
    update: (role: string, changes: RoleChanges, options?: AsApp) => ApiPromise<Role>;
    /** Deletes a role. The role `default` cannot be deleted. */
    delete: (role: string, options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
