import type { Values } from './row.ts';
/**
 * Makes a reader of one column of a file's rows: by index if the file has a header, by name (then by a path such as
 * `profile.name` or `files[*].url`) if each row is an object.
 * @returns undefined if the header has no such column
 */
export declare function cellReader(name: string, columns: readonly string[] | undefined): ((values: Values) => unknown) | undefined;
/**
 * As `cellReader` for rows that are objects, but a list has a place for each value that is missing: then the values of two
 * such paths, `files[*].url` and `files[*].name`, stand at the same places. Undefined if there are none at all.
 */
export declare function placedReader(name: string): (values: Values) => unknown;
/** The member of the row in which a path begins. */
export declare const rootOf: (name: string) => string;
