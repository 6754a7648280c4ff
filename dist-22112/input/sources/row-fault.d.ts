import { type Problem } from '../rows/row.ts';
/** The part of an unreadable row's text that is kept; bytes that are not UTF-8 become U+FFFD. */
export declare function rawText(text: Buffer | string): string;
/** 1-based column, in UTF-16 units, of the character after `before` in its line. */
export declare function columnAfter(before: Buffer): number;
/** The fault of a row longer than `ROW_BYTES_MAX`. */
export declare function tooLarge(): Problem;
/**
 * The fault of a row with bytes that are not text in the file's encoding.
 * @param byte offset of the row in its file
 */
export declare function encodingInvalid(row: Buffer, byte: number, encoding: string): Problem;
/** Index of the first byte that is not UTF-8; undefined if there is none. */
export declare function invalidUtf8At(text: Buffer): number | undefined;
