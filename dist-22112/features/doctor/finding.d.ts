import { type ExitName, RunError } from '../../errors/run-error.ts';
/** The result of one check of the doctor. */
export type Finding = {
    readonly check: string;
    readonly status: 'pass' | 'warn' | 'fail' | 'skip';
    readonly message: string;
    /** The next step, to type or to change; absent if there is nothing to do. */
    readonly next?: string;
    /** The exit code of a failure. */
    readonly exit?: ExitName;
};
/** A check that found nothing wrong. */
export declare const pass: (check: string, message: string) => Finding;
/** A check that was not made. */
export declare const skippedCheck: (check: string, message: string) => Finding;
/** A problem that does not prevent a run. */
export declare const warn: (check: string, message: string, next: string) => Finding;
/** A problem that prevents a run; `exit` is the exit code that it gives. */
export declare const fail: (check: string, message: string, next: string, exit?: ExitName) => Finding;
/** The failure for an error that a run would have ended with. */
export declare const failedBy: (check: string, { code, message, hint, where }: RunError) => Finding;
/** The value that `make` returns, or a failed finding if it throws a RunError; after an interrupt, the reason of that. */
export declare function caught<T extends object>(check: string, make: () => Promise<T>, signal?: AbortSignal): Promise<T | Finding>;
/** The exit code of the most severe failure; 0 if nothing failed. */
export declare function doctorExitCode(findings: readonly Finding[]): number;
