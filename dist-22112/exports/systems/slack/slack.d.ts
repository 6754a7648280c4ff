import { type ExportReader } from '../../export-reader.ts';
/** Exports of a Slack workspace: Slack's own, a file for each day of each conversation, and what slackdump keeps. */
export declare const slack: ExportReader;
