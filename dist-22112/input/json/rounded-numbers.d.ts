/** The name under which a row is counted with a number that has lost digits. */
export declare const DIGITS_LOST = "digits";
/** The numbers of a text, without their sign, that have lost digits when they were read. Whole numbers keep theirs. */
export declare function roundedIn(text: string): readonly number[];
/** Remembers of an object which of its numbers have lost digits; a copy made of it has to be told the same. */
export declare function rememberRounded(values: object, numbers: readonly number[]): void;
/** Which numbers of an object, as far as it was remembered, have lost digits. */
export declare const roundedOf: (values: object) => readonly number[];
/**
 * True if a field of `data` has a number that was written with more digits in the cells that it was read from.
 * @param values the cells: texts, or a parsed object
 */
export declare function hasRounded(data: object, values: object): boolean;
