import { type Clock, realClock } from '../../system/clock.ts';
import { onAbort } from '../../system/on-abort.ts';
import type { ApiRequest, ApiResponse, Layer, Silent, Transport } from './transport.ts';

/** After this time a user wants to know which address does not answer. */
const SILENT_MS = 15_000;

/** Says once which service is silent, if nothing has answered since the first request. It ends nothing: it may be slow. */
export function silence(baseUrl: string, observe: (event: Silent) => void, clock: Clock = realClock): Layer {
  let isWatched = false;
  let timer: Disposable | undefined;
  const said = (): void => {
    timer?.[Symbol.dispose]();
    timer = undefined;
  };
  return (next) => (request, signal) => {
    if (isWatched) return timer ? next(request, signal).finally(said) : next(request, signal);
    isWatched = true;
    return first(next, request, signal);
  };
  async function first(next: Transport, request: ApiRequest, signal: AbortSignal): Promise<ApiResponse> {
    timer = clock.after(SILENT_MS, () =>
      observe({
        type: 'silent',
        reason: `no answer from ${new URL(baseUrl).host} for ${SILENT_MS / 1_000} s; still waiting`,
      }),
    );
    using _stopped = onAbort(signal, said);
    return await next(request, signal).finally(said);
  }
}
