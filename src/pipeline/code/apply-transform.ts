import type { Problem, Values } from '../../input/rows/row.ts';
import type { TransformPlace, TransformRow } from '../schema/transform.ts';
import { asJson, NotJson } from './as-json.ts';
import { errorText, lineIn } from './error-text.ts';
import type { LoadedTransform } from './load-transform.ts';

/** Result of a transform for one row: rows, at least one; or why there are none. */
export type Transformed =
  | { readonly rows: readonly TransformRow[] }
  /** The rule that leaves the row out. */
  | { readonly leftOut: 'transform' }
  | { readonly problem: Problem };

/** The cells of a row by the names of their columns, in an object of its own. */
export function transformRow(values: Values, columns: readonly string[] | undefined): TransformRow {
  if (!Array.isArray(values)) return Object.fromEntries(Object.entries(values));
  return Object.fromEntries(
    (columns ?? []).map((name, at) => [name, (values as readonly string[])[at] ?? '']),
  );
}

/**
 * Passes one row through a transform. The function may change the row that it gets. Never throws.
 * @param row as `transformRow` makes it
 */
export function applyTransform(
  { transform, path, files }: LoadedTransform,
  row: TransformRow,
  place: TransformPlace,
): Transformed {
  let result: unknown;
  try {
    result = transform(row, place);
  } catch (error) {
    const at = lineIn(error, files);
    const where = at ? ` (${at.path === files[0] ? path : at.path}:${at.line})` : '';
    return failed(`${errorText(error)}${where}`);
  }
  if (isPromise(result)) {
    // Nobody waits for it, so its failure would end the process.
    Promise.resolve(result).catch(() => {});
    return failed(`${path} returned a promise: a transform must be synchronous`);
  }
  if (result === null) return { leftOut: 'transform' };
  try {
    return checked(result, path);
  } catch (error) {
    return wrong(path, error instanceof NotJson ? error.message : `it cannot be read: ${errorText(error)}`);
  }
}

const failed = (message: string): Transformed => ({ problem: { code: 'ROW.TRANSFORM_FAILED', message } });

const wrong = (path: string, reason: string): Transformed => ({
  problem: { code: 'ROW.TRANSFORM_RESULT', message: `the result of ${path} cannot be used: ${reason}` },
});

/** @throws NotJson */
function checked(result: unknown, path: string): Transformed {
  if (result === undefined)
    return wrong(path, 'it is undefined, expected the row, an array of rows, or null to leave the row out');
  const made = asJson(result);
  const rows = Array.isArray(made) ? made : [made];
  const other = rows.find((each) => !isRow(each));
  if (other !== undefined)
    return wrong(
      path,
      `${made === other ? 'it' : 'an element of the array'} is ${whatIs(other)}, expected an object`,
    );
  return rows.length === 0 ? { leftOut: 'transform' } : { rows: rows as TransformRow[] };
}

const isRow = (value: unknown): value is TransformRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const whatIs = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`;

function isPromise(value: unknown): value is PromiseLike<unknown> {
  try {
    return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
  } catch {
    return false;
  }
}
