/** A value that is not kept: longer than the limit, or one that only a database can work out. */
export declare const TOO_LONG: unique symbol;
export declare const EXPRESSION: unique symbol;
declare const NOT_UTF8: unique symbol;
export type Unkept = typeof TOO_LONG | typeof EXPRESSION | typeof NOT_UTF8;
/** The text of a value; null is NULL. */
export type DumpValue = string | null | Unkept;
/** The most bytes of a value. */
export declare const VALUE_BYTES_MAX: number;
/** Way in which the bytes of a column become text: `hex` for bytes that are no text, `number` for bits. */
export type ColumnKind = 'text' | 'hex' | 'number';
/** Way in which strings are escaped: with `copy` in the data of COPY, with `e` in E'…' of PostgreSQL. */
export type Escapes = 'mysql' | 'e' | 'copy';
/** The text of bytes; `NOT_UTF8` if they are none. */
export declare function textOf(bytes: Buffer, from: number, to: number, isAscii: boolean): string | Unkept;
/** The value of bytes by the kind of their column. */
export declare function bytesValue(bytes: Buffer, kind: ColumnKind): string | Unkept;
/**
 * Bytes without their escapes; of strings in quotes, two quotes are one.
 * @param quote that of the string
 */
export declare function unescaped(bytes: Buffer, from: number, to: number, escapes: Escapes | undefined, quote?: number): Buffer;
export {};
