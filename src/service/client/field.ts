import { z } from 'zod';

/** A member that may be missing or null; both read as missing. */
export const maybe = <T extends z.ZodType>(type: T) =>
  type
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

/** A number that the service writes as one or as digits. */
export const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);

/** An id that the service writes as text or as a number; always text here. */
export const id = z.union([z.string().min(1), z.number().int().transform(String)]);

/**
 * Seconds since 1970.
 * @alias
 */
export const epoch = numeric;

/** A yes or no, also in the forms 0 and 1. */
export const flag = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)]);

/** A JSON object; the empty list that some services write in its place reads as an empty one. */
export const object = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.record(z.string(), z.unknown()),
);

/** Texts. */
export const texts = z.array(z.string());
