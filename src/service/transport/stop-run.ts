import { RunError } from '../../errors/run-error.ts';
import type { Stopped } from './exchange/failure.ts';

/** The error of a run that cannot continue. */
export const stopRun: Stopped = (code, message, cause) => new RunError(code, message, { cause });
