import type { Problem, Values } from '../../rows/row.ts';
/**
 * A row's object, or its problem; `at` is the position of a syntax error, in UTF-16 units from the start of the text.
 */
export type JsonRow = {
    readonly values: Values;
} | {
    readonly problem: Problem;
    readonly at?: number;
    readonly text?: string;
};
/** A value of a row, or what is wrong with its text. */
export type JsonValue = {
    readonly value: unknown;
} | Exclude<JsonRow, {
    readonly values: Values;
}>;
/**
 * Reads the JSON of one row, which must be an object.
 * @param byte offset of the row in its file, for messages
 */
export declare function readJsonRow(bytes: Buffer, start: number, end: number, byte: number, encoding: string): JsonRow;
/**
 * Reads the JSON of one row.
 * @param byte offset of the row in its file, for messages
 */
export declare function readJsonValue(bytes: Buffer, start: number, end: number, byte: number, encoding: string): JsonValue;
/** The place at which a row begins. */
export type RowStart = {
    readonly line: number;
    readonly byte: number;
    /** The text of its line before it; undefined if that is no longer in memory. */
    readonly before: Buffer | undefined;
};
/** Adds the line and column to a syntax fault, or its byte if the column is not known. */
export declare function placedFault({ problem, at, text }: Exclude<JsonRow, {
    values: Values;
}>, start: RowStart): Problem;
/** The problem of a text that is not JSON, nested at most 64 levels. */
export declare function syntaxFault(text: string): Exclude<JsonRow, {
    readonly values: Values;
}>;
/** The problem of JSON that is not an object. */
export declare function notObject(value: unknown, what: 'line' | 'row'): Problem;
