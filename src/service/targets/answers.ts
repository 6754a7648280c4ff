import type { Outcome } from '../../input/rows/outcome.ts';
import { apiError, isRecord } from '../transport/transport.ts';
import type { Verdict } from './target.ts';

/** Codes by which the service says that it already holds what the row would create. */
export const DUPLICATE_CODES: ReadonlySet<string> = new Set([
  'ERR_UID_ALREADY_EXISTS',
  'ERR_GUID_ALREADY_EXISTS',
  'ERR_ALREADY_JOINED',
  'ERR_ALREADY_BANNED',
  'ERR_SAME_SCOPE',
  'ERR_IMPORT_MUID_ALREADY_EXISTS',
]);

/** The `data` member of a success envelope, with own members only; undefined where the body has none. */
export function dataOf(body: unknown): Record<string, unknown> | undefined {
  const data = isRecord(body) && Object.hasOwn(body, 'data') ? body['data'] : undefined;
  return isRecord(data) ? data : undefined;
}

/**
 * One row's result in any documented form: `{success: true, data}`, `{success: true, data: {data}}`,
 * `{success: false, error: {code, message}}`. A row that the answer leaves out, or a result of another form, is to be
 * sent again.
 */
export function rowVerdict(results: Readonly<Record<string, unknown>>, key: string): Verdict {
  const result = Object.hasOwn(results, key) ? results[key] : undefined;
  if (!isRecord(result)) return { status: 'again' };
  if (result['success'] === true) return createdAs(dataOf(result) ?? {});
  const error = apiError(result);
  if (!error) return { status: 'again' };
  return DUPLICATE_CODES.has(error.code) ? { status: 'duplicate' } : refusal(error.code, error.message);
}

/** A row that the service has created, with the id that it gave it. The row may stand in a `data` of its own. */
export function createdAs(row: Readonly<Record<string, unknown>>): Outcome {
  const id = Object.hasOwn(row, 'id') ? row['id'] : dataOf(row)?.['id'];
  const known = typeof id === 'string' || typeof id === 'number';
  return known ? { status: 'created', id: String(id) } : { status: 'created' };
}

/** A row that the service refuses by name. */
export function refusal(code: string, message: string): Outcome {
  return { status: 'rejected', problems: [{ code: `SERVICE.${code}`, message }] };
}
