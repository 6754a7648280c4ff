/** Tar archives are made of blocks of this size. */
export declare const BLOCK_BYTES = 512;
/** Facts that a header of a tar archive gives of the bytes after it. */
export type TarHeader = {
    readonly name: string;
    readonly bytes: number;
    /** One character: `0` a file, `5` a folder, `1` and `2` links, `L` and `x` a longer name for the next header. */
    readonly type: string;
};
/** True if a file begins as a tar archive does. */
export declare const looksLikeTar: (head: Buffer) => boolean;
export declare const isZeros: (block: Buffer) => boolean;
/** Reads a header; undefined if the block is none: its checksum is another one. */
export declare function tarHeader(block: Buffer): TarHeader | undefined;
/** The text in a field, which ends at the first zero byte. */
export declare function textAt(block: Buffer, at: number, length: number): string;
/** The path and the size in the records `<length> <name>=<value>\n` of an extended header. */
export declare function paxRecords(bytes: Buffer): {
    readonly path?: string;
    readonly size?: number;
};
