import type { SQLInputValue } from 'node:sqlite';
/** Conditions of a list, joined by AND, with their parameters. */
export declare class Filter {
    #private;
    /** Begins with a condition, if one is given. */
    constructor(condition?: string, ...params: SQLInputValue[]);
    /** Adds a condition; `?` marks its parameters. */
    where(condition: string, ...params: SQLInputValue[]): void;
    /** Adds the condition that a column is one of the values, unless there are none. */
    oneOf(column: string, values: readonly string[]): void;
    /** The WHERE clause, or nothing without conditions. */
    get sql(): string;
    /** The parameters, in the order of the conditions. */
    get params(): readonly SQLInputValue[];
    /** Adds the condition that a column is in a range that a query gives, both ends included. */
    between(column: string, from: number | undefined, to: number | undefined): void;
    /** Adds the condition that one of the columns begins with a text. */
    beginsWith(columns: readonly string[], text: string): void;
}
/** The condition that a column matches a LIKE pattern. */
export declare const likeIn: (column: string) => string;
/** A LIKE pattern for texts that start with `prefix`. Use it with `ESCAPE '\\'`. */
export declare function prefixPattern(prefix: string): string;
