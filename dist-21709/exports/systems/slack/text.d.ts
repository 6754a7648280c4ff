import type { ExportObject } from '../../files/export-rows.ts';
/**
 * The text that people see of a message, in Slack's markup: its text, or that of its blocks; then what programs and forwarded
 * messages have attached. The preview of a link is left out: the link is in the text.
 */
export declare function textOf(row: ExportObject): string;
