import { type Clock, realClock } from '../../system/clock.ts';
import { type Layer, TransportError, type Tried } from './transport.ts';

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
      const { status, bytes } = response;
      onEvent({ type: 'tried', request, status, ...(bytes ? { bytes: bytes.length } : {}), ms: took() });
      return response;
    } catch (error) {
      const maybeSent = !(error instanceof TransportError) || error.maybeSent;
      onEvent({ type: 'tried', request, maybeSent, ms: took() });
      throw error;
    }
  };
}
