import { RunError } from '../errors/run-error.ts';

/** Aborts `stop` with `RUN.MAX_DURATION` after a time, unless it is disposed of before; never where there is none. */
export function maxDuration(ms: number | undefined, stop: AbortController): Disposable {
  const timer =
    ms === undefined
      ? undefined
      : setTimeout(
          () => stop.abort(new RunError('RUN.MAX_DURATION', 'the time of --max-duration is over')),
          ms,
        );
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
