import { type Check, type TestedService } from './check.ts';
/** The result of one check. */
export type CheckResult = Pick<Check, 'name' | 'covers'> & {
    readonly status: 'passed' | 'failed' | 'skipped';
    /** Why the check did not pass. */
    readonly reason?: string;
    readonly ms: number;
};
export type ConformanceOptions = {
    /**
     * Ends the suite. The running check is stopped and its rows are removed; checks that have not begun are
     * skipped.
     */
    readonly signal?: AbortSignal | undefined;
    /**
     * Checks at the same time, at most 4.
     * @default 1
     */
    readonly concurrency?: number | undefined;
    /**
     * Milliseconds for one check, and again for the removal of its rows.
     * @default 120_000
     */
    readonly checkMs?: number | undefined;
    /**
     * Prefix for the names of all rows: lower-case letters, digits and hyphens, at most 40. @default
     * `conformance-`, the time and the process id
     * @default a new random prefix
     */
    readonly prefix?: string | undefined;
};
/**
 * Runs checks against a service, by default one after the other, and reports each result as it ends. Never
 * rejects because of the service: the results say what failed, in the order of the checks.
 * @throws RangeError if an option is out of its range
 */
export declare function runConformance(checks: readonly Check[], peer: TestedService, observe?: (result: CheckResult) => void, options?: ConformanceOptions): Promise<readonly CheckResult[]>;
