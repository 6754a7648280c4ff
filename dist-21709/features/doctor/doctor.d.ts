import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { type DoctorOptions } from './examine.ts';
/**
 * Checks everything that could prevent a run, and prints what to do about it; writes nothing to the service.
 * @returns the exit code: 0 if no check failed, else that of the most severe failure
 */
export declare function doctor(options: DoctorOptions, context: Runtime & Stdout & Stderr): Promise<number>;
