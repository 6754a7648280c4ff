import { RunError } from '../errors/run-error.ts';
import type { Connection } from './connect.ts';

/** What ends a piece of work early; disposing stops its clock. */
export type StopSignal = Disposable & {
  /** Aborts on an interrupt, when the target is gone for good, after the time allowed, and with `abort`. */
  readonly signal: AbortSignal;
  readonly abort: (reason: RunError) => void;
};

/**
 * Joins what may end the writing of rows early.
 * @param maxDurationMs after which it aborts with `RUN.MAX_DURATION`; never where undefined
 */
export function stopSignal(
  interrupted: AbortSignal,
  { lost }: Connection,
  maxDurationMs: number | undefined,
): StopSignal {
  const own = new AbortController();
  const outOfTime = (): void =>
    own.abort(new RunError('RUN.MAX_DURATION', 'the time of --max-duration is over'));
  const timer = maxDurationMs === undefined ? undefined : setTimeout(outOfTime, maxDurationMs);
  return {
    signal: AbortSignal.any([interrupted, own.signal, ...(lost ? [lost] : [])]),
    abort: (reason) => own.abort(reason),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
