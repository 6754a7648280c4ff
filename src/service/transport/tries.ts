import { ServiceError } from '../../errors/service-error.ts';
import { isRefusal } from './answer.ts';
import {
  type ApiRequest,
  type ApiResponse,
  apiError,
  isRecord,
  type Layer,
  type Transport,
  TransportError,
} from './transport.ts';

export type TriesOptions = {
  /** After this many failed attempts of one request, `isAlive` checks whether the service answers others. */
  readonly max: number;
  /** True if the service answers other requests than this one. */
  readonly isAlive: (failed: ApiRequest, next: Transport, signal: AbortSignal) => Promise<boolean>;
};

/**
 * Gives up on a read that keeps failing while the service answers other requests. If the service answers nothing, the
 * layer above waits for it. A success without the service's envelope counts as a failed attempt.
 * @throws ServiceError of the last answer
 */
export function tries({ max, isAlive }: TriesOptions): Layer {
  const failures = new WeakMap<ApiRequest, number>();
  return (next) => async (request, signal) => {
    const answer = await next(request, signal).catch((error: unknown) => {
      if (error instanceof TransportError && !error.fatal) return error;
      throw error;
    });
    const failure = failureOf(answer);
    if (failure !== undefined) {
      const count = (failures.get(request) ?? 0) + 1;
      failures.set(request, count);
      if (count >= max && (await isAlive(request, next, signal))) throw failure;
    }
    if (answer instanceof TransportError) throw answer;
    // The layer above repeats a request without an answer, but would pass on this one.
    if (failure && answer.status < 300) throw new TransportError(failure.message, { maybeSent: true });
    return answer;
  };
}

/** The error of a failed attempt; undefined for an answer. */
function failureOf(answer: ApiResponse | TransportError): ServiceError | undefined {
  if (answer instanceof TransportError) return new ServiceError('SERVICE.NO_ANSWER', answer.message);
  const { status, body } = answer;
  if (isRefusal(answer)) return undefined;
  const error = apiError(body);
  if (status >= 500)
    return new ServiceError(error?.code ?? 'SERVICE.FOREIGN_ANSWER', error?.message ?? `status ${status}`, {
      status,
    });
  const isForeign = status < 300 && !(isRecord(body) && Object.hasOwn(body, 'data'));
  return isForeign && !error
    ? new ServiceError('SERVICE.FOREIGN_ANSWER', `status ${status}, not as documented`, { status })
    : undefined;
}
