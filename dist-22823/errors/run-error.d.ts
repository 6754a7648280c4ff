import { type ExitName, exitCodes } from './codes/code.ts';
import { runCodes } from './codes/run.ts';
export { type ExitName, exitCodes, runCodes };
export type RunCode = keyof typeof runCodes;
/** Place of an error in a user's file. */
export type Where = {
    readonly file: string;
    readonly line?: number;
    readonly column?: number;
    readonly byte?: number;
};
/** An error as JSON documents have it. */
export type ErrorDocument = {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    readonly where?: Where;
    readonly missingFlags?: readonly string[];
};
/**
 * A run that cannot continue. A bad row is never a RunError, it is an Outcome.
 * `message` says what and why, without a final period; `hint` is the next thing to type or do.
 */
export declare class RunError extends Error {
    readonly name = "RunError";
    readonly code: RunCode;
    readonly hint: string;
    readonly where: Where | undefined;
    /** The options whose absence is the error, as they are typed: a script can add them. */
    readonly missingFlags: readonly string[] | undefined;
    constructor(code: RunCode, message: string, extra?: Partial<Pick<RunError, 'where' | 'cause' | 'missingFlags'>> & {
        hint?: string | undefined;
    });
    /** The same error with another hint. */
    withHint(hint: string): RunError;
    get exitCode(): number;
}
/** The error of a command, or of a call of the library, that cannot mean what it says. */
export declare const usageError: (message: string, extra?: ConstructorParameters<typeof RunError>[2]) => RunError;
/** An error that is a RunError; throws any other. */
export declare function onlyRunError(thrown: unknown): RunError;
/** An error as a RunError: one that says already what has happened stays, any other becomes the cause of a new one. */
export declare function asRunError(cause: unknown, code: RunCode, message: string): RunError;
/** The error of a part of the state, or another file, that cannot be written, or made. */
export declare const cannotWrite: (cause: unknown, what: string, verb?: string) => RunError;
/** The error that came first, where releasing resources has failed after it. */
export declare function firstError(thrown: unknown): unknown;
