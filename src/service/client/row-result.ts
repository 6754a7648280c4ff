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
    /** The written row; absent if the service does not return it. */
    data: z.unknown().optional(),
    message: maybe(z.string()),
    error: maybe(errorShape),
  })
  // One of the two must be there.
  .refine(({ success, error }) => success !== undefined || error !== undefined, 'expected success or error')
  .transform((row) => ({ ...row, success: row.success ?? false, maybeDone: false }));

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

/** The outcomes of an answer; after a lost answer, refused rows get `maybeDone: true`. */
export function rowResultsOf({
  data,
  ambiguous,
}: Pick<Answer<RowResults>, 'data' | 'ambiguous'>): RowResults {
  return ambiguous ? new Map(Array.from(data, ([id, row]) => [id, inDoubt(row)])) : data;
}

/** The same for outcomes by id in the service's own form; any other value stays unchanged. */
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
