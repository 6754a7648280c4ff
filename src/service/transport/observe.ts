import { type Clock, realClock } from '../../system/clock.ts';
import { type ApiRequest, type Layer, TransportError } from './transport.ts';

/** One finished attempt of a request. */
export type Tried = {
  readonly type: 'tried';
  readonly request: ApiRequest;
  /** Absent if there was no answer. */
  readonly status?: number;
  /** Without an answer: false if certainly no byte of the request was sent. */
  readonly maybeSent?: boolean;
  readonly ms: number;
};

/**
 * Reports every attempt. It is next to the http layer, so its times do not include retries and waits.
 * @param onStart called when an attempt begins
 */
export function observe(
  onEvent: (event: Tried) => void,
  clock: Clock = realClock,
  onStart: () => void = () => {},
): Layer {
  return (next) => async (request, signal) => {
    onStart();
    const startedAt = clock.elapsed();
    const took = (): number => Math.round(clock.elapsed() - startedAt);
    try {
      const response = await next(request, signal);
      onEvent({ type: 'tried', request, status: response.status, ms: took() });
      return response;
    } catch (error) {
      const maybeSent = !(error instanceof TransportError) || error.maybeSent;
      onEvent({ type: 'tried', request, maybeSent, ms: took() });
      throw error;
    }
  };
}
