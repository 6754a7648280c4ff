import type { ApiRequest, Layer } from './transport.ts';

/** One try of a request, as it ended. */
export type Tried = {
  readonly type: 'tried';
  readonly request: ApiRequest;
  /** Absent where there was no answer. */
  readonly status?: number;
  readonly ms: number;
};

/** Tells of every try; stands next to the wire, so that retries and their waits are not in its times. */
export function observe(onEvent: (event: Tried) => void): Layer {
  return (next) => async (request, signal) => {
    const startedAt = performance.now();
    const took = (): number => Math.round(performance.now() - startedAt);
    try {
      const response = await next(request, signal);
      onEvent({ type: 'tried', request, status: response.status, ms: took() });
      return response;
    } catch (error) {
      onEvent({ type: 'tried', request, ms: took() });
      throw error;
    }
  };
}
