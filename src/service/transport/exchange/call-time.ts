import { realClock } from '../../../system/clock.ts';

/** The time of a call is over. */
export class CallTimeUp extends Error {
  override readonly name = 'CallTimeUp';
  constructor(timeoutMs: number) {
    super(`the call has waited for its turn for ${timeoutMs} ms, all of its time; nothing was sent`);
  }
}

/** The time that is left to a call, with all of its attempts and waits. */
export type CallTime = Disposable & {
  /** Aborts with the caller's signal, and with a CallTimeUp at the end of the time. */
  readonly signal: AbortSignal;
  /** Milliseconds; Infinity without a limit. */
  leftMs(): number;
};

/** Starts the time of a call; disposing of it stops its timer. */
export function callTime(timeoutMs: number | undefined, stop: AbortSignal): CallTime {
  if (timeoutMs === undefined)
    return { signal: stop, leftMs: () => Number.POSITIVE_INFINITY, [Symbol.dispose]: () => {} };
  const controller = new AbortController();
  const endsAt = realClock.elapsed() + timeoutMs;
  const timer = realClock.after(timeoutMs, () => controller.abort(new CallTimeUp(timeoutMs)));
  const abort = (): void => controller.abort(stop.reason);
  if (stop.aborted) abort();
  else stop.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    leftMs: () => (controller.signal.aborted ? 0 : endsAt - realClock.elapsed()),
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      stop.removeEventListener('abort', abort);
    },
  };
}
