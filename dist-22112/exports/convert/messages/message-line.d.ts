/**
 * The texts of records on their way through the sorters: the key of the message, and a line for each row that it becomes,
 * with the table of the row before it.
 */
export declare const TABLE: {
    readonly messages: 109;
    readonly reactions: 114;
    readonly pins: 112;
    readonly files: 102;
};
export declare const tableMark: (table: keyof typeof TABLE) => string;
export declare const DELETED_MARK: string;
/** True if a line, by its first two characters, is a message that lands: not one that is rejected. */
export declare const isMessageLine: (mark: number | undefined, next: number | undefined) => boolean;
/** The table of a row by the mark of its line. */
export declare const tableOf: (mark: number | undefined) => keyof typeof TABLE;
/** The words of a record. */
export declare const WORD: {
    readonly kind: 0;
    readonly file: 1;
    readonly line: 2;
    /** Two words: a 64-bit number, as the time and the version. */
    readonly byte: 3;
    readonly row: 5;
    readonly shape: 6;
    readonly time: 7;
    readonly version: 9;
    /** The order in which it was read. */
    readonly order: 11;
    /** Two words: the number of its key. */
    readonly number: 12;
    readonly root: 14;
    /** Not 0 if copies of the message are recognised by their content. */
    readonly byContent: 15;
    /** Of a message: what its lines are. */
    readonly lines: 16;
};
export declare const WORDS = 17;
/** The lines of a message: none; a row that is rejected or says that it was deleted; a message that lands. */
export declare const LINES: {
    readonly none: 0;
    readonly rejected: 1;
    readonly message: 2;
};
export declare const linesIn: (lines: string) => number;
/** `whole` is a message that becomes rows when all have been read. */
export declare const KIND: {
    readonly message: 0;
    readonly reaction: 1;
    readonly whole: 2;
    readonly file: 3;
};
/** A number for a key, by which records are sorted; two keys may have the same one. */
export declare function sortNumber(key: string): number;
/** Reads and writes 64-bit numbers in 32-bit words. */
export declare class Doubles {
    #private;
    write(words: Uint32Array, at: number, value: number): void;
    read(words: Uint32Array, at: number): number;
}
