import { type Check, type TestedService } from './check.ts';
/** The result of one check. */
export type CheckResult = Pick<Check, 'name' | 'covers'> & {
    readonly status: 'passed' | 'failed' | 'skipped';
    /** The reason why the check did not pass. */
    readonly reason?: string;
    readonly ms: number;
};
export type ConformanceOptions = {
    /** Ends the suite. The running checks stop and their rows are deleted; checks that have not begun are skipped. */
    readonly signal?: AbortSignal | undefined;
    /**
     * Number of checks that run at the same time, 1 to 4.
     * @default 1
     */
    readonly concurrency?: number | undefined;
    /**
     * Milliseconds for one check, and as many again for the deletion of its rows.
     * @default 120_000
     */
    readonly checkMs?: number | undefined;
    /**
     * Prefix of the names of all rows: 1 to 40 lower-case letters, digits and hyphens.
     * @default a prefix made of `conformance-`, the time and the process id
     */
    readonly prefix?: string | undefined;
};
/**
 * Runs checks against a service and calls `observe` with each result as soon as it is known. By default the checks run
 * one after the other. Resolves to the results in the order of the checks; it does not reject if the service fails a
 * check.
 * @throws RangeError if `prefix` or `concurrency` is invalid
 */
export declare function runConformance(checks: readonly Check[], peer: TestedService, observe?: (result: CheckResult) => void, options?: ConformanceOptions): Promise<readonly CheckResult[]>;
