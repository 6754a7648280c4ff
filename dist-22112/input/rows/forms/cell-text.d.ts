/** The text of a cell: numbers and booleans as written, lists and objects as JSON, `''` if there is no value. */
export declare function textOf(cell: unknown): string;
