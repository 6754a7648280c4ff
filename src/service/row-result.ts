import { z } from 'zod';
import { flag, maybe, object } from './field.ts';

const errorShape = z.looseObject({
  code: maybe(z.string()),
  message: maybe(z.string()),
  devMessage: maybe(z.string()),
  details: maybe(object),
});

const rowShape = z
  .looseObject({
    success: maybe(flag),
    /** What was written, where the service says it. */
    data: z.unknown().optional(),
    message: maybe(z.string()),
    error: maybe(errorShape),
  })
  // Either member may stand alone, but one of them does.
  .refine(({ success, error }) => success !== undefined || error !== undefined, 'expected success or error')
  .transform((row) => ({ ...row, success: row.success ?? false }));

/** The outcome of one row of a call that takes many: a refused row does not fail the call. */
export type RowResult = Readonly<z.output<typeof rowShape>>;

/** Outcomes by id, in a Map: an id may be any name, `__proto__` too. */
export type RowResults = ReadonlyMap<string, RowResult>;

/** `{<id>: {success, data?, error?}, …}`; an empty list reads as no rows. */
export const rowResults = z.unknown().transform((value, context): RowResults => {
  const results = new Map<string, RowResult>();
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && !isEmptyList)) {
    context.addIssue({ code: 'custom', message: 'expected results by id' });
    return z.NEVER;
  }
  for (const [id, row] of Object.entries(value)) {
    const parsed = rowShape.safeParse(row);
    if (parsed.success) results.set(id, parsed.data);
    else
      for (const { path, message } of parsed.error.issues)
        context.addIssue({ code: 'custom', path: [id, ...path], message });
  }
  return results;
});
