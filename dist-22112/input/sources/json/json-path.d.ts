/** One step of a path: a member by name, an element by index, all elements of an array, or all members or elements. */
export type PathStep = {
    readonly kind: 'name';
    readonly name: string;
} | {
    readonly kind: 'index';
    readonly index: number;
} | {
    readonly kind: 'elements';
} | {
    readonly kind: 'members';
};
/** The path of the rows in a JSON document. */
export type RowsPath = {
    /** As written. */
    readonly text: string;
    readonly steps: readonly PathStep[];
};
/**
 * Parses `$.channels[*]`, `$.users.*`, `$.a['b c'][*].messages[*]`, `$[0].rows[*]`.
 * @throws RunError `SOURCE.PATH_INVALID`
 */
export declare function parseRowsPath(text: string): RowsPath;
/** A column such as `^.channel.id`: a scalar of an object that encloses the row. */
export type ParentColumn = {
    /** As written, the name of the column. */
    readonly text: string;
    /** 1: the nearest object that encloses the row, 2: the one around it. */
    readonly level: number;
    /** The names from that object to the scalar; `$key` alone is the name under which the object itself stands. */
    readonly names: readonly string[];
};
/** True if the name of a column means a scalar of an enclosing object: `^.channel.id`, `^^.name`, `^.^.$key`. */
export declare const isParentColumn: (name: string) => boolean;
/**
 * Parses `^.channel.id`.
 * @throws RunError `SOURCE.PATH_INVALID`
 */
export declare function parseParentColumn(text: string): ParentColumn;
