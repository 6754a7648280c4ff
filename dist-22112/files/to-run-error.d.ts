import { RunError } from '../errors/run-error.ts';
import type { Runtime } from '../terminal/context.ts';
/** Makes what a command threw the error that ends it. */
export declare function toRunError(thrown: unknown, { signal, system, commandLine }: Pick<Runtime, 'system' | 'signal' | 'commandLine'>): RunError;
