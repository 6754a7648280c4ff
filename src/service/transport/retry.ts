import { stopRun } from '../../errors/run-error.ts';
import { type BackoffOptions, repeating } from './repeating.ts';
import type { Layer } from './transport.ts';

/**
 * Repeats the requests of a run until their answers are final.
 * @throws RunError `SERVICE.OUTAGE`, `SERVICE.UNREACHABLE`; else as `repeating`
 */
export const retry = (options: BackoffOptions): Layer => repeating(options, stopRun);
