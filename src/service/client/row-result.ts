import { z } from 'zod';
import { isRecord } from '../transport/transport.ts';
import type { Answer } from './answer.ts';
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
  .transform((row) => ({ ...row, success: row.success ?? false, maybeDone: false }));

/**
 * The outcome of one row of a call that takes many: a refused row does not fail the call. `maybeDone` is true of a
 * refused row where the answer to an earlier try of the call was lost: that try may have carried the row out, and
 * "already there" may be the doing of this very call.
 */
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

/** The outcomes of an answer, with what is to be known of those that came after a lost one. */
export function rowsOf({ data, ambiguous }: Pick<Answer<RowResults>, 'data' | 'ambiguous'>): RowResults {
  return ambiguous ? new Map(Array.from(data, ([id, row]) => [id, inDoubt(row)])) : data;
}

/** The same for outcomes by id that are left in the form in which they came; anything else stays as it is. */
export function rawRowsInDoubt(rows: unknown): unknown {
  if (!isRecord(rows)) return rows;
  return Object.fromEntries(
    Object.entries(rows).map(([id, row]) => [id, isRecord(row) ? inDoubt(row) : row]),
  );
}

const inDoubt = <Row extends { readonly success?: unknown }>(row: Row) => ({
  ...row,
  maybeDone: row.success !== true && row.success !== 1,
});
