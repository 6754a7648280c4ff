import type { Values } from '../row.ts';
import type { CellReader, ColumnFinder } from './context.ts';
/** True if a text is a legal uid or guid as it is. */
export declare const isLegalId: (text: string) => boolean;
/**
 * A legal uid or guid for any text, always the same one, and another one for another text: a legal id stays, other texts
 * become their letters a-z, digits and underscores plus a short digest. Texts that Unicode calls equal are one text.
 */
export declare const slug: (text: string) => string;
/** 32 hexadecimal digits of one text; the same as the form `hash` of a column with this text. */
export declare const hashText: (text: string) => string;
/** The muid of a part of a message whose text was too long, from 2. */
export declare const partMuid: (muid: string, part: number, of: number) => string;
/** Returns the text itself if it can be a muid of one line, else its hash. */
export declare const legalMuid: (text: string) => string;
/**
 * Reads 32 hexadecimal digits made from the texts of cells, before any step. Each text goes in with its length, so that
 * no two lists of cells look the same; a cell without a value goes in as `-`.
 */
export declare function hashReader(names: readonly string[], column: ColumnFinder): (values: Values) => string;
/** As `hashReader`; from the second equal row of a file on, its number is added. */
export declare function numberedHashReader(names: readonly string[], column: ColumnFinder): CellReader;
/** The text of a cell with its length, as it goes into a hash; `-` if it has no value. */
export declare function netstring(cell: unknown): string;
/** 32 hexadecimal digits of a text, or of its bytes. */
export declare const digest32: (data: string | Uint8Array) => string;
