import { type ExportReader } from '../../export-reader.ts';
/** Exports of Discord as DiscordChatExporter writes them: a JSON document for each channel, or for each part of one. */
export declare const discord: ExportReader;
