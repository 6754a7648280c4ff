/** Creates a folder and its parents; only its owner can open them. An existing folder stays unchanged. */
export declare function makePrivateFolder(path: string): void;
/**
 * Creates a folder for secrets, or makes an existing one private. Throws a SandboxError if it belongs to another
 * user, who could have put keys into it.
 */
export declare function makeSecretFolder(path: string): void;
/** Creates an empty file unless it exists, and lets only its owner read it. */
export declare function makePrivateFile(path: string): void;
/** True if there is no file at a path yet. Throws a SandboxError if there is something that is no database. */
export declare function isNewFile(path: string): boolean;
/** Writes a file that only its owner can read. Readers see the old or the new text, never a part. */
export declare function writePrivateFile(path: string, text: string): void;
/** The trimmed text of a file. Undefined if the file does not exist. */
export declare function readPrivateFile(path: string): string | undefined;
