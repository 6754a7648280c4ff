import { type ExportReader } from '../../export-reader.ts';
/** Exports of Telegram Desktop as JSON: of one chat, or of an account with all of them. */
export declare const telegram: ExportReader;
