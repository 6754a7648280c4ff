import { ServiceError } from '../../errors/service-error.ts';
import { realClock } from '../../system/clock.ts';
import { retryAfterMs } from '../transport/rate-headers.ts';
import { type ApiResponse, apiError, isRecord, TransportError } from '../transport/transport.ts';
import { type AnswerShape, Misfit } from './field.ts';

/** A successful response. */
export type Answer<T> = {
  readonly data: T;
  /** Data that the service sends beside the result: `pagination`, `current`, `next`, `cursor`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /**
   * True if the response to an earlier attempt was lost. Rows may then be refused only because that attempt wrote them.
   */
  readonly ambiguous: boolean;
};

/**
 * Reads an answer: a success has a 2xx status and a `data` property, or is an acknowledgement without an envelope, as
 * some calls of moderation are documented.
 * @throws ServiceError with the service's code for a refusal, `SERVICE.FOREIGN_ANSWER` for any other answer
 */
export function readAnswer<T>(
  response: ApiResponse,
  shape: AnswerShape<T>,
  call: string,
  bare = false,
): Answer<T> {
  const { status, body, ambiguous } = response;
  const content = contentOf(body, bare);
  if (status < 200 || status >= 300 || content === undefined) throw refusalOf(response, call);
  try {
    return { data: shape(content), meta: isRecord(body) ? metaOf(body) : {}, ambiguous };
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    throw foreign(response, call, `${['data', ...error.path].join('.')}: ${error.message}`);
  }
}

/**
 * The content of an answer: its `data`, or all of it, if it is documented so (`bare`). Undefined if it has neither.
 */
function contentOf(body: unknown, bare: boolean): unknown {
  if (!isRecord(body)) return bare && Array.isArray(body) ? body : undefined;
  if (Object.hasOwn(body, 'data')) return body['data'] ?? null;
  return isBare(body) || (bare && !Object.hasOwn(body, 'error')) ? body : undefined;
}

const isBare = (body: Readonly<Record<string, unknown>>): boolean =>
  body['success'] === true && typeof body['message'] === 'string' && !Object.hasOwn(body, 'data');

/** Some lists send their cursor beside `meta`, not in it. */
function metaOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const meta = isRecord(body['meta']) ? body['meta'] : {};
  return isRecord(body['cursor']) && meta['cursor'] === undefined
    ? { ...meta, cursor: body['cursor'] }
    : meta;
}

/** The error for an answer that is not a success. */
function refusalOf(response: ApiResponse, call?: string): ServiceError {
  const { status, body, ambiguous } = response;
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const code = apiError(body)?.code;
  if (code === undefined)
    return foreign(
      response,
      call,
      response.text ?? (body === undefined ? 'an empty body' : 'no data and no error'),
    );
  const text = (name: string): string | undefined =>
    typeof error[name] === 'string' ? error[name] : undefined;
  return new ServiceError(code, text('message') ?? code, {
    status,
    call,
    details: detailsOf(error['details']),
    devMessage: text('devMessage'),
    source: text('source'),
    retryAfterMs: retryAfterMs(response, realClock.now()),
    maybeDone: ambiguous || status >= 500,
  });
}

function foreign(response: ApiResponse, call: string | undefined, what: string): ServiceError {
  const { status, ambiguous } = response;
  return new ServiceError('SERVICE.FOREIGN_ANSWER', `status ${status}, not as documented: ${what}`, {
    status,
    call,
    retryAfterMs: retryAfterMs(response, realClock.now()),
    maybeDone: ambiguous || status < 300 || status >= 500,
  });
}

/** Messages by field; the service uses several forms. */
function detailsOf(details: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(details)) return {};
  const text = (value: unknown): string =>
    typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return Object.fromEntries(
    Object.entries(details).map(([field, value]) => [
      field,
      (Array.isArray(value) ? value : [value]).map(text),
    ]),
  );
}

/** The error of a call that is not tried again: if the last answer names a reason, that is the error. */
export function stopCall(code: string, message: string, cause: unknown): ServiceError {
  const maybeDone = cause instanceof TransportError && cause.maybeSent;
  const last = cause instanceof TransportError ? cause.cause : undefined;
  const response = isResponse(last) ? { ...last, ambiguous: maybeDone } : undefined;
  if (response && apiError(response.body)) return refusalOf(response);
  const isGone = code === 'SERVICE.OUTAGE' || code === 'SERVICE.UNREACHABLE';
  const clientCode = isGone ? (maybeDone || response ? 'SERVICE.OUTAGE' : 'SERVICE.UNREACHABLE') : code;
  return new ServiceError(clientCode, message, { status: response?.status, maybeDone });
}

function isResponse(value: unknown): value is ApiResponse {
  return isRecord(value) && typeof value['status'] === 'number' && isRecord(value['headers']);
}
