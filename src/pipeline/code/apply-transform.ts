import { DEPTH_MAX } from '../../input/json/parse-json.ts';
import type { Problem, Values } from '../../input/rows/row.ts';
import { ROW_BYTES_MAX } from '../../input/sources/source.ts';
import type { TransformPlace, TransformRow } from '../schema/transform.ts';
import { errorText, lineIn } from './load-module.ts';
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
    return wrong(path, 'it is undefined; expected the row, an array of rows, or null to skip the row');
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

/** Why a value cannot be written as JSON; the message has no final period. */
class NotJson extends Error {
  override readonly name = 'NotJson';
}

/** The most bytes that one character of a text takes as JSON: an escape such as \u001f. */
const ESCAPED_MAX = 6;

/**
 * A copy of a value that is JSON: dates become ISO 8601 texts, members without a value are left out, bigints stay.
 * @throws NotJson for functions, symbols, maps and the like, cycles, more than 64 levels, numbers that JSON has not, and
 * more than 1 MiB of JSON
 */
function asJson(value: unknown): unknown {
  const copy = new Copy();
  const made = copy.of(value, '', 1);
  // The texts are counted without their escapes, which only a large value needs.
  if (copy.bytes * ESCAPED_MAX > ROW_BYTES_MAX && jsonBytes(made) > ROW_BYTES_MAX) throw tooLarge();
  return made;
}

const jsonBytes = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each)));

const tooLarge = (): NotJson => new NotJson('it is larger than 1 MiB');

class Copy {
  /** Bytes of the value as JSON, at least. */
  bytes = 0;
  readonly #above = new Set<object>();

  of(value: unknown, path: string, depth: number): unknown {
    if (typeof value === 'string') this.#take(Buffer.byteLength(value) + 2);
    else this.#take(1);
    switch (typeof value) {
      case 'string':
      case 'boolean':
      case 'bigint':
        return value;
      case 'number':
        if (Number.isFinite(value)) return value;
        throw new NotJson(`${named(path)}is ${value}, which JSON cannot contain`);
      case 'object':
        return value === null ? null : this.#ofObject(value, path, depth);
      default:
        throw new NotJson(`${named(path)}is ${kindOf(value)}, which JSON cannot contain`);
    }
  }

  #take(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > ROW_BYTES_MAX) throw tooLarge();
  }

  #ofObject(value: object, path: string, depth: number): unknown {
    if (this.#above.has(value)) throw new NotJson(`${named(path)}contains itself`);
    if (depth > DEPTH_MAX) throw new NotJson(`it is nested more than ${DEPTH_MAX} levels deep`);
    this.#above.add(value);
    const made = this.#copied(value, path, depth);
    this.#above.delete(value);
    return made;
  }

  #copied(value: object, path: string, depth: number): unknown {
    if (Array.isArray(value))
      return Array.from(value, (item: unknown, at) => this.of(item ?? null, `${path}[${at}]`, depth + 1));
    if (ArrayBuffer.isView(value))
      throw new NotJson(`${named(path)}is binary data, which JSON cannot contain`);
    if (value instanceof Date && Number.isNaN(value.getTime()))
      throw new NotJson(`${named(path)}is an invalid date`);
    const { toJSON } = value as { readonly toJSON?: unknown };
    if (typeof toJSON === 'function') return this.of(toJSON.call(value, ''), path, depth + 1);
    const kind = kindOf(value);
    if (kind !== 'Object') throw new NotJson(`${named(path)}is a ${kind}, which JSON cannot contain`);
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        if (item === undefined) return [];
        this.#take(Buffer.byteLength(key) + 3);
        return [[key, this.of(item, path === '' ? key : `${path}.${key}`, depth + 1)]];
      }),
    );
  }
}

/** `[object Map]` → `Map`; the type of what is no object. */
const kindOf = (value: unknown): string =>
  typeof value === 'object'
    ? Object.prototype.toString.call(value).slice(8, -1)
    : value === undefined
      ? 'undefined'
      : `a ${typeof value}`;

const named = (path: string): string => (path === '' ? 'it ' : `${path} `);
