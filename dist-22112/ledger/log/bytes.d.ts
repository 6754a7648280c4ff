/** Writes numbers and texts one after the other, little end first. */
export declare class ByteWriter {
    #private;
    get length(): number;
    /** Bytes that were written; valid until more is written. */
    get bytes(): Buffer;
    u8(value: number): void;
    u32(value: number): void;
    /** A whole number below 2^48. */
    u48(value: number): void;
    f64(value: number): void;
    /** A length in seven-bit groups, the low one first, and the text in UTF-8. */
    text(value: string): void;
    /** A positive whole number as text. */
    digits(value: number): void;
    /** A text that is in UTF-8 already: the bytes from `from` to `end`. */
    slice(text: Uint8Array, from: number, end: number): void;
    /** Bytes that were written before, by another one. */
    add(bytes: Buffer, from: number, end: number): void;
}
/** Reads what a `ByteWriter` has written. */
export declare class ByteReader {
    #private;
    constructor(bytes: Buffer);
    u8(): number;
    u32(): number;
    u48(): number;
    f64(): number;
    text(): string;
}
