import { z } from 'zod';
/** The answer of a call that returns no data. */
export declare const acknowledgementShape: z.ZodPipe<z.ZodObject<{
    success: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    message: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    Message: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>, z.ZodTransform<{
    [x: string]: unknown;
    success?: boolean | undefined;
    message?: string | undefined;
}, {
    [x: string]: unknown;
    success?: boolean | undefined;
    message?: string | undefined;
    Message?: string | undefined;
}>>;
/**
 * The response of a call that only reports success: `success` and, in most calls, a readable `message`.
 * @useDeclaredType
 */
export type Acknowledgement = Readonly<z.output<typeof acknowledgementShape>>;
