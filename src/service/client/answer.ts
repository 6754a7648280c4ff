import type { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { retryAfterMs } from '../transport/retry-after.ts';
import { type ApiResponse, apiError, isRecord } from '../transport/transport.ts';

/** A successful answer. */
export type Answer<T> = {
  readonly data: T;
  /** What stands beside the data: `pagination`, `current`, `next`, `cursor`. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** True where an earlier try, whose answer was lost, may have been carried out: a row may be refused for that alone. */
  readonly ambiguous: boolean;
};

/**
 * Reads an answer: success is a status of 2xx with a `data` member.
 * @throws ServiceError with the service's code where it refuses, `SERVICE.FOREIGN_ANSWER` where it is no answer of it
 */
export function readAnswer<T>(response: ApiResponse, shape: z.ZodType<T>, call: string): Answer<T> {
  const { status, body, ambiguous } = response;
  const ok = status >= 200 && status < 300 && isRecord(body) && Object.hasOwn(body, 'data');
  if (!ok) throw refusalOf(response, call);
  const parsed = shape.safeParse(body['data']);
  if (parsed.success) return { data: parsed.data, meta: metaOf(body), ambiguous };
  const [issue] = parsed.error.issues;
  const where = ['data', ...(issue?.path ?? [])].map(String).join('.');
  throw foreign(response, call, `${where}: ${issue?.message ?? 'unexpected'}`);
}

/** The cursor of some lists stands beside `meta`, not in it. */
function metaOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const meta = isRecord(body['meta']) ? body['meta'] : {};
  return isRecord(body['cursor']) && meta['cursor'] === undefined
    ? { ...meta, cursor: body['cursor'] }
    : meta;
}

/** The error that an answer stands for which is no success. */
export function refusalOf(response: ApiResponse, call: string): ServiceError {
  const { status, body, ambiguous } = response;
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {};
  const code = apiError(body)?.code;
  if (code === undefined)
    return foreign(
      response,
      call,
      response.text ?? (body === undefined ? 'an empty body' : 'no data and no error'),
    );
  const said = (name: string): string | undefined =>
    typeof error[name] === 'string' ? error[name] : undefined;
  return new ServiceError(code, said('message') ?? code, {
    status,
    call,
    details: detailsOf(error['details']),
    devMessage: said('devMessage'),
    source: said('source'),
    retryAfterMs: retryAfterMs(response, Date.now()),
    maybeDone: ambiguous || status >= 500,
  });
}

function foreign(response: ApiResponse, call: string, what: string): ServiceError {
  const { status, ambiguous } = response;
  return new ServiceError('SERVICE.FOREIGN_ANSWER', `status ${status}, not as documented: ${what}`, {
    status,
    call,
    retryAfterMs: retryAfterMs(response, Date.now()),
    maybeDone: ambiguous || status < 300 || status >= 500,
  });
}

/** By field, in whatever form the service has put them. */
function detailsOf(details: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(details)) return {};
  const text = (said: unknown): string => (typeof said === 'string' ? said : (JSON.stringify(said) ?? ''));
  return Object.fromEntries(
    Object.entries(details).map(([field, said]) => [field, (Array.isArray(said) ? said : [said]).map(text)]),
  );
}
