import type { Outcome } from '../../input/rows/outcome.ts';
import { apiError, isRecord } from '../transport/transport.ts';
import type { Verdict } from './target.ts';

/** Codes by which the service says that the row already exists. */
export const DUPLICATE_CODES: ReadonlySet<string> = new Set([
  'ERR_UID_ALREADY_EXISTS',
  'ERR_GUID_ALREADY_EXISTS',
  'ERR_ALREADY_JOINED',
  'ERR_ALREADY_BANNED',
  'ERR_SAME_SCOPE',
  'ERR_IMPORT_MUID_ALREADY_EXISTS',
  'ERR_ALREADY_FRIEND',
  'ERR_ROLE_ALREADY_EXISTS',
]);

/**
 * Codes by which the service refuses a row for now, within an answer that succeeds: what the statuses say for which a whole
 * request is sent again. True if nothing can have become of the row; else it may have been made, and may be at fault itself.
 */
const TRANSIENT_CODES: ReadonlyMap<string, boolean> = new Map([
  ['ERR_TOO_MANY_REQUESTS', true],
  ['ERR_SERVICE_UNAVAILABLE', true],
  ['ERR_REQUEST_TIMEOUT', false],
  ['ERR_INTERNAL_SERVER_ERROR', false],
  ['ERR_BAD_GATEWAY', false],
  ['ERR_GATEWAY_TIMEOUT', false],
]);

/** The verdict `duplicate` for a code that means "already exists", for requests of one item. */
export const duplicateOf = (code: string): Verdict | undefined =>
  DUPLICATE_CODES.has(code) ? { status: 'duplicate' } : undefined;

/** The verdict for the one item of a request whose answer is the created row. */
export function createdOne(body: unknown): readonly Verdict[] | undefined {
  const data = dataOf(body);
  return data && [createdAs(data)];
}

/** The `data` member of a success envelope; undefined if the body has no own `data` that is an object. */
export function dataOf(body: unknown): Record<string, unknown> | undefined {
  const data = isRecord(body) && Object.hasOwn(body, 'data') ? body['data'] : undefined;
  return isRecord(data) ? data : undefined;
}

/** The rows of a list in a success envelope; undefined if the body has none. */
export function listOf(body: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const list = isRecord(body) ? body['data'] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : undefined;
}

/**
 * One row's result in any documented form: `{success: true, data}`, `{success: true, data: {data}}`,
 * `{success: false, error: {code, message}}`. If the answer has no result for the row, one of another form, or a refusal for
 * now, the row must be sent again.
 */
export function rowVerdict(results: Readonly<Record<string, unknown>>, key: string): Verdict {
  const result = Object.hasOwn(results, key) ? results[key] : undefined;
  if (!isRecord(result)) return { status: 'again' };
  if (result['success'] === true) return createdAs(dataOf(result) ?? {});
  const error = apiError(result);
  if (!error) return { status: 'again' };
  const isUnmade = TRANSIENT_CODES.get(error.code);
  if (isUnmade !== undefined) return { status: 'again', refusal: { ...error, isUnmade } };
  return DUPLICATE_CODES.has(error.code) ? { status: 'duplicate' } : refusal(error.code, error.message);
}

/** The outcome of a row that the service created, with the service's id. The row may be wrapped in another `data`. */
export function createdAs(row: Readonly<Record<string, unknown>>): Outcome {
  const id = Object.hasOwn(row, 'id') ? row['id'] : dataOf(row)?.['id'];
  const known = typeof id === 'string' || typeof id === 'number';
  return known ? { status: 'created', id: String(id) } : { status: 'created' };
}

/** The outcome of a row that the service refuses with a code. */
function refusal(code: string, message: string): Outcome {
  return { status: 'rejected', problems: [{ code: `SERVICE.${code}`, message }] };
}
