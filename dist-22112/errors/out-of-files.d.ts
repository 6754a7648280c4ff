import { RunError } from './run-error.ts';
/** The error that says so in place of one that blames the file or the service; any other error as it is. */
export declare function namedOutOfFiles<T>(error: T): T | RunError;
