import type { Where } from '../../../errors/run-error.ts';
/** The part of a text that is in memory, while the text comes in pieces, and the current place in it. */
export declare class TextWindow {
    #private;
    /** The bytes that all indices refer to. */
    bytes: Buffer;
    /** The index of the current place. */
    at: number;
    /** The 1-based physical line of the current place. */
    line: number;
    constructor(from: {
        readonly byte: number;
        readonly line: number;
    });
    /** Adds a piece, which may be overwritten afterwards; all indices change. */
    push(piece: Buffer): void;
    /** The offset of an index in the text. */
    byteAt(index: number): number;
    /** Moves past blanks; false if the text in memory ends before anything else. */
    skipBlanks(final: boolean): boolean;
    /** Moves to an index, past text with or without line ends; not between CR and LF. */
    moveTo(index: number): void;
    /** The text of the current line before the current place; undefined if it is no longer in memory. */
    get lineBefore(): Buffer | undefined;
    /** The place of an index at or after the current one. */
    placeOf(index: number): {
        readonly line: number;
        readonly byte: number;
        readonly column?: number;
    };
}
/** A place in words: `line 3, column 7`. */
export declare const shownPlace: ({ line, column, byte }: Omit<Where, 'file'>) => string;
