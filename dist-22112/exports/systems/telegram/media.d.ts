import type { ExportObject } from '../../files/export-rows.ts';
import type { SourceFile } from '../../neutral.ts';
/** The files of a message: a photo, a file of any kind, and the card of a contact. */
export declare const filesOf: (row: ExportObject, folder: string) => readonly SourceFile[];
/** The text shown for a message that has none of its own; undefined if its files show it. */
export declare function shownInstead(row: ExportObject, files: readonly SourceFile[]): string | undefined;
