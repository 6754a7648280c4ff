import { z } from 'zod';
import type { Answer } from './answer.ts';
declare const rowShape: z.ZodPipe<z.ZodObject<{
    success: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    data: z.ZodOptional<z.ZodUnknown>;
    message: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    error: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodObject<{
        code: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        message: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        devMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        details: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    }, z.core.$loose>>, z.ZodTransform<{
        [x: string]: unknown;
        code?: string | undefined;
        message?: string | undefined;
        devMessage?: string | undefined;
        details?: Record<string, unknown> | undefined;
    } | undefined, {
        [x: string]: unknown;
        code?: string | undefined;
        message?: string | undefined;
        devMessage?: string | undefined;
        details?: Record<string, unknown> | undefined;
    } | null>>>;
}, z.core.$loose>, z.ZodTransform<{
    data?: unknown;
    message?: string | undefined;
    error?: {
        [x: string]: unknown;
        code?: string | undefined;
        message?: string | undefined;
        devMessage?: string | undefined;
        details?: Record<string, unknown> | undefined;
    } | undefined;
    success: boolean;
    maybeDone: boolean;
}, {
    [x: string]: unknown;
    success?: boolean | undefined;
    data?: unknown;
    message?: string | undefined;
    error?: {
        [x: string]: unknown;
        code?: string | undefined;
        message?: string | undefined;
        devMessage?: string | undefined;
        details?: Record<string, unknown> | undefined;
    } | undefined;
}>>;
/**
 * The result of one row of a call with many rows. A refused row does not fail the call. `maybeDone` is true for a
 * refused row if the response to an earlier attempt was lost: that attempt may have written the row, which can be the
 * only reason for the refusal.
 * @useDeclaredType
 */
export type RowResult = Readonly<z.output<typeof rowShape>>;
/** Results by id. It is a Map, because an id can be any name, even `__proto__`. */
export type RowResults = ReadonlyMap<string, RowResult>;
/** Reads `{<id>: {success, data?, error?}, …}`; an empty list means no rows. */
export declare const rowResults: z.ZodPipe<z.ZodUnknown, z.ZodTransform<RowResults, unknown>>;
/** The outcomes of an answer; after a lost answer, refused rows get `maybeDone: true`. */
export declare function rowResultsOf({ data, ambiguous, }: Pick<Answer<RowResults>, 'data' | 'ambiguous'>): RowResults;
/** The same for outcomes by id in the service's own form; any other value stays unchanged. */
export declare function rawRowsInDoubt(rows: unknown): unknown;
export {};
