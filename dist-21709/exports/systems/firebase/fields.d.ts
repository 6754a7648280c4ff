import type { ExportObject } from '../../files/export-rows.ts';
import { type Field, type Shape } from './shape.ts';
/** The value of a declared field; undefined if it has none. */
export declare function valueAt(row: ExportObject, field: Field | undefined): unknown;
/** The text of a declared field; of joined ones with blanks between. */
export declare function textOf(row: ExportObject, field: Field | undefined): string | undefined;
export declare const idIn: (row: ExportObject, field: Field | undefined) => string | undefined;
export declare const timeIn: (row: ExportObject, field: Field | undefined) => number | undefined;
/** True if one of the names of a field says yes: true, a time, or any text but `false`. */
export declare const isSet: (row: ExportObject, field: Field | undefined) => boolean;
/** The names of fields that a section of the shape takes or leaves; the rest of a document is kept. */
export declare const takenBy: (section: Shape[keyof Shape]) => ReadonlySet<string>;
/** Further members of a document, for `metadata`. */
export declare const restIn: (row: ExportObject, taken: ReadonlySet<string>) => Readonly<Record<string, unknown>>;
/** The id that a value is or refers to: a text, or the last name of a reference. */
export declare function idOf(value: unknown): string | undefined;
/** An id whose commas stand for the dots that the Realtime Database refuses in keys, if the shape says so. */
export declare const withDots: (id: string, commas: boolean | undefined) => string;
/** When the Realtime Database made a key, in milliseconds since 1970; undefined for other keys. */
export declare function pushTime(key: string): number | undefined;
