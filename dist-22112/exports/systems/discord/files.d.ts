import type { ExportObject } from '../../files/export-rows.ts';
import type { SourceFile } from '../../neutral.ts';
/** Folder of a document, and which files are beside it. */
export type Folder = {
    /** The path of the document in the export. */
    readonly name: string;
    /** True if the export has a file at a path. */
    has(path: string): boolean;
};
/** The files that people attached to a message. */
export declare const attachmentsOf: (row: ExportObject | undefined, folder: Folder) => readonly SourceFile[];
/** A sticker: a picture with a name, or an animation that is no picture. */
export type Sticker = {
    readonly name: string;
    readonly file?: SourceFile;
    readonly row: ExportObject;
};
export declare const stickersOf: (row: ExportObject | undefined, folder: Folder) => readonly Sticker[];
