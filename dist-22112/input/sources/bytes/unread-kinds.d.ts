/**
 * Refuses a file that is no text but something known.
 * @param head its first bytes, or those of what it unpacks to
 * @param inPacked the compression that it was in
 * @throws RunError `SOURCE.FORMAT_UNKNOWN`
 */
export declare function refuseUnread(head: Buffer, path: string, inPacked?: string): void;
/**
 * Refuses an archive that is not read, or a file in a compression that is not.
 * @throws RunError `SOURCE.FORMAT_UNKNOWN`
 */
export declare function refuseArchive(head: Buffer, path: string): void;
/** Refuses a file that was compressed twice, as some web servers do. */
export declare function refuseTwicePacked(compression: string, inner: string | undefined, path: string): void;
