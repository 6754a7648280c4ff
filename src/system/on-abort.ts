/**
 * Calls `work` once when a signal is aborted, at once if it is already, until it is disposed of. A signal that is made of
 * others (`AbortSignal.any`) stays in memory as long as one of those and somebody who listens to it, with all that the
 * listener knows: who listens to what lives longer has to end it.
 */
export function onAbort(signal: AbortSignal, work: () => void): Disposable {
  if (signal.aborted) work();
  else signal.addEventListener('abort', work, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', work) };
}

/** Resolves once a signal is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => void onAbort(signal, done));
