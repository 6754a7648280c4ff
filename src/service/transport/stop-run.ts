import { RunError } from '../../errors/run-error.ts';
import type { StopMaker } from './exchange/failure.ts';

/** The error of a run that cannot continue. */
export const stopRun: StopMaker = (code, message, cause) => new RunError(code, message, { cause });
