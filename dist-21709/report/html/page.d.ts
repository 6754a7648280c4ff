import type { Report } from '../result/report.ts';
/** A report as one self-contained HTML page: no scripts, and no fonts or pictures from elsewhere. */
export declare function htmlReport(report: Report): string;
