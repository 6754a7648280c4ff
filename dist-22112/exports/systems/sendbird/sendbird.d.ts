import { type ExportReader } from '../../export-reader.ts';
/** Exports of Sendbird's dashboard and API: JSON files of users, channels and messages. */
export declare const sendbird: ExportReader;
