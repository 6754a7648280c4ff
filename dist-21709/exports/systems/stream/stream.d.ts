import type { ExportReader } from '../../export-reader.ts';
/** Stream: its import files, as JSON lines or one array, and its exports of channels. */
export declare const stream: ExportReader;
