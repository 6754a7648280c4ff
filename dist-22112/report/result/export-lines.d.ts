import { type ExportSummary } from '../../exports/export-summary.ts';
/**
 * Describes what an export of another chat system has, and what becomes of it, as lines of text: one for each kind.
 */
export declare function exportLines(summary: ExportSummary): string[];
/** A reason for which things are left out, how many, and what these are: `3 system: 2 channel_join, 1 channel_topic`. */
export declare function reasonText(reason: string, count: number, parts?: Readonly<Record<string, number>>): string;
