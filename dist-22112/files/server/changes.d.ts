import type { Files } from '../../system/files.ts';
/** Part of a content, with its bytes. */
export type ContentPart = {
    readonly content: string;
    readonly at: number;
    readonly bytes: Uint8Array;
};
/** A new content that is too long to be sent with the rest; an open file, which stays as it is or is sent again. */
export type Long = {
    readonly content: string;
    readonly file: number;
    readonly bytes: number;
};
/** The changes of a folder since the last image, as it was at one moment. */
export type Image = {
    /** Paths that are not there any more. */
    readonly gone: readonly string[];
    readonly named: readonly {
        readonly path: string;
        readonly content: string;
        readonly bytes: number;
    }[];
    readonly parts: readonly ContentPart[];
    readonly long: readonly Long[];
    /** Contents that no path has any more. */
    readonly left: readonly string[];
};
/** Notes which parts of which files have changed, by paths in a folder, and takes images of them. */
export declare class FolderChanges {
    #private;
    constructor(folder: string, files: Files, newContent: () => string);
    /** Begins with what is known elsewhere; what was noted before is not, and is sent as a whole. */
    begin(known: ReadonlyMap<string, string>): void;
    get known(): ReadonlyMap<string, string>;
    get isEmpty(): boolean;
    /** Bytes of a file have changed, or it ends there now. */
    wrote(path: string, at: number, bytes: number): void;
    /** A file is another one as a whole. */
    replaced(path: string): void;
    /** A file or a folder is gone. */
    removed(path: string): void;
    /**
     * A file or a folder has another name.
     * @param to undefined: one that does not count
     */
    renamed(from: string, to: string | undefined): void;
    /** An image of this moment; undefined if nothing has changed. Its open files are the caller's to close. */
    image(): Image | undefined;
}
