import { z } from 'zod';
import type { RowCode } from '../../errors/row-codes.ts';
/**
 * Schema pieces that several entities share. Numbers are the service's documented limits (its REST reference,
 * "Limits"). An issue's message is `<code> <text>`: the check splits it at the first space.
 */
export declare const issueText: (code: RowCode, text: string) => string;
/** The error for an absent value, or for a value of another type. */
export declare const typed: (what: string) => (issue: {
    input?: unknown;
}) => string;
/** The uid that acts for the app. */
export declare const APP_UID = "app_system";
/**
 * A uid or guid: 1 to 100 of `a-z 0-9 - _`. It is lower-cased here, because the service lower-cases ids, but only after
 * the check: letters of other alphabets become `k` or `i`. The pattern also keeps every id safe in a URL path and in a
 * header.
 */
export declare const entityId: () => z.ZodType<string>;
/** True if a text contains no NUL and no unpaired surrogate. */
export declare const wellFormed: (text: string) => boolean;
export declare const MALFORMED: string;
/** Text of any length that the service can store. */
export declare const anyText: () => z.ZodType<string>;
/** A display name: at most 100 characters, not blank. */
export declare const name: (tooLong: RowCode) => z.ZodType<string>;
/** The key of a message. */
export declare const muid: () => z.ZodType<string>;
/** Text that the service can store, with at most `charsMax` code points. */
export declare const text: (charsMax: number, tooLong: RowCode) => z.ZodType<string>;
export declare const isUrl: (value: string) => boolean;
/** True if a text is a URL that the service stores. */
export declare const isShortUrl: (value: string) => boolean;
/** An http or https URL; the service stores it by reference and never fetches it. */
export declare const url: (invalid: RowCode) => z.ZodType<string>;
/**
 * True if no text inside a JSON value contains NUL or unpaired surrogates, which the service cannot store.
 * `JSON.stringify` writes them as escapes. An escaped backslash before the `u` makes it plain text.
 */
export declare const storable: (json: string) => boolean;
/** Bytes of a message's data as JSON. */
export declare const DATA_BYTES_MAX: number;
/** Bytes of the metadata of a user or a group as JSON. */
export declare const METADATA_BYTES_MAX: number;
/** A JSON object of bounded size. */
export declare const metadata: (tooLarge: RowCode) => z.ZodType<object>;
export declare const TAGS_MAX = 25;
export declare const TAG_CHARS_MAX = 100;
/** Up to 25 tags of 1 to 100 characters. */
export declare const tags: (invalid: RowCode) => z.ZodType<readonly string[]>;
/** Epoch seconds in the range that the service accepts: ten digits. */
export declare const seconds: () => z.ZodType<number>;
/** One of a list of values, case-insensitive. */
export declare const enumOf: <const T extends readonly string[]>(values: T, invalid: RowCode) => z.ZodType<T[number]>;
/** True if a value is a JSON object. A whole number beyond 2^53 is kept as an object, but it is a number. */
export declare function isObject(value: unknown): value is object;
