import type { Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/** Requests and time: an estimate for the import after a dry run, the measured values after a run. */
export declare function costSection(report: Report): Section;
