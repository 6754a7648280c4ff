import type { Bytes } from '../bytes/bytes.ts';
/** A position in a text: the offset of a byte, and the 1-based physical line that it is on. */
export type TextPlace = {
    readonly byte: number;
    readonly line: number;
};
/** The place where the records of a CSV text begin, and the delimiter that its first line declares. */
export type CsvStart = TextPlace & {
    readonly delimiter?: string;
};
/**
 * Finds the first record of a CSV text: after `skipLines` physical lines, and after a first line `sep=;`, which counts
 * among them.
 */
export declare function csvStart(bytes: Bytes, skipLines: number): Promise<CsvStart>;
