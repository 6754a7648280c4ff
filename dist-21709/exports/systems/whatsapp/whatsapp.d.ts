import type { ExportReader } from '../../export-reader.ts';
/** Chats that people have exported from WhatsApp on their phones: a text for each, alone or with its files. */
export declare const whatsapp: ExportReader;
