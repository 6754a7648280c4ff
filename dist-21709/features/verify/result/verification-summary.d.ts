import type { Style } from '../../../terminal/style.ts';
import type { VerificationCost } from './verification-cost.ts';
import { type VerificationReport } from './verification-report.ts';
/** Options of the printed form of a verification. */
export type VerificationSummaryOptions = {
    readonly style: Style;
    /** The command to type next. */
    readonly next: string;
    /** Width of a line in terminal cells; undefined if lines are not cut. */
    readonly columns: number | undefined;
};
/** The printed result: differences by kind, the marks of each entity, what was not compared, what to type next. */
export declare function verificationSummary(report: VerificationReport, options: VerificationSummaryOptions): string;
/** The line about the expected cost, printed before reading begins. */
export declare function costLine({ requests, requestsPerMinute, minutes }: VerificationCost): string;
