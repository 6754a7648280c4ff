import type { FileServers } from './file-server.ts';
import type { RemoteUrl } from './remote-url.ts';
/** Marks that tell one version of a file from another. */
export type Version = {
    readonly bytes: number;
    readonly etag?: string | undefined;
    /** `Last-Modified`, as the server writes it. */
    readonly modified?: string | undefined;
};
/** A file as its server has it. */
export type ServerFile = {
    readonly version: Version;
    /** True if the server gives out parts of it. */
    readonly hasRanges: boolean;
};
/** So much is asked for at once, and must be in memory; a file up to here needs no parts. */
export declare const PIECE_BYTES: number;
/** True if two versions are certainly the same: the length alone proves nothing. */
export declare const isSame: (a: Version, b: Version) => boolean;
/**
 * Asks for the version of a file.
 * @param known the version of a copy
 * @returns undefined if the server still has that
 * @throws RunError `SOURCE.NO_RANGES` and those of `ask`
 */
export declare function askVersion(url: RemoteUrl, servers: FileServers, known: Version | undefined, signal: AbortSignal): Promise<ServerFile | undefined>;
/**
 * Reads a piece of a file.
 * @param from the first byte
 * @returns undefined if the server has another version now
 * @throws RunError `SOURCE.NO_RANGES` and those of `ask`
 */
export declare function readPiece(url: RemoteUrl, servers: FileServers, { version, hasRanges }: ServerFile, from: number, signal: AbortSignal): Promise<Buffer | undefined>;
