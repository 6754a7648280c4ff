import { RunError } from '../../errors/run-error.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { RateHoldError } from '../transport/limiter.ts';
import { type ApiResponse, apiError, isRecord, TransportError } from '../transport/transport.ts';
import { refusalOf } from './answer.ts';

/**
 * Translates an error of the layers below into what a call rejects with: a ServiceError without keys. Programming
 * errors stay unchanged.
 */
export function failureOf(error: unknown, call: string, scrub: (text: string) => string): unknown {
  const failure = translated(error, call);
  return failure instanceof ServiceError ? scrubbed(failure, call, scrub) : failure;
}

function translated(error: unknown, call: string): unknown {
  if (error instanceof RateHoldError)
    return new ServiceError('ERR_TOO_MANY_REQUESTS', error.message, {
      status: 429,
      retryAfterMs: Math.ceil(error.forMs),
      maybeDone: error.maybeSent,
    });
  if (error instanceof TransportError)
    return new ServiceError(error.maybeSent ? 'SERVICE.NO_ANSWER' : 'SERVICE.UNREACHABLE', error.message, {
      maybeDone: error.maybeSent,
    });
  return error instanceof RunError ? gaveUp(error, call) : error;
}

/** The layers gave up: if the last answer names a reason, that is the error. */
function gaveUp({ code, message, cause }: RunError, call: string): ServiceError {
  const maybeDone = cause instanceof TransportError && cause.maybeSent;
  const last = cause instanceof TransportError ? cause.cause : undefined;
  const response = isResponse(last) ? { ...last, ambiguous: maybeDone } : undefined;
  if (response && apiError(response.body)) return refusalOf(response, call);
  const isGone = code === 'SERVICE.OUTAGE' || code === 'SERVICE.UNREACHABLE';
  const clientCode = isGone ? (maybeDone || response ? 'SERVICE.OUTAGE' : 'SERVICE.UNREACHABLE') : code;
  return new ServiceError(clientCode, message, { status: response?.status, maybeDone });
}

function isResponse(value: unknown): value is ApiResponse {
  return isRecord(value) && typeof value['status'] === 'number' && isRecord(value['headers']);
}

function scrubbed(error: ServiceError, call: string, scrub: (text: string) => string): ServiceError {
  const maybe = (text: string | undefined): string | undefined => (text === undefined ? text : scrub(text));
  const { code, message, status, details, devMessage, source, retryAfterMs, maybeDone } = error;
  return new ServiceError(scrub(code), scrub(message), {
    status,
    details: Object.fromEntries(
      Object.entries(details).map(([field, texts]) => [scrub(field), texts.map(scrub)]),
    ),
    devMessage: maybe(devMessage),
    source: maybe(source),
    retryAfterMs,
    maybeDone,
    call,
  });
}
