import { type ReportFormat } from './report-format.ts';
/** SARIF 2.1.0, which code scanning and editors read: one rule for each code, one result for each sample. */
export declare const sarif: ReportFormat;
