import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import type { UnreadableRow } from '../../neutral.ts';
/** A file of Stream's. */
export type StreamFile = {
    readonly file: ExportFile;
    /** Its description, for people. */
    readonly label: string;
    /** The path of the channels with all that they hold, such as `$[*]`; absent if every row is an entry. */
    readonly states?: string;
    /** The path of the entries, of an array that begins with something else than an object; absent for all others. */
    readonly rows?: string;
    /** True if each row is a line. */
    readonly isLines: boolean;
};
/** The files that Stream has written, by their content. */
export declare function streamFiles(files: ExportFiles): Promise<readonly StreamFile[]>;
/** The path of the entries of a file, for its reader. */
export declare const rowsIn: ({ rows }: StreamFile) => {
    readonly rows?: string;
};
/** One thing of an import or export, such as a message. */
export type Entry = {
    readonly kind: string;
    readonly item: ExportObject;
};
/** The entry of a row; undefined if it is none. */
export declare function entryOf(row: ExportObject): Entry | undefined;
/**
 * True if a line is a message or reaction without a user inside, by its bytes: the pass over people need not parse it, and
 * says nothing of it.
 */
export declare function isLater(bytes: Buffer, start: number, end: number): boolean;
/** True if `isLater` has kept a row that cannot be read from the pass over people. */
export declare function wasLater({ isLines }: StreamFile, { problem, raw }: UnreadableRow): boolean;
/** The kind that a row that cannot be read was meant to be, as far as its text tells. */
export declare function unreadableKind(raw: string): 'users' | 'conversations' | 'members' | 'messages';
