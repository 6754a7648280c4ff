import type { ExportInput } from '../../export-reader.ts';
import { type ExportObject } from '../../files/export-rows.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';
import type { DatabaseFile } from './files.ts';
import { type Held } from './paths.ts';
import { type Field, type SectionName, type Shape } from './shape.ts';
/** A document, or another value at a declared path. */
export type Document = {
    readonly value: unknown;
    /** The ids of its path. */
    readonly ids: Readonly<Partial<Record<Held, string>>>;
};
/** Which documents are read, and who takes them. */
export type Documents = {
    /** As declared, such as `rooms/{conversation}`. */
    readonly path: string;
    /** The files that have these documents for themselves, by name. */
    readonly in: string | undefined;
    /** In such a file, the field with the id of a document of a list. */
    readonly key: Field | undefined;
    /** All declared names of such files. */
    readonly own: readonly string[];
    readonly root: string | undefined;
    /** True if commas in keys stand for the dots that the database refuses. */
    readonly commas: boolean;
    /** The declared paths of all documents: those below a document are no part of it. */
    readonly all: readonly string[];
    take(document: Document, place: RecordPlace): void;
    unreadable(row: UnreadableRow, place: RecordPlace): void;
};
/** The declared place of the documents of a section. */
export declare function documentsOf(name: SectionName, shape: Shape): Omit<Documents, 'take' | 'unreadable'>;
/**
 * Passes the documents at a path, in flat memory also where a document holds a million others: such a document is read
 * field by field.
 */
export declare function passDocuments(database: DatabaseFile, documents: Documents, input: ExportInput): Promise<void>;
/** The fields of a document; those of a plain value are none. */
export declare const fieldsOf: ({ value }: Document) => ExportObject;
