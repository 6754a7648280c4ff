import type { Bytes } from '../bytes/bytes.ts';
import type { Frame } from './csv-bounds.ts';
import { CsvFramer } from './csv-framer.ts';
import type { TextPlace } from './csv-start.ts';
/** The delimiters that a CSV file may have without a declaration. */
export declare const DELIMITERS: readonly [',', ';', '\t', '|'];
/** The first record of a CSV file, read with one delimiter. */
export type FirstRecord = {
    readonly delimiter: string;
    readonly frame: Frame;
    readonly text: Buffer;
    /** Empty if the record cannot be divided into cells. */
    readonly cells: readonly string[];
};
/** Reads the first record from a position on; undefined if there are only blank lines. */
export declare function firstRecord(bytes: Bytes, delimiter: string, from: TextPlace): Promise<FirstRecord | undefined>;
/**
 * Guesses an undeclared delimiter. A delimiter other than the usual one is chosen only if the header is clear: it alone
 * gives the most columns with known names or, without a header, the declared number of columns.
 * @param usual the delimiter to choose if there is no evidence for another
 * @param from where the first record begins
 * @returns undefined if there are only blank lines
 */
export declare function guessDelimiter(bytes: Bytes, usual: string, from: TextPlace, { known, columns }: {
    readonly known: readonly string[];
    readonly columns?: readonly string[] | undefined;
}): Promise<{
    readonly record: FirstRecord;
    readonly evidence?: string;
} | undefined>;
/** A delimiter as it is written in a pipeline file. */
export declare const shownDelimiter: (delimiter: string) => string;
/** The records that are complete with the next piece of a text; without a piece, the rest at the end of the text. */
export declare function framesOf(framer: CsvFramer, piece?: Buffer): readonly Frame[];
/** The cells of one well-formed CSV record with any number of cells. */
export declare function cellsOf(bytes: Buffer, delimiter: string): string[];
