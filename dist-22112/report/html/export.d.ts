import type { Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/**
 * Shows what the export of another chat system has, and what becomes of it; undefined if the pipeline reads none.
 */
export declare function exportSection({ export: summary }: Report): Section | undefined;
