/**
 * The likely encoding of bytes that are not UTF-8. It is only suggested: a wrong guess would silently corrupt names.
 */
export type EncodingGuess = {
    /** The name for pipeline files. */
    readonly encoding: string;
    /** Why, as the end of a sentence. */
    readonly evidence: string;
};
/**
 * Finds out whether bytes look like UTF-16 without a byte order mark. Latin text in UTF-16 is valid UTF-8 with many
 * NUL characters, so no later check would notice it.
 */
export declare function unmarkedUtf16(bytes: Buffer): EncodingGuess | undefined;
/** The likely encoding of bytes that are not UTF-8; undefined if none fits well. */
export declare function guessEncoding(bytes: Buffer): EncodingGuess | undefined;
