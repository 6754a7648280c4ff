import { type ExportReader } from '../../export-reader.ts';
/** Firestore and the Realtime Database, in the JSON of their usual exporters; a shape says what the layout is. */
export declare const firebase: ExportReader;
