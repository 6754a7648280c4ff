import { RunError } from '../errors/run-error.ts';
import type { Clock } from '../system/clock.ts';
import type { Connection } from './connect.ts';

/** What ends the writing of rows early; disposing of it stops its timer. */
export type StopSignal = Disposable & {
  /** Aborts on an interrupt, if the target has ended, after the allowed time, and on `abort`. */
  readonly signal: AbortSignal;
  /** Ends the work with this error. */
  readonly abort: (reason: RunError) => void;
};

/** Aborts on an interrupt, or if the target has ended. */
export const untilLost = (interrupted: AbortSignal, { lost }: Connection): AbortSignal =>
  lost ? AbortSignal.any([interrupted, lost]) : interrupted;

/**
 * Combines all that can end the writing of rows early.
 * @param maxDurationMs the time after which it aborts with `RUN.MAX_DURATION`; undefined for no limit
 */
export function stopSignal(
  interrupted: AbortSignal,
  connection: Connection,
  maxDurationMs: number | undefined,
  clock: Clock,
): StopSignal {
  const own = new AbortController();
  const outOfTime = (): void =>
    own.abort(new RunError('RUN.MAX_DURATION', 'the time of --max-duration is over'));
  const timer = maxDurationMs === undefined ? undefined : clock.after(maxDurationMs, outOfTime);
  return {
    signal: AbortSignal.any([untilLost(interrupted, connection), own.signal]),
    abort: (reason) => own.abort(reason),
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}
