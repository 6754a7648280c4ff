import { z } from 'zod';
/** A property that may be missing or null; both are read as missing. */
export declare const maybe: <T extends z.ZodType>(type: T) => z.ZodOptional<z.ZodPipe<z.ZodNullable<T>, z.ZodTransform<Awaited<NonNullable<z.infer<T>>> | undefined, z.infer<T> | null>>>;
/** A number, also written as a text of digits. */
export declare const numeric: z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>;
/** An id. The service writes it as a string or as a number; it is read as a string. */
export declare const id: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
/**
 * Seconds since 1970.
 * @alias
 */
export declare const epoch: z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>;
/** A boolean, also written as 0 or 1. */
export declare const flag: z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>;
/**
 * A JSON object, passed on unchanged: a copy would lose a member `__proto__`. An empty list, which some services write
 * for an empty object, is read as one.
 */
export declare const object: z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>;
/** A list of texts. */
export declare const texts: z.ZodArray<z.ZodString>;
/** A whole number of an answer's `meta`, also where it is written in digits. */
export declare function numberOf(value: unknown): number | undefined;
