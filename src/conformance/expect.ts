import { ServiceError } from '../errors/service-error.ts';
import { type ApiResponse, apiError, isRecord } from '../service/transport/transport.ts';

/** The service is not as documented. */
class NotAsDocumented extends Error {
  override readonly name = 'NotAsDocumented';
}

/** Fails the check unless the condition holds. */
export function must(condition: unknown, message: string): asserts condition {
  if (!condition) throw new NotAsDocumented(message);
}

/** Fails the check unless both values are equal as JSON. The order of members does not matter. */
export function same(actual: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [json(actual), json(expected)];
  must(got === wanted, `${what}: expected ${wanted}, got ${got}`);
}

/** Fails the check unless both lists hold the same texts, in any order. */
export function sameSet(actual: readonly string[], expected: readonly string[], what: string): void {
  same(actual.toSorted(), expected.toSorted(), what);
}

function json(value: unknown): string {
  const sorted = (_: string, one: unknown): unknown =>
    isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one;
  return (JSON.stringify(value, sorted) ?? 'nothing').slice(0, 300);
}

/**
 * Codes whose status is documented, with every status that a source names. All other codes need a status from 400
 * to 499.
 */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  ERR_BAD_REQUEST: [400],
  ERR_UID_NOT_FOUND: [404],
  ERR_GUID_NOT_FOUND: [404],
  ERR_ROLE_NOT_FOUND: [404],
  ERR_NOT_A_MEMBER: [404],
  ERR_CALL_SESSION_NOT_FOUND: [404],
  ERR_UID_ALREADY_EXISTS: [400, 409],
  ERR_GUID_ALREADY_EXISTS: [400, 409],
  ERR_ROLE_ALREADY_EXISTS: [400, 409],
  ERR_ALREADY_JOINED: [417],
  ERR_CANNOT_BLOCK_SELF: [401],
  ERR_CANNOT_FORM_SELF_RELATION: [403],
  AUTH_ERR_NO_ACCESS: [401, 403],
  AUTH_ERR_APIKEY_NOT_FOUND: [401, 403, 404],
  AUTH_ERR_EMPTY_APIKEY: [400, 401, 403],
  AUTH_ERR_EMPTY_AUTH_HEADER: [400, 401, 403],
};

function checkStatus(code: string, status: number | undefined): void {
  const known = Object.hasOwn(STATUSES, code) ? STATUSES[code] : undefined;
  const isDocumented = known
    ? known.includes(status ?? 0)
    : status !== undefined && status >= 400 && status < 500;
  must(isDocumented, `${code} came with status ${status}, expected ${known?.join(' or ') ?? '400 to 499'}`);
}

/**
 * Fails the check unless the call is refused with one of the codes and a status that belongs to it. Returns the
 * refusal.
 */
export async function refused(call: Promise<unknown>, ...codes: readonly string[]): Promise<ServiceError> {
  const error = await refusalOf(call, codes.join(' or '));
  must(codes.includes(error.code), `expected ${codes.join(' or ')}, got ${error.code}: ${error.message}`);
  checkStatus(error.code, error.status);
  return error;
}

/** Fails the check unless the service refuses the call. */
async function refusalOf(call: Promise<unknown>, expected: string): Promise<ServiceError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  must(error !== undefined, `expected ${expected}, but the call succeeded`);
  if (!(error instanceof ServiceError)) throw error;
  return error;
}

/** Fails the check unless the call is refused because it is too large: status 400, or 413 with any text. */
export async function refusedForSize(call: Promise<unknown>): Promise<void> {
  const { status, code } = await refusalOf(call, 'status 400 or 413');
  must(
    status === 413 || (status === 400 && /^ERR_/.test(code)),
    `expected 400 or 413, got ${status} ${code}`,
  );
}

/** As `refused`, for a raw answer. Checks the error envelope too. */
export function refusedRaw({ status, body, text }: ApiResponse, ...codes: readonly string[]): void {
  const error = apiError(body);
  must(error, `status ${status} without the service's error object: ${text ?? json(body)}`);
  must(codes.includes(error.code), `expected ${codes.join(' or ')}, got ${error.code}: ${error.message}`);
  checkStatus(error.code, status);
  const members = (body as { error: Readonly<Record<string, unknown>> }).error;
  must(typeof members['message'] === 'string', `${error.code} has no message`);
  const { details } = members;
  must(details === undefined || isRecord(details) || Array.isArray(details), 'details is no object');
}

type RowOutcome = {
  readonly success: boolean;
  readonly error?: { readonly code?: string | undefined } | undefined;
};

/** Fails the check unless the row was refused with one of the codes. */
export function refusedRow(row: RowOutcome | undefined, what: string, ...codes: readonly string[]): void {
  must(row, `${what} has no result`);
  must(!row.success, `${what} succeeded, expected ${codes.join(' or ')}`);
  const code = row.error?.code;
  must(code !== undefined && codes.includes(code), `${what}: expected ${codes.join(' or ')}, got ${code}`);
}

/** Fails the check unless an existing row was refused with one of the codes or overwritten. Both are documented. */
export function repeated(row: RowOutcome | undefined, what: string, ...codes: readonly string[]): void {
  must(row, `${what} has no result`);
  if (!row.success) refusedRow(row, what, ...codes);
}

/** Fails the check unless the row succeeded. */
export function accepted(row: RowOutcome | undefined, what: string): void {
  must(row, `${what} has no result`);
  must(row.success, `${what} was refused: ${row.error?.code ?? 'without a code'}`);
}

/** True if a value is a time in seconds since 1970, not in milliseconds. */
export function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < 1e11;
}
