import type { CellReader } from './context.ts';
import type { AttachmentsForm } from './field-source.ts';
import { type FieldDeps } from './refine.ts';
/** One file of a message, as the service has it. */
export type Attachment = {
    readonly url: string;
    readonly name: string;
    readonly mimeType: string;
    readonly extension: string;
};
/** Reads the files of a message; undefined if it has none. */
export declare function attachmentsReader(form: AttachmentsForm, deps: FieldDeps): CellReader;
/** A file by its URL, and by its name and type as far as they are known. */
export declare function attachment(url: string, name: string | undefined, type: string | undefined): Attachment;
/** The type of a message with files alone, by its first file: image, video, audio or file. */
export declare function typeOfFiles(attachments: unknown): string | undefined;
