/** The files of this machine that are copies of the addresses of a pipeline, by what those are called in it. */
export type Copies = ReadonlyMap<string, string>;
/** Name of a copy, also of a file in it if it is an archive; undefined if a path is none. */
export declare function remoteName(path: string, copies: Copies): string | undefined;
/**
 * Does work on the sources; an error names them as the pipeline does.
 * @throws what the work throws
 */
export declare function withNames<T>(copies: Copies, work: () => Promise<T>): Promise<T>;
