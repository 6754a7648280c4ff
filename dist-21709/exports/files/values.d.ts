/** Reads members of JSON whose types nobody guarantees. */
/** A text, or a number as it is written; undefined for nothing and for an empty text. */
export declare function textValue(value: unknown): string | undefined;
/** A number, also one that is written as text; undefined for what is none. */
export declare function number(value: unknown): number | undefined;
/** True if a value is true, also as text or as 1. */
export declare const boolean: (value: unknown) => boolean;
/** The elements of an array; none for anything else. */
export declare const list: (value: unknown) => readonly unknown[];
/** An object; undefined for anything else. */
export declare const record: (value: unknown) => Readonly<Record<string, unknown>> | undefined;
/** The objects among the elements of an array. */
export declare const records: (value: unknown) => readonly Readonly<Record<string, unknown>>[];
/** The texts among the elements of an array. */
export declare function textValues(value: unknown): readonly string[];
/**
 * A time with a zone, as RFC 3339 with any fraction or as a number since 1970 in seconds, or in a smaller unit by its
 * size: milliseconds since 1970, with a fraction. Undefined for anything else and for times before 1970.
 */
export declare function instant(value: unknown): number | undefined;
/** True if something happened, by its time, also one in a form that is not read; not by a time that stands for none. */
export declare const isWritten: (value: unknown) => boolean;
