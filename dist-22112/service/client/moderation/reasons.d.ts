import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type ModerationQuery } from './review-list.ts';
declare const shape: z.ZodObject<{
    id: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    default: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A reason for which users can flag messages.
 * @useDeclaredType
 */
export type FlagReason = Readonly<z.output<typeof shape>>;
export type NewFlagReason = {
    readonly id: string;
    readonly name: string;
    readonly description?: string;
};
export type FlagReasonChanges = {
    readonly name: string;
    readonly description?: string;
};
/** Reasons for flagging messages. */
export declare const reasons: (call: Caller) => {
    create: (reason: NewFlagReason, options?: AsApp) => ApiPromise<FlagReason>;
    list: (query?: ModerationQuery, options?: AsApp) => Listing<FlagReason>;
    get: (reasonId: string, options?: AsApp) => ApiPromise<FlagReason>;
    update: (reasonId: string, changes: FlagReasonChanges, options?: AsApp) => ApiPromise<FlagReason>;
    delete: (reasonId: string, options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
