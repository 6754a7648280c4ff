import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { vi } from 'vitest';

const { setTimeout: real } = timers;

/** Timers, those of `node:timers/promises` too, and the monotonic clock stand still until they are advanced. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  timers.setTimeout = sleep;
  syncBuiltinESMExports();
}

export function startClock(): void {
  vi.useRealTimers();
  timers.setTimeout = real;
  syncBuiltinESMExports();
}

/** What `setTimeout` of `node:timers/promises` does, on the timers of the moment; as the real one, 2^31 ms is 1 ms. */
function sleep<T = void>(
  ms = 1,
  value?: T,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new DOMException('The operation was aborted', 'AbortError'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    setTimeout(() => resolve(value as T), ms < 2 ** 31 ? ms : 1);
  });
}
