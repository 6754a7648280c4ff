import { RunError } from '../../errors/run-error.ts';
import type { StopMaker } from './exchange/failure.ts';
import { type BackoffOptions, repeating } from './repeating.ts';
import type { Layer } from './transport.ts';

/** The error of a run that cannot continue. */
export const stopRun: StopMaker = (code, message, cause) => new RunError(code, message, { cause });

/**
 * Repeats the requests of a run until their answers are final.
 * @throws RunError `SERVICE.OUTAGE`, `SERVICE.UNREACHABLE`; else as `repeating`
 */
export const retry = (options: BackoffOptions): Layer => repeating(options, stopRun);
