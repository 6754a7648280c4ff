import { z } from 'zod';

/** A property that may be missing or null; both are read as missing. */
export const maybe = <T extends z.ZodType>(type: T) =>
  type
    .nullable()
    .transform((value) => value ?? undefined)
    .optional();

/** A number, also written as a text of digits. */
export const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}$/)
    .transform(Number),
]);

/** An id. The service writes it as a string or as a number; it is read as a string. */
export const id = z.union([z.string().min(1), z.number().int().transform(String)]);

/**
 * Seconds since 1970.
 * @alias
 */
export const epoch = numeric;

/** A boolean, also written as 0 or 1. */
export const flag = z.union([z.boolean(), z.literal([0, 1]).transform((value) => value === 1)]);

/**
 * A JSON object, passed on unchanged: a copy would lose a member `__proto__`. An empty list, which some services write
 * for an empty object, is read as one.
 */
export const object = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: 'Invalid input: expected record' },
  ),
);

/** A list of texts. */
export const texts = z.array(z.string());

/** A whole number of an answer's `meta`, also where it is written in digits. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}
