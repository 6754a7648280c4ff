/** The code that a pipeline names: its file, and the local files that it imports. */
export type CodeFiles = {
    /** Absolute paths: the file itself, then what it imports, in the order in which they are found. */
    readonly files: readonly string[];
    /** The paths by which the files are named, which may be links to them. */
    readonly names: readonly string[];
    /** 32 hex of SHA-256 over the names, relative to the first file, and the texts of all files. */
    readonly digest: string;
};
/**
 * Finds the local files of some code, by its imports of paths and `file:` URLs. Packages are not part of it, nor are paths
 * that the code computes. A file that is not there is left out: the import itself tells it.
 * @throws the error of the file system if the first file cannot be read
 */
export declare function codeFilesOf(path: string): Promise<CodeFiles>;
