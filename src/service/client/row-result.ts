import { isRecord } from '../transport/transport.ts';
import type { Answer } from './answer.ts';
import {
  type AnswerShape,
  below,
  fields,
  flag,
  Misfit,
  maybe,
  object,
  objectOf,
  optionalValue,
  reshaped,
  type ShapeOf,
  string,
} from './field.ts';

const errorShape = fields({
  code: maybe(string),
  message: maybe(string),
  devMessage: maybe(string),
  details: maybe(object),
});

const rowShape = reshaped(
  fields({
    success: maybe(flag),
    /** The written row; absent if the service does not return it. */
    data: optionalValue,
    message: maybe(string),
    error: maybe(errorShape),
  }),
  (row) => {
    if (row.success === undefined && row.error === undefined) throw new Misfit('expected success or error');
    return { ...row, success: row.success ?? false, maybeDone: false };
  },
);

/**
 * The result of one row of a call with many rows. A refused row does not fail the call. `maybeDone` is true for a
 * refused row if the response to an earlier attempt was lost: that attempt may have written the row, which can be the
 * only reason for the refusal.
 * @useDeclaredType
 */
export type RowResult = Readonly<ShapeOf<typeof rowShape>>;

/** Results by id. It is a Map, because an id can be any name, even `__proto__`. */
export type RowResults = ReadonlyMap<string, RowResult>;

/** Reads `{<id>: {success, data?, error?}, …}`; an empty list means no rows. */
export const rowResults: AnswerShape<RowResults> = (given) => {
  const value = objectOf(given);
  if (!isRecord(value)) throw new Misfit('expected results by id');
  return new Map(Object.entries(value).map(([id, row]) => [id, below(id, rowShape, row)]));
};

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
