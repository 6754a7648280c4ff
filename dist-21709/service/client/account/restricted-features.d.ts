import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults } from '../row-result.ts';
declare const shape: z.ZodObject<{
    key: z.ZodString;
    title: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    path: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A feature that a role may not use.
 * @useDeclaredType
 */
export type RestrictedFeature = Readonly<z.output<typeof shape>>;
/** Features that roles may not use. */
export declare const restrictedFeatures: (call: Caller) => {
    /** Forbids features to a role. Each feature has its own result. */
    restrict: (role: string, features: readonly string[], options?: AsApp) => ApiPromise<RowResults>;
    list: (role: string, query?: PageQuery, options?: AsApp) => Listing<RestrictedFeature>;
    /** Allows a role to use features again, or all of them. */
    allow: (role: string, features: readonly string[] | 'all', options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
