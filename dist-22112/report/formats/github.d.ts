import { type ReportFormat } from './report-format.ts';
/**
 * Workflow commands of GitHub Actions, one for each annotation. GitHub shows only the first ten of each level in a
 * step, so one sample of every code comes before the second sample of any code.
 */
export declare const github: ReportFormat;
