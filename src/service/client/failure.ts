import { RunError } from '../../errors/run-error.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { RateHoldError } from '../transport/limiter.ts';
import { type ApiResponse, apiError, isRecord, TransportError } from '../transport/transport.ts';
import { refusalOf } from './answer.ts';

/**
 * What a call rejects with for what the layers below it threw: a ServiceError without keys. A mistake in the program
 * stays what it is.
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

/** The layers gave up: where the service has said why to the last try, that is the error. */
function gaveUp({ code, message, cause }: RunError, call: string): ServiceError {
  const maybeDone = cause instanceof TransportError && cause.maybeSent;
  const last = cause instanceof TransportError ? cause.cause : undefined;
  const response = isResponse(last) ? { ...last, ambiguous: maybeDone } : undefined;
  if (response && apiError(response.body)) return refusalOf(response, call);
  const isGone = code === 'SERVICE.OUTAGE' || code === 'SERVICE.UNREACHABLE';
  const said = isGone ? (maybeDone || response ? 'SERVICE.OUTAGE' : 'SERVICE.UNREACHABLE') : code;
  return new ServiceError(said, message, { status: response?.status, maybeDone });
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
      Object.entries(details).map(([field, said]) => [scrub(field), said.map(scrub)]),
    ),
    devMessage: maybe(devMessage),
    source: maybe(source),
    retryAfterMs,
    maybeDone,
    call,
  });
}
