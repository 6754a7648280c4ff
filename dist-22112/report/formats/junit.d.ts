import { type ReportFormat } from './report-format.ts';
/**
 * JUnit XML: one suite for each entity, with one test case for each code found in its rows and one for all its rows.
 */
export declare const junit: ReportFormat;
