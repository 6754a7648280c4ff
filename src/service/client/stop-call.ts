import { ServiceError } from '../../errors/service-error.ts';
import { type ApiResponse, apiError, isRecord, TransportError } from '../transport/transport.ts';
import { refusalOf } from './answer.ts';

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
