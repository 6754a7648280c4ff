import type { Clock } from '../../../system/clock.ts';

/** Aborts at the deadline, or `drainMs` after the caller's stop, so a missing answer never blocks the end of a run. */
export function attemptTime(
  deadlineMs: number,
  drainMs: number,
  stop: AbortSignal,
  clock: Clock,
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(new DOMException('no complete answer in time', 'TimeoutError'));
  const timers = [clock.after(deadlineMs, giveUp)];
  const drain = (): void => void timers.push(clock.after(drainMs, giveUp));
  if (stop.aborted) drain();
  else stop.addEventListener('abort', drain, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      stop.removeEventListener('abort', drain);
      for (const timer of timers) timer[Symbol.dispose]();
    },
  };
}
