import { type Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/** The rows that a run has changed: their keys and the names of their changed fields; undefined if it is no such run. */
export declare function changesSection(report: Report): Section | undefined;
