import { type ExitName, exitCodes, exitMeanings } from './codes/code.ts';
import { runCodes } from './codes/run.ts';
export { type ExitName, exitCodes, exitMeanings, runCodes };
export type RunCode = keyof typeof runCodes;
/** The place of an error in a file of the user. */
export type Where = {
    readonly file: string;
    readonly line?: number;
    readonly column?: number;
    readonly byte?: number;
};
/** An error as it appears in JSON documents. */
export type ErrorDocument = {
    readonly code: string;
    readonly message: string;
    readonly hint: string;
    readonly where?: Where;
    readonly missingFlags?: readonly string[];
};
/**
 * The error of a run that cannot continue. A bad row is never a RunError; it is a rejected row in the report. `message`
 * says what failed and why, without a final full stop. `hint` is the next thing to type or do.
 */
export declare class RunError extends Error {
    readonly name = "RunError";
    readonly code: RunCode;
    readonly hint: string;
    readonly where: Where | undefined;
    /** The missing options, as typed on the command line, so that a script can add them. */
    readonly missingFlags: readonly string[] | undefined;
    constructor(code: RunCode, message: string, extra?: Partial<Pick<RunError, 'where' | 'cause' | 'missingFlags'>> & {
        hint?: string | undefined;
    });
    /** Returns the same error with another hint. */
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
