/** The most bytes that so many packed ones may become. */
export declare const mostUnpacked: (size: number) => number;
/**
 * Passes what a file of one packed text unpacks to.
 * @param size of the packed file
 * @throws RunError `SOURCE.ARCHIVE_UNSAFE`
 */
export declare function bounded(pieces: AsyncIterable<Buffer>, { path, size, signal, }: {
    readonly path: string;
    readonly size: number;
    readonly signal: AbortSignal | undefined;
}): AsyncGenerator<Buffer>;
