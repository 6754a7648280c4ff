import type { Style } from './style.ts';
/** Cells of a terminal that a text takes; styles and control characters take none. */
export declare const widthOf: (text: string) => number;
/** As much of a text as fits into `cells`, with an ellipsis where some is cut; styles of what is cut still end. */
export declare function fitted(text: string, cells: number): string;
/** A text in lines of at most `cells`, cut between words; lines after the first begin with `indent`. A longer word stays whole. */
export declare function wrapped(text: string, cells: number, indent: string): string[];
/**
 * A text in lines of at most `columns` cells, cut between words and outside numbers.
 * @param columns undefined if lines are not cut, as in a file
 */
export declare function folded(text: string, columns: number | undefined, indent?: string): string[];
/** The next command under a result, which is never cut or folded, so that it can be copied. */
export declare function nextStepLines(next: string, style: Style, columns?: number): string[];
/** Rows of a terminal that a text takes. */
export declare const screenRows: (text: string, columns: number) => number;
/**
 * A text whose lines take at most `columns` cells, broken between words; a command that is broken can still be copied.
 * @param columns undefined if lines are not broken, as in a file
 */
export declare function foldText(text: string, columns: number | undefined): string;
